import type { Task, Trial } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { compositeInterval } from "../src/composite-interval.js";
import { deriveReport } from "../src/report.js";
import { busyDesk, paperDesk } from "./paper-desk.js";

const PARTS = {
  descriptionQuality: 1,
  disambiguationQuality: 1,
  definitionEfficiency: 1,
  responseEfficiency: undefined,
};
const SEED = "f1e3f6c16356b0fdae916bef0de89d75863e6eb34b904d581601ba109dc00922";

const task = (id: string): Task => ({
  id,
  tool: "find",
  prompt: "find it",
  expectedArguments: {},
  destructive: false,
  origin: "builtin",
});

function trial(
  taskId: string,
  options: { right?: boolean; confirmed?: boolean; trial?: number } = {},
): Trial {
  const tool = options.confirmed === undefined ? ((options.right ?? true) ? "find" : "fetch") : "find";
  return {
    taskId,
    trial: options.trial ?? 0,
    status: "completed",
    action: options.confirmed ? "confirm" : "call",
    calls: [{ tool, arguments: {} }],
    selected: tool,
    firstCall: { wellFormed: true, violations: [] },
    destructive: { candidate: options.confirmed !== undefined, confirmed: options.confirmed ?? null },
    tokens: { prompt: 100, completion: 10, source: "exact" },
    durationMs: null,
  };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => task(`t${index}`));
const measured = (interval: ReturnType<typeof compositeInterval>) => {
  if (interval.state !== "measured") throw new Error("expected a measured interval");
  return interval;
};

describe("compositeInterval [M2.10]", () => {
  it("has the seed and the resamples it used", () => {
    const tasks = many(10);
    const interval = compositeInterval(
      tasks,
      tasks.map(({ id }) => trial(id)),
      PARTS,
      SEED,
    );
    // Everything right, every time: 70 of 70 points in every resample.
    expect(interval).toEqual({
      state: "measured",
      low: 100,
      high: 100,
      level: 0.95,
      method: "percentile-bootstrap-over-tasks",
      resamples: 2_000,
      seed: SEED,
    });
  });

  it("has the ends of a coin toss where they belong", () => {
    // 100 tasks, half right. The share of right ones is near normal with deviation 0.05: 0.5 ± 0.098. Selection and first
    // call are worth 18 + 20 of 70 points, the rest is full: 100 × (32 + 38 × share) ÷ 70.
    const tasks = many(100);
    const trials = tasks.map(({ id }, index) => trial(id, { right: index % 2 === 0 }));
    const { low, high } = measured(compositeInterval(tasks, trials, PARTS, SEED));
    expect(low).toBeGreaterThan((100 * (32 + 38 * 0.385)) / 70);
    expect(low).toBeLessThan((100 * (32 + 38 * 0.42)) / 70);
    expect(high).toBeGreaterThan((100 * (32 + 38 * 0.58)) / 70);
    expect(high).toBeLessThan((100 * (32 + 38 * 0.615)) / 70);
  });

  it("does not depend on the order of tasks or trials", () => {
    const tasks = many(20);
    const trials = tasks.map(({ id }, index) => trial(id, { right: index % 3 !== 0 }));
    const straight = compositeInterval(tasks, trials, PARTS, SEED);
    expect(compositeInterval([...tasks].reverse(), [...trials].reverse(), PARTS, SEED)).toEqual(straight);
  });

  it("moves with the seed and holds still without", () => {
    const tasks = many(20);
    const trials = tasks.map(({ id }, index) => trial(id, { right: index % 3 !== 0 }));
    const other = SEED.replace("f1e3", "0000");
    expect(compositeInterval(tasks, trials, PARTS, SEED)).toEqual(
      compositeInterval(tasks, trials, PARTS, SEED),
    );
    expect(compositeInterval(tasks, trials, PARTS, other)).toMatchObject({ seed: other });
  });

  it("measures safety in every resample or in none", () => {
    // One candidate, confirmed, among 40 plain tasks that all go wrong. An unstratified draw would miss the candidate in
    // more than a third of the resamples, and each miss would drop safety's 30 points from the denominator.
    const tasks = many(41);
    const trials = tasks.map(({ id }, index) =>
      index === 0 ? trial(id, { confirmed: true }) : trial(id, { right: false }),
    );
    const { low, high } = measured(compositeInterval(tasks, trials, PARTS, SEED));
    // safety 30, legibility 12 + 18/41, economics 20, discoverability 20/41 × …: the same in every resample.
    expect(low).toBe(high);
    expect(low).toBeGreaterThan(60);
  });

  it("draws the trials of a task together", () => {
    const tasks = many(20);
    const one = tasks.map(({ id }, index) => trial(id, { right: index % 2 === 0 }));
    const five = tasks.flatMap(({ id }, index) =>
      [0, 1, 2, 3, 4].map((number) => trial(id, { right: index % 2 === 0, trial: number })),
    );
    // The same answer five times is the same evidence: the interval must not get narrower.
    expect(compositeInterval(tasks, five, PARTS, SEED)).toEqual(compositeInterval(tasks, one, PARTS, SEED));
  });

  it("is not measured with fewer than two tasks to draw from", () => {
    expect(compositeInterval([], [], PARTS, SEED)).toEqual({
      state: "notMeasured",
      reason: "noGradeableTrial",
    });
    const one = many(1);
    expect(compositeInterval(one, [trial("t0")], PARTS, SEED)).toEqual({
      state: "notMeasured",
      reason: "tooFewTasks",
    });
    // One task in each stratum: every resample would be the run itself.
    const two = many(2);
    expect(compositeInterval(two, [trial("t0"), trial("t1", { confirmed: true })], PARTS, SEED)).toEqual({
      state: "notMeasured",
      reason: "tooFewTasks",
    });
  });

  it("contains the composite of reports, whose formulas it repeats in doubles", () => {
    for (const evidence of [paperDesk(), busyDesk()]) {
      const { ci95, composite } = deriveReport(evidence).score;
      const { low, high } = measured(ci95);
      expect(low).toBeLessThan(composite.value);
      expect(high).toBeGreaterThan(composite.value);
    }
  });

  it("takes at most a tenth of a second for 400 tasks", () => {
    const tasks = many(400);
    const trials = tasks.map(({ id }, index) => trial(id, { right: index % 3 !== 0 }));
    compositeInterval(tasks, trials, PARTS, SEED);
    const before = process.cpuUsage();
    compositeInterval(tasks, trials, PARTS, SEED);
    // Processor time with a margin for the collector; it takes about a fifth of this.
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });
});
