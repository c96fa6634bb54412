import { expect, test } from "vitest";
import { makeReport } from "../../insight/test/make-report.js";
import { rewrittenScan } from "../../insight/test/rewritten-scan.js";
import { renderMarkdown } from "../src/formats/markdown.js";
import { renderText } from "../src/formats/text.js";
import { renderFix } from "../src/views/fix.js";

test("every output says when a suggestion hurt [M3.5]", () => {
  const report = makeReport(rewrittenScan);
  const fix = renderFix(report);
  expect(fix.match(/\*\*It hurt: do not use it as it is\.\*\*/g)).toHaveLength(2);
  expect(fix).toContain("| `greedy` | −2 | 1 of 1 | 1 of 1 |");
  expect(fix).toContain("| `robbed` | `greedy` | 2 |");
  const rows = ["helped", "calm", "hurt", "greedy"].map((tool) =>
    fix.indexOf(`| \`${tool}\` | `, fix.indexOf("By tool, best")),
  );
  expect(rows).toEqual([...rows].sort((a, b) => a - b));
  for (const text of [
    renderMarkdown(report),
    renderText(report, { color: false, width: 100 }).replace(/\s+/g, " "),
  ]) {
    expect(text).toContain("7 of 8 as declared, 5 of 8 with the suggestions");
    expect(text).toContain("2 suggestions hurt: do not use them as they are");
  }
});
