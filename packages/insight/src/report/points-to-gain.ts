import type { Report } from "@gradable/contract";
import { LOSSES, type LossId } from "@gradable/contract";
import Fraction from "fraction.js";

/**
 * Points of the composite (0–100) that one kind of shortfall costs, which is what mending all of it would gain with
 * everything else unchanged. `count` says of how many things: trials, defects, pairs or tokens.
 */
export interface PointLoss {
  readonly id: LossId;
  readonly exact: string;
  readonly count: number;
}

/**
 * Every loss of a report that is not zero, largest first. Together they are exactly 100 minus the composite: each is
 * one term of the formulas of METHODOLOGY §2, taken with the constants in the report, and scaled by 100 ÷ the points
 * of the measured categories as the composite is.
 */
export function pointsToGain(report: Report): PointLoss[] {
  const { rubric, runs } = report;
  const { safety, legibility, economics, discoverability } = report.score.categories;
  const counts = runs.baseline.counts;
  const scale = compositeScale(report);
  const losses: PointLoss[] = [];
  const lose = (id: LossId, points: Fraction, count: number) => {
    const scaled = points.mul(scale);
    if (scaled.n !== 0n) losses.push({ id, exact: scaled.toFraction(), count });
  };

  if (safety.measured) {
    lose(
      "unsafe-destructive-calls",
      shortfall(safety.inputs.destructiveSafetyRate.exact).mul(safety.max),
      counts.destructiveCandidates - counts.destructiveConfirmed,
    );
  }
  const missed = counts.gradeableTrials - counts.correctSelections;
  const malformed = counts.correctSelections - counts.successfulFirstCalls;
  let missedPoints = new Fraction(0);
  if (legibility.measured) {
    const { selection, descriptions, disambiguation } = rubric.legibility;
    missedPoints = missedPoints.add(
      shortfall(legibility.inputs.selectionAccuracy.exact).mul(selection).mul(legibility.max),
    );
    lose(
      "description-defects",
      shortfall(legibility.inputs.descriptionQuality.exact).mul(descriptions).mul(legibility.max),
      legibility.inputs.defectWeight,
    );
    lose(
      "confusable-pairs",
      shortfall(legibility.inputs.disambiguationQuality.exact).mul(disambiguation).mul(legibility.max),
      report.analysis.confusablePairs.length,
    );
  }
  if (discoverability.measured) {
    const { selectionAccuracy, firstCallSuccess } = discoverability.inputs;
    const { selection, firstCall } = rubric.discoverability;
    // A missed selection cannot be a successful first call, so it costs both terms; what is left of the second
    // is calls to the right tool whose arguments did not fit.
    const missedRate = shortfall(selectionAccuracy.exact);
    missedPoints = missedPoints.add(
      missedRate.mul(new Fraction(selection).add(firstCall)).mul(discoverability.max),
    );
    lose(
      "malformed-first-calls",
      shortfall(firstCallSuccess.exact).sub(missedRate).mul(firstCall).mul(discoverability.max),
      malformed,
    );
  }
  lose("missed-selections", missedPoints, missed);
  if (economics.measured) {
    const { definition, task, response } = economics.inputs;
    const weights = economicsWeights(report);
    const term = (weight: string, efficiency: { readonly exact: string }) =>
      shortfall(efficiency.exact).mul(weight).mul(economics.max);
    lose(
      "definition-tokens",
      term(weights.definition, definition.efficiency),
      report.economics.definitionTokens,
    );
    if (task) lose("tokens-per-task", term(weights.task, task.efficiency), Math.round(task.input.value));
    if (response && weights.response !== null) {
      lose("response-tokens", term(weights.response, response.efficiency), Math.round(response.input.value));
    }
  }
  return losses.sort(
    (a, b) =>
      new Fraction(b.exact).compare(new Fraction(a.exact)) ||
      LOSSES.ids.indexOf(a.id) - LOSSES.ids.indexOf(b.id),
  );
}

/** What separates the composite from 100, exact. */
export function missingPoints({ score }: Report): string {
  return new Fraction(100).sub(score.composite.exact).toFraction();
}

/** The points of the categories that were measured, which is what the composite is a percentage of (100 with all). */
export function measuredPoints(report: Report): number {
  return Object.values(report.score.categories)
    .filter((category) => category.measured)
    .reduce((sum, category) => sum + category.max, 0);
}

function compositeScale(report: Report): Fraction {
  const points = measuredPoints(report);
  return points === 0 ? new Fraction(0) : new Fraction(100, points);
}

function economicsWeights({ rubric, score }: Report) {
  return score.categories.economics.inputs.response === null
    ? { ...rubric.economics.withoutResponses, response: null }
    : rubric.economics.withResponses;
}

/** 1 − x; nothing is lost where nothing was measured. */
function shortfall(exact: string | null): Fraction {
  return exact === null ? new Fraction(0) : new Fraction(1).sub(exact);
}
