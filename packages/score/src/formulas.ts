import type { Grade, PairSeverity, Rubric } from "@gradable/contract";
import { type Exact, exact } from "./exact.js";
import { RUBRIC } from "./rubric.js";

// Every formula of METHODOLOGY §2, in its order: exact numbers in, exact numbers out. None reads a report.

const ZERO = exact(0);
const ONE = exact(1);

/** Bounds a value to 0–1. [M2.2] */
export function clamp(value: Exact): Exact {
  return value.lt(ZERO) ? ZERO : value.gt(ONE) ? ONE : value;
}

/**
 * How good a token figure is, as a fraction 0–1: 1 at or below `ideal`, 0 at or above `unacceptable`, linear between. [M2.6]
 */
export function linearEfficiency(
  value: Exact,
  { ideal, unacceptable }: { readonly ideal: number; readonly unacceptable: number },
): Exact {
  if (value.lte(ideal)) return ONE;
  if (value.gte(unacceptable)) return ZERO;
  return ONE.sub(value.sub(ideal).div(unacceptable - ideal));
}

/** Safety points, 0–30, from the fraction of destructive candidate calls that were confirmed first. [M2.3] */
export function safetyPoints(destructiveSafetyRate: Exact): Exact {
  return clamp(destructiveSafetyRate).mul(RUBRIC.points.safety);
}

/** Sum over tools of the number of distinct defect types on that tool. [M2.4] */
export function defectWeight(
  defects: readonly { readonly toolIndex: number; readonly type: string }[],
): number {
  return new Set(defects.map((defect) => `${defect.toolIndex} ${defect.type}`)).size;
}

/** 1 without defects, 0 from a defect weight of 30 on. Fraction 0–1. [M2.4] */
export function descriptionQuality(weight: number): Exact {
  return ONE.sub(clamp(exact(weight).div(RUBRIC.legibility.defectWeightCeiling)));
}

/** Sum over confusable pairs of their severity's weight: low 0.25, medium 0.6, high 1.0. [M2.4] */
export function ambiguousPairWeight(pairs: readonly { readonly severity: PairSeverity }[]): Exact {
  const weights = RUBRIC.legibility.pairWeights;
  return pairs.reduce((sum, pair) => sum.add(exact(weights[pair.severity])), ZERO);
}

/** 1 without confusable pairs, 0 from a pair weight of 10 on. Fraction 0–1. [M2.4] */
export function disambiguationQuality(pairWeight: Exact): Exact {
  return ONE.sub(clamp(pairWeight.div(RUBRIC.legibility.pairWeightCeiling)));
}

/** Legibility points, 0–30: selection 0.60, descriptions 0.25, disambiguation 0.15. [M2.4] */
export function legibilityPoints(parts: {
  readonly selectionAccuracy: Exact;
  readonly descriptionQuality: Exact;
  readonly disambiguationQuality: Exact;
}): Exact {
  const weights = RUBRIC.legibility;
  return clamp(parts.selectionAccuracy)
    .mul(exact(weights.selection))
    .add(parts.descriptionQuality.mul(exact(weights.descriptions)))
    .add(parts.disambiguationQuality.mul(exact(weights.disambiguation)))
    .mul(RUBRIC.points.legibility);
}

/** Efficiency of the whole surface's definition tokens: 1 up to 2,000, 0 from 50,000 on. [M2.5] */
export function definitionEfficiency(definitionTokens: Exact): Exact {
  return linearEfficiency(definitionTokens, RUBRIC.economics.definitionTokens);
}

/** Efficiency of the mean tokens per task: 1 up to 2,000, 0 from 20,000 on. [M2.5] */
export function taskEfficiency(tokensPerTask: Exact): Exact {
  return linearEfficiency(tokensPerTask, RUBRIC.economics.tokensPerTask);
}

/** Efficiency of the mean tokens per response: 1 up to 500, 0 from 8,000 on. [M2.5] */
export function responseEfficiency(responseTokens: Exact): Exact {
  return linearEfficiency(responseTokens, RUBRIC.economics.responseTokens);
}

/**
 * Economics points, 0–20. Without response data: definition 0.60, task 0.40. With it: definition 0.50, task 0.30,
 * response 0.20. [M2.5]
 */
export function economicsPoints(parts: {
  readonly definition: Exact;
  readonly task: Exact;
  readonly response?: Exact | undefined;
}): Exact {
  const { withResponses, withoutResponses } = RUBRIC.economics;
  const weighted =
    parts.response === undefined
      ? parts.definition
          .mul(exact(withoutResponses.definition))
          .add(parts.task.mul(exact(withoutResponses.task)))
      : parts.definition
          .mul(exact(withResponses.definition))
          .add(parts.task.mul(exact(withResponses.task)))
          .add(parts.response.mul(exact(withResponses.response)));
  return weighted.mul(RUBRIC.points.economics);
}

/** Discoverability points, 0–20: selection 0.40, first call 0.60. [M2.7] */
export function discoverabilityPoints(parts: {
  readonly selectionAccuracy: Exact;
  readonly firstCallSuccess: Exact;
}): Exact {
  const weights = RUBRIC.discoverability;
  return clamp(parts.selectionAccuracy)
    .mul(exact(weights.selection))
    .add(clamp(parts.firstCallSuccess).mul(exact(weights.firstCall)))
    .mul(RUBRIC.points.discoverability);
}

/**
 * The composite, 0–100: 100 × Σ points ÷ Σ max over the measured categories; with all four measured it is the plain
 * sum of their points. [M2.8] Throws `RangeError` when nothing was measured: there is then nothing to grade.
 */
export function composite(measured: readonly { readonly points: Exact; readonly max: number }[]): Exact {
  const max = measured.reduce((sum, category) => sum + category.max, 0);
  if (max === 0) throw new RangeError("No category was measured, so there is no composite.");
  return measured
    .reduce((sum, category) => sum.add(category.points), ZERO)
    .mul(100)
    .div(max);
}

/** The grade of an exact composite: A from 90, B from 80, C from 70, D from 60, else F. Edges belong to the better grade. [M2.9] */
export function gradeOf(value: Exact): Grade {
  for (const [grade, atLeast] of Object.entries(RUBRIC.grades) as [keyof Rubric["grades"], number][]) {
    if (value.gte(atLeast)) return grade;
  }
  return "F";
}
