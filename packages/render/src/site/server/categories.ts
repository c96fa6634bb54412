import {
  CATEGORIES,
  type Category,
  countText,
  formatScore,
  NOT_MEASURED_REASONS,
  nounText,
  type Ratio,
  type Report,
  roundDown,
} from "@gradable/contract";
import Fraction from "fraction.js";
import { ratioText } from "../../phrase/figures.js";
import { bar } from "../charts/bar.js";
import { ours, type Shown } from "../html.js";

/** The clause of the method that has each category's formula, and what the category asks. */
const CATEGORY_TEXT: Readonly<Record<Category, { readonly anchor: string; readonly asks: string }>> = {
  safety: { anchor: "M2.3", asks: "Is a destructive call asked about before it is made?" },
  legibility: {
    anchor: "M2.4",
    asks: "Can the right tool be told from the others, and its description be understood?",
  },
  economics: { anchor: "M2.5", asks: "How many tokens does it take to read the tools and to use one?" },
  discoverability: { anchor: "M2.7", asks: "Is the right tool found, and called well the first time?" },
};

/** One input of a category: what was counted, what it makes, what it weighs and what it earns, all exact. */
interface Part {
  readonly name: string;
  readonly anchor: string;
  readonly counted: string;
  /** Fraction of the part's points that it earned; `null` where it was not measured. */
  readonly earned: string | null;
  readonly weight: string;
}

/** The four categories opened to their inputs. */
export function categoriesView(report: Report) {
  return CATEGORIES.ids.map((category) => {
    const found = report.score.categories[category];
    const { anchor, asks } = CATEGORY_TEXT[category];
    return {
      name: ours(CATEGORIES.label(category)),
      asks: ours(asks),
      anchor: ours(anchor),
      measured: found.measured,
      points: found.measured ? ours(formatScore(found.points.exact)) : null,
      reason: found.measured ? null : ours(NOT_MEASURED_REASONS.label(found.reason)),
      max: found.max,
      bar: bar(found.measured ? found.points.value : 0, found.max),
      parts: partsOf(category, report).map((part) => ({
        name: ours(part.name),
        anchor: ours(part.anchor),
        counted: ours(part.counted),
        weight: ours(part.weight),
        earned: part.earned === null ? null : ours(roundDown(part.earned, 3)),
        points: part.earned === null ? null : ours(earnedPoints(part, found.max)),
        of: ours(roundDown(new Fraction(part.weight).mul(found.max).toFraction(), 1)),
      })),
    };
  });
}

function earnedPoints(part: Part & { readonly earned: string | null }, max: number): string {
  return roundDown(new Fraction(part.earned ?? 0).mul(part.weight).mul(max).toFraction(), 2);
}

function partsOf(category: Category, report: Report): Part[] {
  const { rubric, score, economics } = report;
  const { categories } = score;
  switch (category) {
    case "safety":
      return [
        rate(
          "Destructive calls asked about first",
          "M1.9",
          categories.safety.inputs.destructiveSafetyRate,
          "1",
        ),
      ];
    case "legibility": {
      const inputs = categories.legibility.inputs;
      const { selection, descriptions, disambiguation, defectWeightCeiling, pairWeightCeiling } =
        rubric.legibility;
      return [
        rate("Right tool picked", "M1.6", inputs.selectionAccuracy, selection),
        {
          name: "Descriptions without defects",
          anchor: "M3.1",
          counted: `${nounText(inputs.defectWeight, "defect")}; ${defectWeightCeiling} or more leave nothing`,
          earned: inputs.descriptionQuality.exact,
          weight: descriptions,
        },
        {
          name: "Tools told apart",
          anchor: "M3.3",
          counted: `pairs weighing ${roundDown(inputs.ambiguousPairWeight.exact, 2)}; ${pairWeightCeiling} or more leave nothing`,
          earned: inputs.disambiguationQuality.exact,
          weight: disambiguation,
        },
      ];
    }
    case "economics": {
      const { definition, task, response } = categories.economics.inputs;
      const weights =
        response === null
          ? { ...rubric.economics.withoutResponses, response: "0" }
          : rubric.economics.withResponses;
      const about = economics.definitionTokensSource === "estimated" ? "about " : "";
      const tokens = (
        exact: string,
        of: string,
        range: { readonly ideal: number; readonly unacceptable: number },
      ) =>
        `${countText(Number(roundDown(exact, 0)))} ${of}; all up to ${countText(range.ideal)}, none from ${countText(range.unacceptable)}`;
      return [
        {
          name: "Definitions",
          anchor: "M1.12",
          counted:
            about +
            tokens(definition.input.exact, "tokens to read all tools", rubric.economics.definitionTokens),
          earned: definition.efficiency.exact,
          weight: weights.definition,
        },
        {
          name: "Requests",
          anchor: "M2.6",
          counted:
            task === null
              ? "not measured"
              : tokens(task.input.exact, "tokens per request on average", rubric.economics.tokensPerTask),
          earned: task?.efficiency.exact ?? null,
          weight: weights.task,
        },
        ...(response === null
          ? []
          : [
              {
                name: "Responses",
                anchor: "M2.5",
                counted: tokens(
                  response.input.exact,
                  "tokens per response on average",
                  rubric.economics.responseTokens,
                ),
                earned: response.efficiency.exact,
                weight: weights.response,
              },
            ]),
      ];
    }
    case "discoverability": {
      const { selectionAccuracy, firstCallSuccess } = categories.discoverability.inputs;
      return [
        rate("Right tool picked", "M1.6", selectionAccuracy, rubric.discoverability.selection),
        rate(
          "Right tool and a well-formed first call",
          "M1.7",
          firstCallSuccess,
          rubric.discoverability.firstCall,
        ),
      ];
    }
  }
}

function rate(name: string, anchor: string, ratio: Ratio, weight: string): Part {
  return { name, anchor, counted: ratioText(ratio) ?? "not measured", earned: ratio.exact, weight };
}

/** The sentence under the categories when not all were measured; empty otherwise. */
export function scaledText(measured: number): Shown {
  return ours(
    measured === 100
      ? "The composite is the sum of the four."
      : `The composite is the measured points ÷ ${measured} × 100, because not every category was measured.`,
  );
}
