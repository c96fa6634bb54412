import { describe, expect, test } from "vitest";
import { rankingIntervalOf } from "../src/rank/ranking-interval.js";
import { reportOf } from "./entries.js";
import { makeReport } from "./make-report.js";

describe("rankingIntervalOf [M4.5]", () => {
  test("like answers have a width that shrinks with their number", () => {
    const few = rankingIntervalOf(reportOf("few", { tasks: 5 }));
    const many = rankingIntervalOf(reportOf("many", { tasks: 200 }));
    // 5 of 5 tasks: Wilson low 5/(5 + z²) = 0.565515; 1 of 1 destructive task: 1/(1 + z²) = 0.206549.
    // 100 − √((38 × 0.434485)² + (30 × 0.793451)²) = 100 − √(16.51043² + 23.80353²) = 71.0309
    expect(few?.low).toBeCloseTo(71.031, 2);
    expect(few?.high).toBe(100);
    expect(many?.low ?? 0).toBeGreaterThan(few?.low ?? 0);
    expect(many?.low ?? 0).toBeLessThan(100);
  });

  test("never narrower than the report's own interval", () => {
    const report = reportOf("mixed", { tasks: 20, missed: 8 });
    const interval = rankingIntervalOf(report);
    expect(report.score.ci95).toMatchObject({ state: "measured" });
    if (report.score.ci95.state !== "measured") return;
    expect(interval?.low ?? 101).toBeLessThanOrEqual(report.score.ci95.low);
    expect(interval?.high ?? -1).toBeGreaterThanOrEqual(report.score.ci95.high);
  });

  test("repeats of a task are no further evidence", () => {
    const once = rankingIntervalOf(reportOf("once", { destructive: false, tasks: 4 }));
    const thrice = rankingIntervalOf(
      makeReport({
        slug: "thrice",
        tools: { read: 100, write: 50 },
        tasks: Array.from({ length: 4 }, (_, index) => ({
          tool: "read",
          prompt: `read ${index}`,
          picked: ["read", "read", "read"],
        })),
      }),
    );
    expect(thrice).toEqual(once);
  });

  test("no interval, nothing to rank by", () => {
    expect(rankingIntervalOf(reportOf("one", { tasks: 1, destructive: false }))).toBeNull();
  });
});
