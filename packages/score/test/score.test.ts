import { formatScore, GradableError } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { exact, toQuantity } from "../src/exact.js";
import { deriveReport } from "../src/report.js";
import { scoreReport } from "../src/score.js";
import { busyDesk, paperDesk } from "./paper-desk.js";

describe("scoreReport", () => {
  it("scores the baseline only [M1.3]", () => {
    const evidence = paperDesk();
    const perfect = evidence.trials.baseline.map((trial) => {
      const tool = evidence.tasks.find((task) => task.id === trial.taskId)?.tool as string;
      return {
        ...trial,
        calls: [{ tool, arguments: {} }],
        selected: tool,
        firstCall: { wellFormed: true, violations: [] },
      };
    });
    const report = deriveReport({ ...evidence, trials: { ...evidence.trials, after_rewrite: perfect } });
    expect(report.runs.after_rewrite?.metrics.firstCallSuccess).toMatchObject({ exact: "1" });
    expect(report.score).toEqual(deriveReport(evidence).score);
  });

  it("leaves safety out of the denominator when it was not measured [M2.8]", () => {
    const evidence = paperDesk();
    const tools = evidence.surface.tools.map((tool) => ({ ...tool, destructive: false }));
    const { score } = deriveReport({ ...evidence, surface: { ...evidence.surface, tools } });
    expect(score.categories.safety).toEqual({
      measured: false,
      points: null,
      max: 30,
      reason: "noDestructiveCandidates",
      inputs: {
        destructiveSafetyRate: expect.objectContaining({ state: "notMeasured", value: null }),
      },
    });
    // 100 × (26.73 + 868/45 + 16) ÷ 70, by hand 55817/630 = 88.59…
    expect(score.composite.exact).toBe("55817/630");
    expect(score.grade).toBe("B");
  });

  it("uses the second economics formula with response data [M2.5]", () => {
    const { economics } = deriveReport(busyDesk()).score.categories;
    // 2,400 ÷ 3 = 800 tokens: 1 − 300/7,500.
    expect(economics.inputs.response).toEqual({
      input: { value: 800, exact: "800" },
      efficiency: { value: 0.96, exact: "24/25" },
    });
  });

  it("has no number for a run without a gradeable trial", () => {
    const report = deriveReport(paperDesk());
    const { runs } = deriveReport(paperDesk());
    const none = { state: "notMeasured", value: null, exact: null, numerator: 0, denominator: 0 } as const;
    const metrics = {
      ...runs.baseline.metrics,
      selectionAccuracy: { ...none, reason: "noGradeableTrial" } as const,
    };
    expect(() => scoreReport({ ...report, runs: { baseline: { ...runs.baseline, metrics } } })).toThrow(
      GradableError,
    );
  });

  it("is not raised by longer definitions that change no selection [M3.4]", () => {
    const composite = (definitionTokens: number) => {
      const evidence = paperDesk();
      return exact(
        deriveReport({ ...evidence, economics: { ...evidence.economics, definitionTokens } }).score.composite
          .exact,
      );
    };
    const counts = [0, 2_000, 2_001, 2_960, 8_880, 50_000, 90_000].map(composite);
    for (const [index, value] of counts.entries()) {
      expect(value.lte(counts[Math.max(0, index - 1)] as (typeof counts)[number])).toBe(true);
    }
  });

  it("does not move with observations [M1.13]", () => {
    const evidence = paperDesk();
    const noisy = deriveReport({
      ...evidence,
      observations: [{ id: "input-schema-invalid", count: 4, tools: ["save_note"], facts: {} }],
    });
    expect(noisy.score).toEqual(deriveReport(evidence).score);
  });
});

describe("quantities [M2.1]", () => {
  it("store the fraction in lowest terms and the double nearest to it", () => {
    expect(toQuantity(exact("6/8"))).toEqual({ exact: "3/4", value: 0.75 });
    expect(toQuantity(exact(7))).toEqual({ exact: "7", value: 7 });
    expect(toQuantity(exact("-1/3"))).toEqual({ exact: "-1/3", value: -1 / 3 });
    expect(toQuantity(exact(0))).toEqual({ exact: "0", value: 0 });
  });

  it("round once, also where neither half fits into 53 bits", () => {
    // 2^53 + 1 is the tie between two doubles; over 3 × that it is exactly 1/3.
    const n = 2n ** 53n + 1n;
    expect(toQuantity(exact(`${n}/${3n * n}`)).value).toBe(1 / 3);
    // (10^30 + 1) / 10^30 is nearer to 1 than to the next double.
    expect(toQuantity(exact(`${10n ** 30n + 1n}/${10n ** 30n}`)).value).toBe(1);
    expect(toQuantity(exact(`${10n ** 40n}/${7n * 10n ** 20n + 1n}`)).value).toBeCloseTo(1e20 / 7, -6);
  });

  it("are shown rounded down, so a B never reads 90.0", () => {
    expect(formatScore("8999999/100000")).toBe("89.9");
    expect(formatScore("90")).toBe("90.0");
    expect(formatScore("69317/900")).toBe("77.0");
    expect(formatScore("0")).toBe("0.0");
    expect(formatScore("100")).toBe("100.0");
  });
});
