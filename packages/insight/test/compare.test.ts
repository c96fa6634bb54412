import { type Comparison, compareReports, comparisonSchema } from "@gradable/insight";
import { describe, expect, test } from "vitest";
import { readingOf } from "../src/compare/figures.js";
import { compare, forty, mended } from "./comparisons.js";
import { judgedBy, reportOf, scanOf } from "./entries.js";
import { builtin, type MadeScan, makeReport, mixedScan } from "./make-report.js";

const causes = (comparison: Comparison) => comparison.suggests.map(({ cause }) => cause);

describe("compareReports", () => {
  test("a report with itself: comparable, and no difference", () => {
    const same = compare(mixedScan, mixedScan);
    expect(comparisonSchema.parse(same)).toEqual(same);
    expect(same).toMatchObject({ comparable: true, blockers: [], differs: [], notes: [] });
    expect(causes(same)).toEqual(["noDifference"]);
    expect(same.tasks).toMatchObject({ same: true, shared: 10, onlyA: 0, onlyB: 0, changed: [] });
  });

  test("another surface is no blocker, and all that changed is named", () => {
    const changed = compare(mixedScan, mended);
    expect(comparisonSchema.parse(changed)).toEqual(changed);
    expect(changed).toMatchObject({ comparable: true, blockers: [], surface: { same: false } });
    expect(changed.surface).toMatchObject({ added: ["shelve_book"], removed: [], reordered: false });
    expect(changed.tasks.changed.map(({ change, tool, prompt }) => [change, tool, prompt])).toEqual([
      ["lost", "add_book", "Add Middlemarch by George Eliot"],
      ["won", "search_books", "Look for books about whales"],
      ["confirmed", "delete_book", "We lost all copies of Jane Eyre, delete it"],
    ]);
    expect(changed.defects).toMatchObject({
      appeared: [],
      gone: [{ tool: "search_books", type: "no_return_description" }],
    });
    expect(changed.pairs).toEqual([
      { tools: ["search_books", "find_books"], a: "high", b: "low" },
      { tools: ["shelve_book", "add_book"], a: null, b: "medium" },
    ]);
    expect(changed.tokens.definition).toEqual({ a: 2500, b: 605, difference: -1895 });
    expect(changed.tokens.tools).toEqual([
      { tool: "add_book", a: 2060, b: 60, difference: -2000 },
      { tool: "shelve_book", a: null, b: 70, difference: 70 },
      { tool: "search_books", a: 120, b: 140, difference: 20 },
      { tool: "delete_book", a: 80, b: 95, difference: 15 },
    ]);
    // Safety 15 → 30; by hand from METHODOLOGY §2.
    expect(changed.score.categories.safety).toMatchObject({
      a: { exact: "15" },
      b: { exact: "30" },
      difference: { exact: "15" },
    });
    expect(causes(changed)).toEqual(["surfaceChanged", "noise"]);
    expect(changed.suggests[0]?.statement).toContain(
      "Everything else was the same, so the figures differ because of it.",
    );
  });

  test("few requests are noise, many are not", () => {
    const few = compare(scanOf("a", { tasks: 10, missed: 2 }), scanOf("a", { tasks: 10, missed: 1 }));
    expect(few.score.reading).toBe("insideNoise");
    expect(few.rates.selectionAccuracy).toMatchObject({ reading: "insideNoise", difference: 0.1 });
    const many = compare(scanOf("a", { tasks: 200, missed: 120 }), scanOf("a", { tasks: 200, missed: 10 }));
    expect(many.score.reading).toBe("beyondNoise");
    expect(many.score.interval?.low).toBeGreaterThan(0);
    expect(causes(many)).toEqual(["unsteadyJudge"]);
  });

  test("another judge blocks, in the chain's words, and is told apart stage by stage", () => {
    const other = compare(forty, {
      ...forty,
      stages: judgedBy("claude", "some-model"),
      tasks: scanOf("library", { tasks: 40, missed: 2 }).tasks,
    });
    expect(other).toMatchObject({ comparable: false, blockers: ["differentConfigIdentity"] });
    expect(other.judge.same).toBe(false);
    expect(other.differs).toContainEqual({ field: "judge.model", a: "lexical-v1", b: "some-model" });
    expect(causes(other)).toContain("judgeSensitivity");

    const oneStage = compare(forty, { ...forty, stages: { pairs: { ...builtin("builtin-pairs-v2") } } });
    expect(oneStage).toMatchObject({
      comparable: false,
      blockers: ["differentConfigIdentity"],
      judge: { same: false },
    });
    expect(oneStage.judge.stages.filter(({ same }) => !same).map(({ stage }) => stage)).toEqual(["pairs"]);
  });

  test("a patch release of a judge's program is noted and does not block", () => {
    const release = { ...builtin("builtin-selection-v1"), cliVersion: "0.1.1" };
    const patched = compare(forty, { ...forty, stages: { selection: release } });
    expect(patched).toMatchObject({ comparable: true, judge: { same: true } });
    expect(patched.notes).toContain("differentCliVersion");
  });

  test("other requests block; those that are shared are still compared", () => {
    const fewer = compare(forty, { ...forty, tasks: forty.tasks.slice(0, 30) });
    expect(fewer).toMatchObject({
      comparable: false,
      blockers: ["differentCaseSetIdentity"],
      tasks: { same: false, shared: 30, onlyA: 10, onlyB: 0, changed: [] },
    });
    expect(causes(fewer)).toContain("differentTasks");
  });

  test("two servers are two groups", () => {
    const { blockers } = compare(forty, { ...mixedScan, slug: "other" });
    expect(blockers).toEqual(["differentRunGroup", "differentCaseSetIdentity"]);
  });

  test("tokens of two tokenizers do not compare", () => {
    const estimated = compare(forty, {
      ...forty,
      economics: { definitionTokensSource: "estimated", tokenizer: "utf8-bytes-div-4" },
    });
    expect(estimated.blockers).toEqual(["differentMeasurementUnit"]);
    expect(estimated.tokens.sameTokenizer).toBe(false);
  });

  test("a judge without a name shares nothing, not even with itself", () => {
    const nameless: MadeScan = { ...forty, stages: judgedBy("claude", "unknown") };
    expect(compare(nameless, nameless)).toMatchObject({
      comparable: false,
      blockers: ["missingConfigIdentity"],
    });
  });

  test("a report that does not verify can't be compared, and says what is wrong", () => {
    const edited = structuredClone(reportOf("a"));
    edited.score.composite = { value: 99, exact: "99" };
    const comparison = compareReports({ file: "a", report: edited }, { file: "b", report: reportOf("a") });
    expect(comparison).toMatchObject({ comparable: false, blockers: [] });
    expect(comparison.a.mismatches[0]).toContain("score.composite");
    expect(causes(comparison)[0]).toBe("arithmetic");
  });

  test("safety measured on one side only has no difference, and is noted", () => {
    const { score, rates, notes } = compare(
      scanOf("a", { destructive: false }),
      scanOf("a", { destructive: true }),
    );
    expect(score.categories.safety).toMatchObject({ a: null, difference: null });
    expect(rates.destructiveSafetyRate).toMatchObject({
      difference: null,
      interval: null,
      reading: "notMeasured",
    });
    expect(notes).toContain("safetyOnOneSide");
  });

  test("another number of trials with the same answers is no changed request", () => {
    const once = scanOf("a", { tasks: 5, destructive: false });
    const thrice = {
      ...once,
      tasks: once.tasks.map((task) => ({ ...task, picked: ["read", "read", "read"] })),
    };
    const { tasks, notes } = compare(once, thrice);
    expect(tasks.changed).toEqual([]);
    expect(notes).toContain("differentTrialsPerTask");
  });

  test("tools of one name are told apart by their place", () => {
    const report = makeReport(forty);
    const twice = structuredClone(report);
    twice.surface.tools.push({
      ...(twice.surface.tools[0] as (typeof twice.surface.tools)[number]),
      definitionTokens: 7,
    });
    const { surface } = compareReports({ file: "a", report }, { file: "b", report: twice });
    expect(surface).toMatchObject({ added: ["read"], removed: [], reordered: false });
  });
});

test("a difference reads by its interval", () => {
  expect(readingOf(0, null)).toBe("noDifference");
  expect(readingOf(1, null)).toBe("notMeasured");
  expect(readingOf(1, { low: 0, high: 2 })).toBe("insideNoise");
  expect(readingOf(1, { low: 0.1, high: 2 })).toBe("beyondNoise");
  expect(readingOf(-1, { low: -2, high: -0.1 })).toBe("beyondNoise");
});
