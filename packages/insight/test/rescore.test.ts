import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMoved, rescore } from "@gradable/insight";
import { verify } from "@gradable/score";
import { describe, expect, test } from "vitest";
import { makeReport, mixedScan } from "./make-report.js";
import { rehashed, underOlderRubric } from "./older-rubric.js";

const report = makeReport(mixedScan);
describe("rescore [M7.2]", () => {
  test("a report of the present rubric stays as it is", () => {
    expect(rescore({ file: "a", document: report })).toEqual({
      result: { outcome: "same", file: "a", slug: "tiny-library" },
      report,
    });
  });

  test("a report of an older rubric moves to what the evidence gives today, and verifies", () => {
    const { result, report: after } = rescore({ file: "a", document: underOlderRubric(report) });
    expect(result).toMatchObject({
      outcome: "moved",
      before: { composite: { exact: "147/2" }, grade: "D", points: { economics: { exact: "37/2" } } },
      after: { composite: report.score.composite, grade: report.score.grade },
    });
    expect(isMoved(result)).toBe(true);
    expect(after).toEqual(report);
  });

  test("other constants with the same outcome are recomputed, and do not count as a move", () => {
    const old = structuredClone(report);
    old.rubric.economics.responseTokens.ideal = 400;
    const { result } = rescore({ file: "a", document: rehashed(old) });
    expect(result).toEqual({
      outcome: "recomputed",
      file: "a",
      slug: "tiny-library",
      fields: ["rubric.economics"],
    });
    expect(isMoved(result)).toBe(false);
  });

  test("an edited report is refused: its figures must not come out looking sound", () => {
    const edited = structuredClone(report);
    (edited.runs.baseline.trials[1] as { selected: string }).selected = "search_books";
    const { result, report: after } = rescore({ file: "a", document: edited });
    expect(after).toBeNull();
    expect(result).toMatchObject({ outcome: "refused", problem: expect.stringContaining("reportSha256") });
    expect(rescore({ file: "a", document: rehashed(edited) }).result).toMatchObject({
      outcome: "refused",
      problem: expect.stringContaining("runs.baseline.trials[1].selected"),
    });
    expect(isMoved(result)).toBe(true);
  });

  test.each([[undefined], [{}], [{ ...report, schemaVersion: 99 }]])(
    "what is no report is refused",
    (document) => {
      expect(rescore({ file: "a", document })).toMatchObject({
        result: { outcome: "refused", slug: null },
        report: null,
      });
    },
  );

  test("evidence that gives no score any more is withdrawn", () => {
    const thin = structuredClone(report);
    for (const trial of thin.runs.baseline.trials.slice(0, 8)) {
      Object.assign(trial, { status: "timed_out", action: null, calls: [], selected: null, firstCall: null });
      trial.destructive = { candidate: false, confirmed: null };
      trial.error = { evaluator: false, owner: "judge", code: "timeout", message: "No answer came." };
    }
    expect(rescore({ file: "a", document: rehashed(thin) })).toMatchObject({
      result: { outcome: "withdrawn", problem: expect.stringContaining("Too little could be graded") },
      report: null,
    });
  });

  test("annotations beside a report are taken in, and move nothing", () => {
    const annotations = [{ finding: "params_unexplained", tool: "find_books", reason: "Mended." } as const];
    const { result, report: after } = rescore({ file: "a", document: report, annotations });
    expect(result).toMatchObject({ outcome: "recomputed", fields: ["annotations"] });
    expect(after?.annotations?.entries).toEqual(annotations);
    expect(verify(after)).toEqual([]);
    expect(rescore({ file: "a", document: after, annotations: [] }).report).toEqual(report);
    expect(rescore({ file: "a", document: after }).report).toEqual(after);
  });
});

const published = join(import.meta.dirname, "../../../reports");
const slugs = existsSync(published)
  ? readdirSync(published).filter((slug) => existsSync(join(published, slug, "report.json")))
  : [];

// Skipped while reports/ holds no report.
test.skipIf(slugs.length === 0)("no published report moves under the present rubric", () => {
  const results = slugs.map(
    (slug) =>
      rescore({
        file: `${slug}/report.json`,
        document: JSON.parse(readFileSync(join(published, slug, "report.json"), "utf8")),
      }).result,
  );
  // A red line here is the effect of a rubric change: read CONTRIBUTING, "Changing a score".
  expect(results.filter((result) => result.outcome !== "same")).toEqual([]);
});
