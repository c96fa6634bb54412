import type { Defect } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { makeReport, mixedScan } from "../../insight/test/make-report.js";
import { gateChecks, newDefects, renderGateMarkdown } from "../src/views/gate.js";

const report = makeReport(mixedScan);
const { value, exact } = report.score.composite;
const unmet = (thresholds: Parameters<typeof gateChecks>[1], of = report) =>
  gateChecks(of, thresholds).flatMap(({ id, met, message }) => (met ? [] : [{ id, message }]));

const defect = (tool: string, toolIndex: number, more: Partial<Defect> = {}): Defect => ({
  tool,
  toolIndex,
  type: "no_return_description",
  evidence: "Nothing says what comes back.",
  ...more,
});

describe("gateChecks", () => {
  it("asks of every run that it is complete, and of nothing else unless told", () => {
    expect(gateChecks(report, {})).toEqual([
      { id: "complete", met: true, message: "All 10 answers of the judge could be graded." },
    ]);
  });

  it("never passes an incomplete run", () => {
    const [first, ...tasks] = mixedScan.tasks;
    const incomplete = makeReport({
      ...mixedScan,
      suggestions: [],
      tasks: [{ ...(first as (typeof tasks)[number]), unusable: true }, ...tasks],
    });
    expect(unmet({ failUnder: "0" }, incomplete)).toEqual([
      {
        id: "complete",
        message: "Only 9 of 10 answers of the judge could be graded; an incomplete run never passes.",
      },
    ]);
  });

  it("compares the exact score, not the shown or the stored one", () => {
    // Thirty decimals, cut and raised by one in the last: the double nearest to both is the stored value.
    const [p, q = "1"] = exact.split("/");
    const scale = 10n ** 30n;
    const floor = ((BigInt(p as string) * scale) / BigInt(q)).toString().padStart(31, "0");
    const decimals = (digits: string) => `${digits.slice(0, -30)}.${digits.slice(-30)}`;
    const ceiling = (BigInt(floor) + 1n).toString();
    expect(Number(decimals(ceiling))).toBe(value);
    expect(unmet({ failUnder: decimals(floor) })).toEqual([]);
    expect(unmet({ failUnder: decimals(ceiling) }).map(({ id }) => id)).toEqual(["fail-under"]);
    expect(unmet({ failUnder: "0" })).toEqual([]);
    expect(unmet({ failUnder: "100" })[0]?.message).toMatch(
      /^The score is [\d.]+, below --fail-under 100\.$/,
    );
  });

  it("orders grades from A to F", () => {
    expect(unmet({ minGrade: report.score.grade })).toEqual([]);
    expect(unmet({ minGrade: "F" })).toEqual([]);
    expect(unmet({ minGrade: "A" })[0]?.message).toBe(
      `The grade is ${report.score.grade}, worse than --min-grade A.`,
    );
  });

  it("counts the defects that the baseline does not have", () => {
    const baseline = makeReport({ ...mixedScan, suggestions: [], defects: [defect("search_books", 0)] });
    const later = makeReport({
      ...mixedScan,
      suggestions: [],
      defects: [
        defect("search_books", 0, { evidence: "Said in other words." }),
        defect("find_books", 1),
        defect("lend_book", 2, { type: "params_unexplained" }),
      ],
    });
    const allowed = (max: number) => unmet({ maxNewDefects: { max, baseline } }, later);
    expect(allowed(2)).toEqual([]);
    expect(allowed(1)).toEqual([
      {
        id: "max-new-defects",
        message:
          "2 description defects that the report of 2026-08-03 does not have, more than --max-new-defects 1: find_books (no_return_description), lend_book (params_unexplained).",
      },
    ]);
    expect(unmet({ maxNewDefects: { max: 0, baseline: later } }, baseline)).toEqual([]);
  });
});

describe("newDefects", () => {
  it("does not take a tool that moved for a new one, and counts a name declared twice", () => {
    const tools = { a: 1, b: 1 };
    const tasks = [{ tool: "a", prompt: "a" }];
    const one = makeReport({ tools, tasks, defects: [defect("b", 1)] });
    const moved = makeReport({ tools: { b: 1, a: 1 }, tasks, defects: [defect("b", 0)] });
    expect(newDefects(moved, one)).toEqual([]);
    const twice = { ...moved, analysis: { ...moved.analysis, defects: [defect("b", 0), defect("b", 1)] } };
    expect(newDefects(twice, one)).toEqual([defect("b", 1)]);
    expect(newDefects(one, twice)).toEqual([]);
  });
});

it("lists the checks in Markdown, with names as data", () => {
  const checks = gateChecks(report, { minGrade: "A" });
  expect(renderGateMarkdown(checks)).toBe(
    `- passed: All 10 answers of the judge could be graded.\n- **not passed**: The grade is ${report.score.grade}, worse than \\-\\-min-grade A.\n`.replaceAll(
      "\\-\\-",
      "--",
    ),
  );
  expect(
    renderGateMarkdown([{ id: "max-new-defects", met: false, message: "1: <img src=x> (x)" }]),
  ).not.toContain("<img");
});
