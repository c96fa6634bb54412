import { CATEGORIES, countText } from "@gradable/contract";
import { type Cell, COLUMNS, type Column, cellOf, type LeaderboardRow, sortKey } from "@gradable/insight";
import { cellText, spreadText } from "../phrase/cell.js";
import { at } from "./charts/figure.js";
import { rowBars, rowInterval } from "./charts/row-figures.js";
import { type Html, html, ours, type Shown, shown } from "./html.js";

/** How the page shows a column that is more than text: the class of its cells, its heading, and a cell of a row. */
interface DrawnColumn {
  readonly className?: string;
  heading?(text: string): Html;
  cell(row: LeaderboardRow): Html;
}

/** Columns that are more than text, by id. The script in the browser fills the same markup. */
const DRAWN: Readonly<Record<string, DrawnColumn>> = {
  slug: {
    // The name is the server's own claim, so it never is the link.
    cell: (row) =>
      html`<th scope="row"><a href="servers/${ours(row.slug)}/index.html">${ours(row.slug)}</a> <span class="name">${claimedName(row) === "" ? ours("") : shown(row.name, { maxChars: 80 })}</span></th>`,
  },
  grade: {
    className: "grade-cell",
    cell: ({ grade, categories }) =>
      html`<td class="grade-cell"><span class="grade grade-${ours(grade)}">${ours(grade)}</span> <span class="no-safety"${ours(categories.safety.measured ? " hidden" : "")}>safety not measured</span></td>`,
  },
  composite: {
    className: "score-cell",
    cell: (row) =>
      html`<td class="score-cell"><b>${scoreText(row)}</b> <span class="spread">${ours(spreadText(row.ci95, "no interval"))}</span>${rowInterval(row)}</td>`,
  },
  categories: {
    className: "bars-cell",
    heading: (text) =>
      html`<abbr title="Safety, legibility, economics, discoverability, each on the scale of its own points">${ours(text)}</abbr>`,
    cell: ({ categories }) => html`<td class="bars-cell">${rowBars(categories)}</td>`,
  },
};

/** The columns of the page's table, in order: heading, class, and whether a click sorts by it. */
export function headingViews() {
  return pageColumns().map((column) => ({
    className: headingClass(column),
    sort: column.sort === undefined ? null : ours(column.id),
    sorted: column.id === "rank",
    heading: DRAWN[column.id]?.heading?.(column.headings.page ?? "") ?? ours(column.headings.page ?? ""),
  }));
}

/** A row of the page's table. */
export function rowHtml(row: LeaderboardRow): Html {
  return html`<tr>${pageColumns().map(
    (column) => DRAWN[column.id]?.cell(row) ?? textCell(column, ours(pageText(cellOf(column, row)))),
  )}</tr>`;
}

/** What a row holds for the browser beside its columns. */
const MORE_FIELDS = {
  name: claimedName,
  target: (row: LeaderboardRow) => row.target,
  spread: (row: LeaderboardRow) => spreadText(row.ci95, "no interval"),
  interval: ({ ci95 }: LeaderboardRow) => (ci95 === null ? null : [at(ci95.low), at(ci95.high)]),
};

/** What the browser's table is told of all rows. */
export function tableData(rows: readonly LeaderboardRow[]) {
  const columns = dataColumns();
  return {
    fields: [...columns.map(({ id }) => id), ...Object.keys(MORE_FIELDS)],
    text: pageColumns()
      .filter(({ id }) => DRAWN[id] === undefined)
      .map(({ id }) => id),
    descending: columns.filter(({ sort }) => sort?.first === "descending").map(({ id }) => id),
    filters: Object.fromEntries(columns.flatMap(({ id, filter }) => (filter ? [[filter.id, id]] : []))),
    categories: CATEGORIES.ids.map((id) => ({
      id,
      label: CATEGORIES.label(id),
      max: rows[0]?.categories[id].max ?? 0,
    })),
  };
}

/**
 * A row as the browser's table reads it, in the order of the fields: a number is a count and sorts as that; a text sorts as itself; a
 * list holds what is shown and what it sorts by.
 */
export function rowData(row: LeaderboardRow): readonly unknown[] {
  const columns = dataColumns().map((column) => {
    const cell = cellOf(column, row);
    const key = sortKey(cell);
    const text = column.id === "grade" ? row.grade : pageText(cell);
    if (typeof key !== "number") return key === null && cell.kind === "points" ? null : text;
    return text === countText(key) && cell.kind === "count" ? key : [text, at(key)];
  });
  return [...columns, ...Object.values(MORE_FIELDS).map((value) => value(row))];
}

/** The columns whose values are drawn by nothing but text or sorted by. */
const dataColumns = () =>
  COLUMNS.filter(
    ({ headings, sort, kind }) =>
      (headings.page !== undefined || sort !== undefined) && kind !== "categories",
  );

const pageColumns = () => COLUMNS.filter(({ headings }) => headings.page !== undefined);

/** What the grade says itself is not said twice. */
function pageText(cell: Cell): string {
  return cellText(
    cell.kind === "flags"
      ? { ...cell, value: cell.value.filter((flag) => flag !== "safetyNotMeasured") }
      : cell,
  );
}

function textCell(column: Column, text: Shown): Html {
  return html`<td class="${ours(isNumber(column) ? `number ${column.id}` : column.id)}">${text}</td>`;
}

function headingClass(column: Column): Shown | null {
  const drawn = DRAWN[column.id];
  const name = drawn === undefined ? (isNumber(column) ? "number" : column.id) : drawn.className;
  return name === undefined ? null : ours(name);
}

const isNumber = ({ kind }: Column) => kind === "count" || kind === "points";

const scoreText = (row: LeaderboardRow) =>
  ours(cellText({ kind: "points", value: { points: row.composite, max: 100 } }));

/** The name a server gave for itself, where it is not the one it is filed under. */
function claimedName({ name, slug }: LeaderboardRow): string {
  return name === slug ? "" : name;
}
