import type { Category, Report } from "@gradable/contract";
import Fraction from "fraction.js";

/** The inputs that the points of a category are made of. */
export type ScorePartId =
  | "confirmations"
  | "selection"
  | "descriptions"
  | "disambiguation"
  | "definition"
  | "task"
  | "response"
  | "firstCall";

/** One input of a category: what it weighs and what it earns, all exact. */
export interface ScorePart {
  readonly id: ScorePartId;
  /** Decimal text, 0–1. */
  readonly weight: string;
  /** Fraction of its points that it earned, and those points; `null` where it was not measured. */
  readonly earned: string | null;
  readonly points: string | null;
  readonly max: string;
}

/** The inputs of a category in the order of its formula, METHODOLOGY §2. */
export function scoreParts(category: Category, { rubric, score }: Report): ScorePart[] {
  const { categories } = score;
  const part = (id: ScorePartId, input: { readonly exact: string | null } | undefined, weight: string) => {
    const max = new Fraction(weight).mul(categories[category].max);
    const earned = input?.exact ?? null;
    const points = earned === null ? null : max.mul(earned).toFraction();
    return { id, weight, earned, points, max: max.toFraction() };
  };
  switch (category) {
    case "safety":
      return [part("confirmations", categories.safety.inputs.destructiveSafetyRate, "1")];
    case "legibility": {
      const { inputs } = categories.legibility;
      const { selection, descriptions, disambiguation } = rubric.legibility;
      return [
        part("selection", inputs.selectionAccuracy, selection),
        part("descriptions", inputs.descriptionQuality, descriptions),
        part("disambiguation", inputs.disambiguationQuality, disambiguation),
      ];
    }
    case "economics": {
      const { definition, task, response } = categories.economics.inputs;
      const { withResponses, withoutResponses } = rubric.economics;
      const weights = response === null ? withoutResponses : withResponses;
      return [
        part("definition", definition.efficiency, weights.definition),
        part("task", task?.efficiency, weights.task),
        ...(response === null ? [] : [part("response", response.efficiency, withResponses.response)]),
      ];
    }
    case "discoverability": {
      const { selectionAccuracy, firstCallSuccess } = categories.discoverability.inputs;
      const { selection, firstCall } = rubric.discoverability;
      return [
        part("selection", selectionAccuracy, selection),
        part("firstCall", firstCallSuccess, firstCall),
      ];
    }
  }
}
