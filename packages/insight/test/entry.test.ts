import { leaderboardEntries, leaderboardEntry, leaderboardEntrySchema } from "@gradable/insight";
import { chainEvidence } from "@gradable/score";
import { describe, expect, test } from "vitest";
import { entryOf, reportOf } from "./entries.js";
import { failedScan } from "./failed-scan.js";
import { builtin, makeReport } from "./make-report.js";

const excludedFor = (document: unknown) => leaderboardEntry({ file: "x/report.json", document });

describe("leaderboardEntry", () => {
  test("a report becomes a small row with everything shown of it", () => {
    const report = reportOf("good", { tasks: 20, missed: 2 });
    const entry = entryOf(report);
    expect(leaderboardEntrySchema.parse(entry)).toEqual(entry);
    expect(entry).toMatchObject({
      kind: "scored",
      slug: "good",
      composite: report.score.composite,
      grade: report.score.grade,
      toolCount: 3,
      definitionTokens: 200,
      tasks: 20,
      flags: [],
      reportSha256: report.reportSha256,
    });
    expect(JSON.stringify(entry).length).toBeLessThan(2_500);
  });

  test.each([
    ["safetyNotMeasured", reportOf("a", { destructive: false })],
    ["mixedProvenance", reportOf("a", { stages: { defects: { ...builtin("defects-v1"), cli: "claude" } } })],
    [
      "estimatedTokens",
      reportOf("a", { economics: { definitionTokensSource: "estimated", tokenizer: "utf8-bytes-div-4" } }),
    ],
    [
      "responseData",
      reportOf("a", { economics: { responses: { count: 2, totalTokens: 100, source: "exact" } } }),
    ],
    ["gatewaySurface", reportOf("a", { observations: [{ id: "gateway-surface", count: 1, facts: {} }] })],
  ])("flag %s", (flag, report) => {
    expect(entryOf(report)).toMatchObject({ kind: "scored", flags: [flag] });
  });

  test("flag intervalNotMeasured", () => {
    expect(entryOf(reportOf("a", { tasks: 1, destructive: false }))).toMatchObject({
      flags: ["safetyNotMeasured", "intervalNotMeasured"],
      ci95: null,
      rankingInterval: null,
    });
  });

  test("flag incomplete, above the validity floor", () => {
    const tasks = Array.from({ length: 20 }, (_, index) => ({
      tool: "read",
      prompt: `read ${index}`,
      ...(index === 0 && { unusable: true }),
    }));
    expect(entryOf(makeReport({ slug: "a", tools: { read: 100 }, tasks }))).toMatchObject({
      trials: { configured: 20, gradeable: 19 },
      flags: ["safetyNotMeasured", "incomplete"],
    });
  });

  test("flag oldReportVersion", () => {
    const document = reportOf("a");
    expect(leaderboardEntry({ file: "a", document, upgradedFrom: 0 })).toMatchObject({
      flags: ["oldReportVersion"],
    });
  });

  test("a maintainer's remarks are counted, with those that had expired", () => {
    const remark = { finding: "params_unexplained", tool: "read", reason: "On purpose." } as const;
    const annotations = [remark, { ...remark, tool: "write", until: "2020-01-01" }];
    expect(entryOf(reportOf("a", { annotations }))).toMatchObject({ annotations: { count: 2, expired: 1 } });
    expect(entryOf(reportOf("a"))).toMatchObject({ annotations: { count: 0, expired: 0 } });
  });

  test("an edited digit is refused by verify, with both figures", () => {
    const report = structuredClone(reportOf("a"));
    report.score.composite = { value: 99, exact: "99" };
    expect(excludedFor(report)).toMatchObject({
      kind: "excluded",
      slug: "a",
      reason: "refusedByVerify",
      detail: expect.stringContaining("score.composite"),
    });
  });

  test.each(["cli", "model", "taskGeneratorVersion"])(
    "a judge without %s has no identity to compare",
    (field) => {
      const report = structuredClone(reportOf("a")) as unknown as { judge: Record<string, unknown> };
      delete report.judge[field];
      expect(excludedFor(report)).toMatchObject({
        reason: "missingIdentity",
        slug: "a",
        blockers: ["missingConfigIdentity"],
        detail: `Nothing is said in judge.${field}.`,
      });
      report.judge[field] = "unknown";
      expect(excludedFor(report)).toMatchObject({ reason: "missingIdentity" });
    },
  );

  test("below the validity floor, in the chain's words", () => {
    const report = reportOf("a");
    const trials = report.runs.baseline.trials.map((trial, index) =>
      index % 2 === 0 ? trial : { ...trial, status: "timed_out" as const },
    );
    report.chain = chainEvidence({ ...report, targetKind: report.target.kind, trials });
    expect(excludedFor(report)).toMatchObject({
      reason: "belowValidityFloor",
      detail: "Too few attempted trials completed to meet the suite's completion floor.",
    });
  });

  test("a funnel of several versions is not comparable, not even with itself", () => {
    const report = structuredClone(reportOf("a"));
    report.chain.analytics.materializationState = "provisional";
    expect(excludedFor(report)).toMatchObject({ reason: "notComparable", blockers: ["provisional"] });
  });

  test("a failure keeps its owner and never has a score", () => {
    expect(excludedFor(failedScan("no answer"))).toEqual({
      kind: "excluded",
      file: "x/report.json",
      slug: "exits-early",
      reason: "failedScan",
      detail: "no answer",
      at: "2026-08-03T10:00:00.000Z",
      failure: { owner: "server", stage: "handshake", code: "server-exited" },
    });
  });

  test.each([
    ["an array", []],
    ["a number", 7],
    ["another document", { schemaVersion: 1, tools: [], judge: reportOf("a").judge }],
    ["a newer version", { ...reportOf("a"), schemaVersion: 2 }],
  ])("%s is unreadable", (_name, document) => {
    expect(excludedFor(document)).toMatchObject({ kind: "excluded", reason: "unreadable" });
  });

  test("a nesting nobody can walk costs its own file only", () => {
    const report = structuredClone(reportOf("a"));
    const task = report.tasks[0];
    let nested = {};
    for (let depth = 0; depth < 50_000; depth++) nested = { nested };
    if (task) task.expectedArguments = nested;
    expect(excludedFor(report)).toMatchObject({ kind: "excluded", slug: "a" });
  });

  test("a hostile name is text", () => {
    const entry = entryOf(reportOf("a", { serverName: "\u001b[31m\u202ename" }));
    expect(entry).toMatchObject({ name: "\\u{1b}[31m\\u{202e}name" });
  });
});

describe("leaderboardEntries", () => {
  test("reads files one at a time and asks the cache first", async () => {
    const text = JSON.stringify(reportOf("a"));
    const cache = new Map();
    const read = async (files: { file: string; text: string }[]) => {
      const entries = [];
      for await (const entry of leaderboardEntries(files, cache)) entries.push(entry);
      return entries;
    };
    const [first, second] = await read([
      { file: "a/report.json", text },
      { file: "b/report.json", text: "{" },
    ]);
    expect(first).toMatchObject({ kind: "scored", file: "a/report.json" });
    expect(second).toMatchObject({ kind: "excluded", reason: "unreadable", detail: "It is not JSON." });
    expect(cache.size).toBe(2);
    const [again] = await read([{ file: "moved/report.json", text }]);
    expect(again).toEqual({ ...first, file: "moved/report.json" });
  });
});
