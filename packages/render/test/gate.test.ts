import { type GateCheck, gateChecks } from "@gradable/insight";
import { describe, expect, it } from "vitest";
import { makeReport, mixedScan } from "../../insight/test/make-report.js";
import { renderGateMarkdown } from "../src/formats/github.js";
import { gateText } from "../src/phrase/gate.js";

const report = makeReport(mixedScan);
const found = (...names: string[]) =>
  names.map((tool) => ({
    tool,
    toolIndex: 0,
    type: "no_return_description" as const,
    evidence: "Nothing says what comes back.",
  }));
const since = "2026-08-03T10:00:00.000Z";

describe("a check in a sentence", () => {
  const said: [string, GateCheck][] = [
    [
      "All 10 answers of the judge could be graded.",
      { id: "complete", met: true, graded: 10, undecided: 0, configured: 10 },
    ],
    [
      "Only 9 of 10 answers of the judge could be graded; an incomplete run never passes.",
      { id: "complete", met: false, graded: 9, undecided: 0, configured: 10 },
    ],
    [
      "The judge decided 9 of 10 requests; of the others it said that it can’t tell.",
      { id: "complete", met: true, graded: 9, undecided: 1, configured: 10 },
    ],
    [
      "The score is 74.6, below --fail-under 100.",
      { id: "fail-under", met: false, composite: "224/3", asked: "100" },
    ],
    ["The grade is C, not worse than --min-grade D.", { id: "min-grade", met: true, grade: "C", asked: "D" }],
    [
      "2 description defects that the report of 2026-08-03 does not have, more than --max-new-defects 1: find_books (no_return_description), lend_book (no_return_description).",
      { id: "max-new-defects", met: false, found: found("find_books", "lend_book"), asked: 1, since },
    ],
    [
      "0 description defects that the report of 2026-08-03 does not have, not more than --max-new-defects 0.",
      { id: "max-new-defects", met: true, found: [], asked: 0, since },
    ],
  ];
  it.each(said)("%s", (text, check) => expect(gateText(check)).toBe(text));
});

it("lists the checks in Markdown, with names as data", () => {
  const checks = gateChecks(report, { minGrade: "A" });
  expect(renderGateMarkdown(checks)).toBe(
    `- passed: All 10 answers of the judge could be graded.\n- **not passed**: The grade is ${report.score.grade}, worse than --min-grade A.\n`,
  );
  const hostile = renderGateMarkdown([
    { id: "max-new-defects", met: false, found: found("<img src=x>"), asked: 0, since },
  ]);
  expect(hostile).toContain("img src=x");
  expect(hostile).not.toContain("<img");
});
