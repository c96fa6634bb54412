import type { Defect } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { gateChecks, newDefects } from "../src/report/gate.js";
import { makeReport, mixedScan } from "./make-report.js";

const report = makeReport(mixedScan);
const { value, exact } = report.score.composite;
const unmet = (thresholds: Parameters<typeof gateChecks>[1], of = report) =>
  gateChecks(of, thresholds).filter(({ met }) => !met);

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
      { id: "complete", met: true, graded: 10, undecided: 0, configured: 10 },
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
      { id: "complete", met: false, graded: 9, undecided: 0, configured: 10 },
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
    expect(unmet({ failUnder: "100" })).toEqual([
      { id: "fail-under", met: false, composite: exact, asked: "100" },
    ]);
  });

  it("orders grades from A to F", () => {
    expect(unmet({ minGrade: report.score.grade })).toEqual([]);
    expect(unmet({ minGrade: "F" })).toEqual([]);
    expect(unmet({ minGrade: "A" })).toEqual([
      { id: "min-grade", met: false, grade: report.score.grade, asked: "A" },
    ]);
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
        met: false,
        found: [
          expect.objectContaining({ tool: "find_books", type: "no_return_description" }),
          expect.objectContaining({ tool: "lend_book", type: "params_unexplained" }),
        ],
        asked: 1,
        since: baseline.scannedAt,
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
