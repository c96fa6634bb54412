import { DEFECTS, formatScore, GRADES, PAIR_SEVERITIES, type Trial } from "@gradable/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differences } from "../src/difference.js";
import { exact, toQuantity } from "../src/exact.js";
import {
  ambiguousPairWeight,
  clamp,
  composite,
  descriptionQuality,
  disambiguationQuality,
  discoverabilityPoints,
  economicsPoints,
  gradeOf,
  legibilityPoints,
  linearEfficiency,
  safetyPoints,
} from "../src/formulas.js";
import { deriveReport, type ReportEvidence } from "../src/report.js";
import { verify } from "../src/verify.js";
import { busyDesk } from "./paper-desk.js";

const rational = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 100_000 }))
  .map(([p, q]) => exact(`${p}/${q}`));
const fraction = fc
  .tuple(fc.nat(10_000), fc.integer({ min: 1, max: 10_000 }))
  .map(([p, q]) => exact(`${Math.min(p, q)}/${q}`));
const pair = fc
  .tuple(fraction, fraction)
  .map(([a, b]) => (a.lte(b) ? { low: a, high: b } : { low: b, high: a }));

describe("formulas, for all inputs", () => {
  it("clamp is within 0–1, idempotent, and keeps what is within [M2.2]", () => {
    fc.assert(
      fc.property(rational, (x) => {
        const clamped = clamp(x);
        expect(clamped.gte(0) && clamped.lte(1)).toBe(true);
        expect(clamp(clamped).equals(clamped)).toBe(true);
        if (x.gte(0) && x.lte(1)) expect(clamped.equals(x)).toBe(true);
      }),
    );
  });

  it("linearEfficiency is within 0–1 and never rises with the value [M2.6]", () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(100_000),
        fc.nat(50_000),
        fc.integer({ min: 1, max: 50_000 }),
        (a, b, ideal, span) => {
          const range = { ideal, unacceptable: ideal + span };
          const [less, more] = [Math.min(a, b), Math.max(a, b)].map((v) => linearEfficiency(exact(v), range));
          expect(less?.gte(more as NonNullable<typeof more>)).toBe(true);
          expect(more?.gte(0) && less?.lte(1)).toBe(true);
        },
      ),
    );
  });

  it("qualities fall with their weights and stay within 0–1 [M2.4]", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), (weight, more) => {
        for (const quality of [descriptionQuality, (w: number) => disambiguationQuality(exact(w))]) {
          expect(quality(weight).gte(quality(weight + more))).toBe(true);
          expect(quality(weight).lte(1) && quality(weight + more).gte(0)).toBe(true);
        }
      }),
    );
  });

  it("points rise with each part, and are 0 at worst and max at best", () => {
    fc.assert(
      fc.property(pair, fraction, fraction, ({ low, high }, b, c) => {
        const rises = (points: (x: typeof low) => { lte(x: unknown): boolean }) =>
          expect(points(low).lte(points(high))).toBe(true);
        rises((x) => safetyPoints(x));
        rises((x) =>
          legibilityPoints({ selectionAccuracy: x, descriptionQuality: b, disambiguationQuality: c }),
        );
        rises((x) =>
          legibilityPoints({ selectionAccuracy: b, descriptionQuality: x, disambiguationQuality: c }),
        );
        rises((x) =>
          legibilityPoints({ selectionAccuracy: b, descriptionQuality: c, disambiguationQuality: x }),
        );
        rises((x) => economicsPoints({ definition: x, task: b }));
        rises((x) => economicsPoints({ definition: b, task: x }));
        rises((x) => economicsPoints({ definition: b, task: c, response: x }));
        rises((x) => discoverabilityPoints({ selectionAccuracy: x, firstCallSuccess: b }));
        rises((x) => discoverabilityPoints({ selectionAccuracy: b, firstCallSuccess: x }));
      }),
    );
  });

  it("composite is within 0–100, in any order of the categories [M2.8]", () => {
    const category = fc
      .tuple(fraction, fc.constantFrom(20, 30))
      .map(([share, max]) => ({ points: share.mul(max), max }));
    fc.assert(
      fc.property(fc.array(category, { minLength: 1, maxLength: 4 }), (categories) => {
        const value = composite(categories);
        expect(value.gte(0) && value.lte(100)).toBe(true);
        expect(composite([...categories].reverse()).equals(value)).toBe(true);
      }),
    );
  });

  it("a better composite never has a worse grade [M2.9]", () => {
    fc.assert(
      fc.property(pair, ({ low, high }) => {
        expect(GRADES.indexOf(gradeOf(high.mul(100)))).toBeLessThanOrEqual(
          GRADES.indexOf(gradeOf(low.mul(100))),
        );
      }),
    );
  });

  it("what is shown is never above the number, and within a tenth of it [M2.1]", () => {
    fc.assert(
      fc.property(fraction, (x) => {
        const value = x.mul(100);
        const shown = exact(formatScore(value.toFraction()));
        expect(shown.lte(value) && value.sub(shown).lt("1/10")).toBe(true);
        // The letter that the shown number suggests is the letter that stands beside it.
        expect(gradeOf(shown)).toBe(gradeOf(value));
      }),
    );
  });

  it("stored doubles are the nearest ones [M2.1]", () => {
    const big = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(big, big, (n, d) => {
        const value = toQuantity(exact(`${n}/${d}`)).value;
        const bits = new BigUint64Array(new Float64Array([value]).buffer);
        const neighbour = (step: bigint) =>
          new Float64Array(new BigUint64Array([(bits[0] as bigint) + step]).buffer)[0];
        const distance = (x: number | undefined) =>
          exact(`${n}/${d}`)
            .sub(exactDouble(x as number))
            .abs();
        expect(distance(value).lte(distance(neighbour(1n)))).toBe(true);
        expect(distance(value).lte(distance(neighbour(-1n)))).toBe(true);
      }),
    );
  });
});

