import {
  CATEGORIES,
  type Category,
  type DifferenceReading,
  type Quantity,
  type Ratio,
  type Report,
} from "@gradable/contract";
import { differenceInterval, fromStored, type Interval, newcombeInterval, toQuantity } from "@gradable/score";
import { rankingIntervalOf } from "../rank/ranking-interval.js";
import { independentRequests } from "../report/independent-requests.js";
import type { Comparison, RateChange } from "./schema.js";
import { toolTokens } from "./surface.js";

/** The difference of the composites with its interval, and of the points of each category. */
export function scoreComparison(a: Report, b: Report): Comparison["score"] {
  const [left, right] = [a.score.composite, b.score.composite];
  const [leftInterval, rightInterval] = [rankingIntervalOf(a), rankingIntervalOf(b)];
  const interval =
    leftInterval === null || rightInterval === null
      ? null
      : differenceInterval({ value: left.value, ...leftInterval }, { value: right.value, ...rightInterval });
  const difference = minus(right, left);
  const category = (name: Category) => {
    const [x, y] = [a.score.categories[name], b.score.categories[name]];
    const both = x.measured && y.measured;
    return { max: y.max, a: x.points, b: y.points, difference: both ? minus(y.points, x.points) : null };
  };
  const categories = Object.fromEntries(CATEGORIES.ids.map((name) => [name, category(name)]));
  return {
    difference,
    interval,
    reading: readingOf(difference.value, interval),
    categories: categories as Comparison["score"]["categories"],
  };
}

/** The rates behind the points, each over as many requests as it independently stands on. */
export function rateComparison(a: Report, b: Report): Comparison["rates"] {
  const [left, right] = [independentRequests(a), independentRequests(b)];
  const rate = (name: keyof Comparison["rates"], over: "all" | "destructive"): RateChange => {
    const [x, y] = [a.runs.baseline.metrics[name], b.runs.baseline.metrics[name]];
    if (x.state === "notMeasured" || y.state === "notMeasured") {
      return { a: x, b: y, difference: null, interval: null, reading: "notMeasured" };
    }
    const interval = newcombeInterval(
      { rate: x.value, units: left[over] },
      { rate: y.value, units: right[over] },
    );
    const difference = minus(y, x).value;
    return { a: x, b: y, difference, interval, reading: readingOf(difference, interval) };
  };
  return {
    selectionAccuracy: rate("selectionAccuracy", "all"),
    firstCallSuccess: rate("firstCallSuccess", "all"),
    destructiveSafetyRate: rate("destructiveSafetyRate", "destructive"),
  };
}

/** Definition tokens whole and per tool, and the mean per request. */
export function tokenComparison(a: Report, b: Report): Comparison["tokens"] {
  const [left, right] = [a.economics.definitionTokens, b.economics.definitionTokens];
  const [before, after] = [a, b].map((report) => report.runs.baseline.metrics.avgTokenCostPerTask) as [
    Ratio,
    Ratio,
  ];
  const measured = before.state === "measured" && after.state === "measured";
  return {
    sameTokenizer: a.economics.tokenizer === b.economics.tokenizer,
    definition: { a: left, b: right, difference: right - left },
    perTask: { a: before, b: after, difference: measured ? minus(after, before) : null },
    tools: toolTokens(a, b),
  };
}

/** How a difference reads beside its interval. */
export function readingOf(difference: number, interval: Interval | null): DifferenceReading {
  if (difference === 0) return "noDifference";
  if (interval === null) return "notMeasured";
  return interval.low > 0 || interval.high < 0 ? "beyondNoise" : "insideNoise";
}

function minus(b: { readonly exact: string }, a: { readonly exact: string }): Quantity {
  return toQuantity(fromStored(b).sub(fromStored(a)));
}
