import { USER_VALUE_STAGE_LABELS } from "@gradable/chain";
import { CHECKS } from "./index.js";

const START = "<!-- checks:start (generated from packages/evals/src/checks) -->";
const END = "<!-- checks:end -->";

/** The table of checks as Markdown: kind, question, link, evidence, where it may be written. */
export function checkTable(): string {
  const rows = CHECKS.map((check) => {
    const fields = Object.keys(check.schema.shape).filter(
      (name) => !["type", "role", "severity"].includes(name),
    );
    const notes = [...(check.advisoryOnly ? ["advisory only"] : []), ...(check.turnScopable ? ["turn"] : [])];
    return [
      `\`${check.kind}\``,
      check.question,
      USER_VALUE_STAGE_LABELS[check.stage],
      fields.map((name) => `\`${name}\``).join(", ") || "none",
      check.needs === null ? "none" : `\`${check.needs}\``,
      notes.join(", ") || " ",
    ];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const head = ["Check", "What it asks", "Link", "Fields", "Evidence it needs", "Notes"];
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A page with the table between its markers replaced; the page as it is when it has no markers. */
export function withCheckTable(page: string, table: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start === -1 || end < start) return page;
  return `${page.slice(0, start + START.length)}\n\n${table}\n\n${page.slice(end)}`;
}
