import { EVAL_STAGE_PARITY_BLOCKER_LABELS } from "@gradable/chain";
import {
  CATEGORIES,
  countText,
  DIFFERENCE_READINGS,
  formatScore,
  nounText,
  type Quantity,
  type Ratio,
  roundDown,
} from "@gradable/contract";
import { type Comparison, surfaceText } from "@gradable/insight";
import { fromStored } from "@gradable/score";
import { ratioText } from "./figures.js";

// What text and Markdown say alike: numbers and words of ours, nothing of a server.

/** One line of what was asked to be the same. */
export interface SameRow {
  readonly what: string;
  readonly same: boolean;
  readonly text: string;
}

/** Same surface, same requests, same judge, same methodology: yes, or in which respect not. */
export function sameRows({ a, b, surface, tasks, judge, methodology }: Comparison): SameRow[] {
  const stages = judge.stages
    .filter(({ stage, same }) => !same && stage !== "rewrite")
    .map(({ stage }) => stage);
  return [
    {
      what: "Surface",
      same: surface.same,
      text: surface.same ? `the same, ${nounText(a.tools, "tool")}` : `differs: ${surfaceText(surface)}`,
    },
    {
      what: "Requests",
      same: tasks.same,
      text: tasks.same
        ? `the same ${countText(a.tasks)}`
        : `differ: ${countText(tasks.shared)} shared, ${countText(tasks.onlyA)} only in A, ${countText(tasks.onlyB)} only in B`,
    },
    {
      what: "Judge",
      same: judge.same,
      text: judge.same ? "the same at every stage" : `differs at ${stages.join(", ")}`,
    },
    {
      what: "Methodology",
      same: methodology.same,
      text: methodology.same
        ? `the same, ${a.methodology}`
        : a.methodology === b.methodology
          ? "other constants"
          : `${a.methodology} and ${b.methodology}`,
    },
  ];
}

/** One figure on both sides. `beside` is what is said of the change: its interval, or nothing. */
export interface FigureRow {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly change: string;
  readonly beside: string;
}

/** Score, categories, rates and tokens, in the order of a report. */
export function figureRows(comparison: Comparison): FigureRow[] {
  const { a, b, score, rates, tokens } = comparison;
  const unmeasured = "not measured";
  const rate = (
    name: string,
    { a: x, b: y, difference, interval, reading }: Comparison["rates"]["firstCallSuccess"],
  ) => ({
    name,
    a: ratioText(x) ?? unmeasured,
    b: ratioText(y) ?? unmeasured,
    change: difference === null ? "" : difference === 0 ? "0" : `${signedDecimal(difference * 100)} pp`,
    beside:
      interval === null || reading === "noDifference"
        ? ""
        : `95 % interval ${ends(interval, 100)} pp, ${reading === "insideNoise" ? "inside the noise" : "beyond the noise"}`,
  });
  const perTask = (ratio: Ratio) =>
    ratio.state === "measured" ? countText(Math.round(ratio.value)) : unmeasured;
  return [
    {
      name: "Score",
      a: `${formatScore(a.composite.exact)} ${a.grade}`,
      b: `${formatScore(b.composite.exact)} ${b.grade}`,
      change: signedScore(score.difference),
      beside: scoreNoise(score),
    },
    ...CATEGORIES.ids.map((category) => {
      const { a: x, b: y, difference, max } = score.categories[category];
      return {
        name: `${CATEGORIES.label(category)} (of ${max})`,
        a: x === null ? unmeasured : formatScore(x.exact),
        b: y === null ? unmeasured : formatScore(y.exact),
        change: difference === null ? "" : signedScore(difference),
        beside: "",
      };
    }),
    rate("Right tool picked", rates.selectionAccuracy),
    rate("Well-formed first call", rates.firstCallSuccess),
    rate("Destructive calls asked about", rates.destructiveSafetyRate),
    {
      name: "Definition tokens",
      a: countText(tokens.definition.a),
      b: countText(tokens.definition.b),
      change: tokens.sameTokenizer ? signedCount(tokens.definition.difference) : "",
      beside: tokens.sameTokenizer ? "" : "counted by two tokenizers, so they don’t compare",
    },
    {
      name: "Tokens per request",
      a: perTask(tokens.perTask.a),
      b: perTask(tokens.perTask.b),
      change:
        tokens.perTask.difference === null || !tokens.sameTokenizer
          ? ""
          : signedCount(Math.round(tokens.perTask.difference.value)),
      beside: "",
    },
  ];
}

/** What is said of the difference of the scores: its interval and how it reads. */
function scoreNoise({ interval, reading }: Comparison["score"]): string {
  if (reading === "noDifference" || interval === null) return DIFFERENCE_READINGS.label(reading);
  return `95 % interval ${ends(interval, 1)}, ${reading === "insideNoise" ? "inside the noise" : "beyond the noise"}`;
}

/** Points with their sign and two decimals, rounded towards zero: "+6.32", "−0.35", "0". */
function signedScore({ exact }: Quantity): string {
  const value = fromStored({ exact });
  if (value.n === 0n) return "0";
  const text = roundDown(value.abs().toFraction(), 2);
  return `${value.s < 0n ? "−" : "+"}${text === "0.00" ? "under 0.01" : text}`;
}

/** A whole number with its sign: "+1,200", "−3", "0". */
export function signedCount(count: number): string {
  if (count === 0) return "0";
  return `${count < 0 ? "−" : "+"}${countText(Math.abs(count))}`;
}

function signedDecimal(value: number): string {
  // Towards zero like points; the small addition undoes a quotient that fell just short.
  return `${value < 0 ? "−" : "+"}${(Math.floor(Math.abs(value) * 10 + 1e-9) / 10).toFixed(1)}`;
}

/** The ends of an interval rounded outwards to one decimal, with their signs. */
function ends({ low, high }: { readonly low: number; readonly high: number }, scale: number): string {
  const shown = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;
  return `${shown(Math.floor(low * scale * 10) / 10)} to ${shown(Math.ceil(high * scale * 10) / 10)}`;
}

/** Why two reports may not be compared, in words; empty when they may. */
export function blockersText({ a, b, blockers }: Comparison): string {
  return [
    ...blockers.map((blocker) => EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker]),
    ...(a.mismatchCount > 0 ? ["the figures of A do not follow from its evidence"] : []),
    ...(b.mismatchCount > 0 ? ["the figures of B do not follow from its evidence"] : []),
  ].join("; ");
}