/** A positive double as the fraction it is. */
function exactDouble(value: number) {
  let [numerator, denominator] = [value, 1n];
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return exact(`${BigInt(numerator)}/${denominator}`);
}

/** A change of one gradeable trial of the busy desk, or of its findings. */
const edit = fc.record({
  wrong: fc.uniqueArray(fc.nat(15), { maxLength: 6 }),
  malformed: fc.uniqueArray(fc.nat(15), { maxLength: 6 }),
  defects: fc.uniqueArray(fc.tuple(fc.nat(3), fc.constantFrom(...DEFECTS.ids)), {
    maxLength: 12,
    selector: (defect) => defect.join(),
  }),
  pairs: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom([0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]),
      fc.constantFrom(...PAIR_SEVERITIES.ids),
    ),
    { maxLength: 6, selector: ([indexes]) => indexes.join() },
  ),
});

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function edited({ wrong, malformed, defects, pairs }: Edit): ReportEvidence {
  const evidence = busyDesk();
  const { tools } = evidence.surface;
  const name = (index: number) => tools[index]?.name as string;
  const baseline = evidence.trials.baseline.map((trial, index): Trial => {
    if (trial.firstCall === null) return trial;
    const tool = wrong.includes(index) ? "save_note" : (trial.selected as string);
    return {
      ...trial,
      calls: [{ tool, arguments: {} }],
      selected: tool,
      firstCall: malformed.includes(index) ? { wellFormed: false, violations: ["no"] } : trial.firstCall,
    };
  });
  return {
    ...evidence,
    trials: { baseline },
    analysis: {
      suggestions: [],
      defects: defects
        .map(([toolIndex, type]) => ({ tool: name(toolIndex), toolIndex, type, evidence: "made up" }))
        .sort(
          (a, b) => a.toolIndex - b.toolIndex || DEFECTS.ids.indexOf(a.type) - DEFECTS.ids.indexOf(b.type),
        ),
      confusablePairs: pairs
        .map(([[a, b], severity]) => ({
          tools: [name(a as number), name(b as number)] as [string, string],
          toolIndexes: [a, b] as [number, number],
          severity,
          evidence: "made up",
        }))
        .sort((a, b) => a.toolIndexes[0] - b.toolIndexes[0] || a.toolIndexes[1] - b.toolIndexes[1]),
    },
  };
}

const RUNS = { numRuns: 40 };

describe("reports, for all evidence", () => {
  it("verify, and score within 0–100 with each category within its points", () => {
    fc.assert(
      fc.property(edit, (change) => {
        const report = deriveReport(edited(change));
        expect(verify(report)).toEqual([]);
        expect(report.score.composite.value).toBeGreaterThanOrEqual(0);
        expect(report.score.composite.value).toBeLessThanOrEqual(100);
        for (const category of Object.values(report.score.categories)) {
          expect(category.points?.value ?? 0).toBeGreaterThanOrEqual(0);
          expect(category.points?.value ?? 0).toBeLessThanOrEqual(category.max);
        }
      }),
      RUNS,
    );
  });

  it("do not depend on the order in which trials finished", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(16).keys()], { minLength: 16 }), (order) => {
        const evidence = busyDesk();
        const baseline = order.map((index) => evidence.trials.baseline[index] as Trial);
        const shuffled = deriveReport({ ...evidence, trials: { ...evidence.trials, baseline } });
        expect(differences(shuffled, deriveReport(evidence))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("never gain from a defect, a pair or a malformed call", () => {
    fc.assert(
      fc.property(edit, edit, (change, worse) => {
        const score = (value: Edit) => exact(deriveReport(edited(value)).score.composite.exact);
        const base = score(change);
        const union = <Item>(a: readonly Item[], b: readonly Item[], key: (item: Item) => string) => [
          ...new Map([...b, ...a].map((item) => [key(item), item])).values(),
        ];
        expect(
          score({ ...change, malformed: union(change.malformed, worse.malformed, String) }).lte(base),
        ).toBe(true);
        expect(score({ ...change, defects: union(change.defects, worse.defects, String) }).lte(base)).toBe(
          true,
        );
        const pairs = union(change.pairs, worse.pairs, ([indexes]) => String(indexes));
        expect(score({ ...change, pairs }).lte(base)).toBe(true);
      }),
      RUNS,
    );
  });

  it("weigh a worse severity more [M3.3]", () => {
    const [low, medium, high] = PAIR_SEVERITIES.ids.map((severity) => ambiguousPairWeight([{ severity }]));
    expect(low?.lt(medium as typeof low) && medium?.lt(high as typeof low)).toBe(true);
  });
});
