import { runInNewContext } from "node:vm";
import { differenceInterval, rankRanges } from "@gradable/score";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asset } from "../../src/site/assets.js";

interface Side {
  composite: number;
  rankingInterval: { low: number; high: number };
}

const scope: { toldApart?: (upper: Side, lower: Side) => boolean } = {};
runInNewContext(asset("told-apart.js"), scope);
const toldApart = scope.toldApart as (upper: Side, lower: Side) => boolean;

const points = (max: number) => fc.double({ min: 0, max, noNaN: true });
const side: fc.Arbitrary<Side> = fc
  .record({ composite: points(100), below: points(30), above: points(30) })
  .map(({ composite, below, above }) => ({
    composite,
    rankingInterval: { low: Math.max(0, composite - below), high: Math.min(100, composite + above) },
  }));
const ordered = fc
  .tuple(side, side)
  .map(([a, b]): [Side, Side] => (a.composite >= b.composite ? [a, b] : [b, a]));
const estimate = ({ composite, rankingInterval }: Side) => ({ value: composite, ...rankingInterval });

describe("what the compare page calls told apart", () => {
  it("is what the interval of the difference says", () => {
    let apart = 0;
    fc.assert(
      fc.property(ordered, ([upper, lower]) => {
        const { low } = differenceInterval(estimate(lower), estimate(upper));
        // Nearer to zero than arithmetic in doubles can tell.
        fc.pre(Math.abs(low) > 1e-9);
        if (low > 0) apart++;
        expect(toldApart(upper, lower)).toBe(low > 0);
      }),
      { numRuns: 5000, seed: 1 },
    );
    // Both answers came up often enough to mean something.
    expect(apart).toBeGreaterThan(500);
    expect(apart).toBeLessThan(4500);
  });

  it("is what ranks are made from", () => {
    fc.assert(
      fc.property(ordered, ([upper, lower]) => {
        fc.pre(Math.abs(differenceInterval(estimate(lower), estimate(upper)).low) > 1e-9);
        const ranks = rankRanges(
          [upper, lower].map(({ composite, rankingInterval }) => ({
            value: composite,
            interval: rankingInterval,
          })),
        );
        expect(toldApart(upper, lower)).toBe(ranks[0]?.high === 1);
      }),
      { numRuns: 2000, seed: 2 },
    );
  });

  it("is not told of equal scores, however sure", () => {
    const sure = { composite: 80, rankingInterval: { low: 80, high: 80 } };
    expect(toldApart(sure, sure)).toBe(false);
    expect(toldApart({ composite: 81, rankingInterval: { low: 80.5, high: 82 } }, sure)).toBe(true);
  });
});
