import { COLUMNS, type Column, leaderboard } from "@gradable/insight";
import { afterEach, beforeEach, expect, test } from "vitest";
import { entryOf, reportOf } from "../../insight/test/entries.js";
import { leaderboardFiles } from "../src/site/leaderboard-page.js";
import { renderLeaderboardMarkdown } from "../src/views/leaderboard-markdown.js";

const board = leaderboard([
  entryOf(reportOf("few", { tasks: 5 })),
  entryOf(reportOf("many", { tasks: 400, missed: 300 })),
]);

const requests: Column = {
  id: "requests",
  label: "Requests",
  kind: "count",
  value: ({ tasks }) => ({ count: tasks }),
  headings: { markdown: "Requests asked", page: "Requests" },
  explanation: { text: "On how many requests the score stands." },
  sort: { first: "descending" },
  filter: { id: "evidence", label: "Evidence", choices: [{ value: "100-", label: "100 or more" }] },
};
const columns = COLUMNS as Column[];
beforeEach(() => {
  columns.splice(-1, 0, requests);
});
afterEach(() => {
  columns.splice(columns.indexOf(requests), 1);
});

test("a column is one entry: it stands in Markdown", () => {
  const [heading = "", rule = "", ...rows] = renderLeaderboardMarkdown(board)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  expect(heading).toContain("| Requests asked | Flags |");
  expect(rule.split("|")).toHaveLength(heading.split("|").length);
  expect(rows.map((row) => row.split("|").at(-3))).toEqual([" 5 ", " 400 "]);
});

test("and on the page: heading, cells, sorting, filter, legend, and the rows of the browser's table", () => {
  const files = new Map([...leaderboardFiles(board)].map(({ path, text }) => [path, text]));
  const page = files.get("index.html") ?? "";
  expect(page).toContain('<th scope="col" class="number" data-sort="requests">Requests</th>');
  expect(page.match(/<td class="number requests">[\d,]+<\/td>/g)).toEqual([
    '<td class="number requests">5</td>',
    '<td class="number requests">400</td>',
    // What the script makes new rows from.
    '<td class="number requests">0</td>',
  ]);
  expect(page).toContain('<option value="requests">requests</option>');
  expect(page).toContain('<select id="evidence"><option value="">any</option><option value="100-">');
  expect(page).toContain("<dt>Requests</dt><dd>On how many requests the score stands.</dd>");
  const [rows = ""] = [...files].flatMap(([path, text]) => (path.startsWith("rows-") ? [text] : []));
  const data = JSON.parse(rows) as {
    fields: string[];
    text: string[];
    descending: string[];
    filters: Record<string, string>;
    rows: unknown[][];
  };
  expect(data.rows.map((row) => row[data.fields.indexOf("requests")])).toEqual([5, 400]);
  expect(data.text).toContain("requests");
  expect(data.descending).toContain("requests");
  expect(data.filters).toMatchObject({ evidence: "requests" });
});
