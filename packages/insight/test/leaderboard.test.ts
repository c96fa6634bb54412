import {
  type LeaderboardEntry,
  leaderboard,
  leaderboardEntry,
  leaderboardJsonSchema,
  leaderboardSchema,
} from "@gradable/insight";
import { describe, expect, test } from "vitest";
import { entryOf, judgedBy, reportOf } from "./entries.js";
import { failedScan } from "./failed-scan.js";
import { builtin } from "./make-report.js";

const clear = entryOf(reportOf("clear", { tasks: 60 }));
const close = entryOf(reportOf("close", { tasks: 60, missed: 2 }));
const poor = entryOf(reportOf("poor", { tasks: 60, missed: 40 }));
const readOnly = entryOf(reportOf("read-only", { destructive: false, tasks: 60, missed: 40 }));
const otherJudge = entryOf(reportOf("other-judge", { stages: judgedBy("claude", "some-model") }));
const otherPrompt = entryOf(reportOf("other-prompt", { stages: judgedBy("claude", "some-model", "v2") }));
const failed = leaderboardEntry({
  file: "exits-early/failed.json",
  document: failedScan("It exited with code 1."),
});

const everything: LeaderboardEntry[] = [clear, close, poor, readOnly, otherJudge, otherPrompt, failed];

describe("leaderboard", () => {
  test("one configuration: the claim stands, and ranks are ranges", () => {
    const board = leaderboard([poor, close, clear]);
    expect(board.comparability).toMatchObject({
      comparable: true,
      statement: expect.stringContaining("all 3 rows, so they may be compared"),
      outsideMajority: [],
    });
    expect(board.rows.map(({ slug, rank }) => [slug, rank])).toEqual([
      ["clear", { low: 1, high: 2, of: 3 }],
      ["close", { low: 1, high: 2, of: 3 }],
      ["poor", { low: 3, high: 3, of: 3 }],
    ]);
  });

  test("two requests out of two are no proof of a first place", () => {
    const tiny = entryOf(reportOf("tiny", { tasks: 2, destructive: false }));
    const good = entryOf(reportOf("good", { tasks: 100, missed: 5, destructive: false }));
    const [first, second] = leaderboard([tiny, good]).rows;
    expect(first).toMatchObject({ slug: "tiny", ci95: { low: 100, high: 100 }, rank: { low: 1, high: 2 } });
    expect(second).toMatchObject({ slug: "good", rank: { low: 1, high: 2 } });
  });

  test("several configurations: no claim, ranks within each, and what differs in the chain's words", () => {
    const board = leaderboard([clear, close, otherJudge, otherPrompt]);
    expect(board.comparability.comparable).toBe(false);
    expect(board.comparability.statement).toMatch(
      /^3 judge configurations are present, so the table as a whole makes no claim/,
    );
    expect(board.comparability.outsideMajority).toEqual(["other-judge", "other-prompt"]);
    expect(board.rows.map(({ slug, configuration, rank }) => [slug, configuration, rank.of])).toEqual([
      ["clear", 1, 2],
      ["close", 1, 2],
      ["other-judge", 2, 1],
      ["other-prompt", 3, 1],
    ]);
    const [majority, second] = board.comparability.configurations;
    expect(majority).toMatchObject({ majority: true, blockers: [], differs: [] });
    expect(second).toMatchObject({
      majority: false,
      blockers: ["differentConfigIdentity", "differentCaseSetIdentity"],
    });
    expect(second?.differs).toContainEqual({
      field: "judge.model",
      here: "some-model",
      majority: "lexical-v1",
    });
  });

  test("a stage answered by another judge is ranked apart, though the judge block is the same", () => {
    const mixed = entryOf(
      reportOf("mixed", { stages: { defects: { ...builtin("builtin-defects-v1"), cli: "claude" } } }),
    );
    const board = leaderboard([clear, close, mixed]);
    expect(board.comparability.configurations[1]?.differs.map(({ field }) => field)).toEqual([
      "judge.stages.defects",
    ]);
    expect(board.rows.at(-1)).toMatchObject({ slug: "mixed", configuration: 2, flags: ["mixedProvenance"] });
  });

  test("another version of the judge's program is told and does not split", () => {
    const stages = Object.fromEntries(
      (["tasks", "selection", "defects", "pairs"] as const).map((stage) => [
        stage,
        { ...builtin(`builtin-${stage}-v1`), cliVersion: "0.2.0" },
      ]),
    );
    const board = leaderboard([clear, entryOf(reportOf("newer", { stages }))]);
    expect(board.comparability.comparable).toBe(true);
    expect(board.comparability.configurations[0]?.cliVersions).toEqual(["0.1.0", "0.2.0"]);
  });

  test("an old score gives way to a new one, and an old failure to a later success", () => {
    const old = entryOf(
      reportOf("clear", { missed: 4, scannedAt: "2026-07-01T00:00:00.000Z" }),
      "old/report.json",
    );
    const earlier = leaderboardEntry({
      file: "clear/failed.json",
      document: failedScan("It hung.", { slug: "clear", failedAt: "2026-08-03T09:00:00.000Z" }),
    });
    const board = leaderboard([old, clear, earlier]);
    expect(board.rows).toHaveLength(1);
    expect(board.rows[0]).toMatchObject({ file: "clear/report.json", flags: [] });
    expect(board.excluded.map(({ file, reason }) => [file, reason])).toEqual([
      ["clear/failed.json", "superseded"],
      ["old/report.json", "superseded"],
    ]);
  });

  test("a later failure takes no score away, and is told", () => {
    const later = leaderboardEntry({
      file: "clear/failed.json",
      document: failedScan("It hung.", {
        slug: "clear",
        failedAt: "2026-09-01T00:00:00.000Z",
        owner: "environment",
      }),
    });
    const board = leaderboard([clear, later]);
    expect(board.rows[0]).toMatchObject({ slug: "clear", flags: ["laterScanFailed"] });
    expect(board.excluded).toMatchObject([{ reason: "failedScan", failure: { owner: "environment" } }]);
  });

  test("nothing to rank", () => {
    const board = leaderboard([failed]);
    expect(board).toMatchObject({
      generatedAt: null,
      counts: { files: 1, rows: 0, excluded: 1 },
      comparability: { comparable: false, statement: "There is no row to compare." },
    });
  });

  test("every file is a row or has a reason", () => {
    const board = leaderboard(everything);
    expect(board.counts).toEqual({ files: 7, rows: 6, excluded: 1 });
  });

  test("the order of the files moves no byte", () => {
    const build = (entries: readonly LeaderboardEntry[]) => JSON.stringify(leaderboard(entries));
    expect(build([...everything].reverse())).toBe(build(everything));
    expect(build(everything)).toBe(build(structuredClone(everything)));
  });

  test("fits its schema, which is exported as JSON Schema", () => {
    const board = leaderboard(everything);
    expect(leaderboardSchema.parse(JSON.parse(JSON.stringify(board)))).toEqual(board);
    expect(leaderboardJsonSchema()).toMatchObject({
      title: "Gradable leaderboard",
      additionalProperties: false,
    });
  });
});
