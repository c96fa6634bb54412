import {
  evidenceUnit,
  GradableError,
  type Ratio,
  type Report,
  type Score,
  taskSetSha256,
} from "@gradable/contract";
import { compositeInterval } from "./composite-interval.js";
import { type Exact, exact, fromStored, toQuantity } from "./exact.js";
import {
  ambiguousPairWeight,
  composite,
  defectWeight,
  definitionEfficiency,
  descriptionQuality,
  disambiguationQuality,
  discoverabilityPoints,
  economicsPoints,
  gradeOf,
  legibilityPoints,
  responseEfficiency,
  safetyPoints,
  taskEfficiency,
} from "./formulas.js";
import { RUBRIC } from "./rubric.js";

/** What a score is computed from; a report is one. Only the baseline run scores. [M1.3] */
export interface ScoreEvidence extends Pick<Report, "tasks" | "analysis" | "economics"> {
  readonly runs: Pick<Report["runs"], "baseline">;
  /** Who wrote the requests decides what one piece of evidence is; without it, a request is. */
  readonly judge?: Pick<Report["judge"], "stages">;
}

/**
 * The score of recorded evidence: four categories with their inputs, the composite, its grade and its interval.
 *
 * Exact from counts to composite; the grade is taken from the exact composite. Throws `GradableError`
 * `no-gradeable-trial` (owner judge, stage score) when no trial was gradeable: that run has no grade. [M2.8]
 */
export function scoreReport({ tasks, runs, analysis, economics, judge }: ScoreEvidence): Score {
  const { metrics, counts, trials } = runs.baseline;
  const { selectionAccuracy, firstCallSuccess, avgTokenCostPerTask, destructiveSafetyRate } = metrics;
  const selection = measuredValue(selectionAccuracy);
  const firstCall = measuredValue(firstCallSuccess);
  const tokensPerTask = measuredValue(avgTokenCostPerTask);
  if (selection === null || firstCall === null || tokensPerTask === null) {
    throw new GradableError({
      code: "no-gradeable-trial",
      owner: "judge",
      stage: "score",
      message: `None of the ${counts.attemptedTrials} trials that were tried gave an answer that can be graded, so there is no score.`,
      hint: "See the errors of the trials, then scan again.",
      facts: { configuredTrials: counts.configuredTrials, attemptedTrials: counts.attemptedTrials },
    });
  }

  const safetyRate = measuredValue(destructiveSafetyRate);
  const defects = defectWeight(analysis.defects);
  const pairs = ambiguousPairWeight(analysis.confusablePairs);
  const descriptions = descriptionQuality(defects);
  const disambiguation = disambiguationQuality(pairs);
  const definitionTokens = exact(economics.definitionTokens);
  const definition = definitionEfficiency(definitionTokens);
  const task = taskEfficiency(tokensPerTask);
  const { responses } = economics;
  const responseTokens = responses === null ? undefined : exact(responses.totalTokens).div(responses.count);
  const response = responseTokens && responseEfficiency(responseTokens);

  const points = {
    safety: safetyRate === null ? null : safetyPoints(safetyRate),
    legibility: legibilityPoints({
      selectionAccuracy: selection,
      descriptionQuality: descriptions,
      disambiguationQuality: disambiguation,
    }),
    economics: economicsPoints({ definition, task, response }),
    discoverability: discoverabilityPoints({ selectionAccuracy: selection, firstCallSuccess: firstCall }),
  };
  const max = RUBRIC.points;
  const total = composite(
    (Object.keys(points) as (keyof typeof points)[]).flatMap((category) => {
      const earned = points[category];
      return earned === null ? [] : [{ points: earned, max: max[category] }];
    }),
  );
  const measured = (earned: Exact) => ({ measured: true, points: toQuantity(earned) }) as const;

  return {
    composite: toQuantity(total),
    grade: gradeOf(total),
    ci95: compositeInterval(
      tasks,
      trials,
      {
        descriptionQuality: descriptions.valueOf(),
        disambiguationQuality: disambiguation.valueOf(),
        definitionEfficiency: definition.valueOf(),
        responseEfficiency: response?.valueOf(),
      },
      taskSetSha256(tasks),
      evidenceUnit(judge),
    ),
    categories: {
      safety: {
        ...(points.safety === null
          ? { measured: false, points: null, reason: "noDestructiveCandidates" }
          : measured(points.safety)),
        max: max.safety,
        inputs: { destructiveSafetyRate },
      },
      legibility: {
        ...measured(points.legibility),
        max: max.legibility,
        inputs: {
          selectionAccuracy,
          defectWeight: defects,
          descriptionQuality: toQuantity(descriptions),
          ambiguousPairWeight: toQuantity(pairs),
          disambiguationQuality: toQuantity(disambiguation),
        },
      },
      economics: {
        ...measured(points.economics),
        max: max.economics,
        inputs: {
          definition: { input: toQuantity(definitionTokens), efficiency: toQuantity(definition) },
          task: { input: toQuantity(tokensPerTask), efficiency: toQuantity(task) },
          response:
            responseTokens === undefined || response === undefined
              ? null
              : { input: toQuantity(responseTokens), efficiency: toQuantity(response) },
        },
      },
      discoverability: {
        ...measured(points.discoverability),
        max: max.discoverability,
        inputs: { selectionAccuracy, firstCallSuccess },
      },
    },
  };
}

function measuredValue(ratio: Ratio): Exact | null {
  return ratio.state === "measured" ? fromStored(ratio) : null;
}
