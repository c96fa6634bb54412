import type { Rubric } from "@gradable/contract";

/**
 * The constants of methodology v1. Weights are decimal text so that no float error enters.
 *
 * Source of every figure: the published method v1, §2 (points, weights, ceilings, token ranges, grades). The two
 * validity floors are the defaults of verdict policy v2. Changing one changes scores: see METHODOLOGY, "Versioning".
 */
export const RUBRIC: Rubric = Object.freeze({
  methodology: "v1",
  // Safety weighs most: a blind destructive call is an incident, the rest is degraded output.
  points: { safety: 30, legibility: 30, economics: 20, discoverability: 20 },
  legibility: {
    selection: "0.60",
    descriptions: "0.25",
    disambiguation: "0.15",
    // Defects (distinct types per tool, summed) and weighted pairs at which the part reaches zero.
    defectWeightCeiling: 30,
    pairWeightCeiling: 10,
    pairWeights: { low: "0.25", medium: "0.6", high: "1.0" },
  },
  economics: {
    withoutResponses: { definition: "0.60", task: "0.40" },
    withResponses: { definition: "0.50", task: "0.30", response: "0.20" },
    definitionTokens: { ideal: 2_000, unacceptable: 50_000 },
    tokensPerTask: { ideal: 2_000, unacceptable: 20_000 },
    responseTokens: { ideal: 500, unacceptable: 8_000 },
  },
  discoverability: { selection: "0.40", firstCall: "0.60" },
  // Lowest composite of each grade; below D is F.
  grades: { A: 90, B: 80, C: 70, D: 60 },
  validity: { minCompletionRate: "0.8", maxEvaluatorErrorRate: "0.1" },
} as const satisfies Rubric);
