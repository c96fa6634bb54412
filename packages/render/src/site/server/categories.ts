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
import { type ScorePartId, scoreParts } from "@gradable/insight";
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
      parts: scoreParts(category, report).map((part) => {
        const { name, anchor, counted } = partWords(category, part.id, report);
        return {
          name: ours(name),
          anchor: ours(anchor),
          counted: ours(counted),
          weight: ours(part.weight),
          earned: part.earned === null ? null : ours(roundDown(part.earned, 3)),
          points: part.points === null ? null : ours(roundDown(part.points, 2)),
          of: ours(roundDown(part.max, 1)),
        };
      }),
    };
  });
}

/** What a part is called, the clause of the method that counts it, and what was counted. */
function partWords(category: Category, id: ScorePartId, { rubric, score, economics }: Report) {
  const { safety, legibility, economics: costs, discoverability } = score.categories;
  const counts = (ratio: Ratio) => ratioText(ratio) ?? "not measured";
  switch (id) {
    case "confirmations":
      return {
        name: "Destructive calls asked about first",
        anchor: "M1.9",
        counted: counts(safety.inputs.destructiveSafetyRate),
      };
    case "selection":
      return {
        name: "Right tool picked",
        anchor: "M1.6",
        counted: counts((category === "legibility" ? legibility : discoverability).inputs.selectionAccuracy),
      };
    case "descriptions":
      return {
        name: "Descriptions without defects",
        anchor: "M3.1",
        counted: `${nounText(legibility.inputs.defectWeight, "defect")}; ${rubric.legibility.defectWeightCeiling} or more leave nothing`,
      };
    case "disambiguation":
      return {
        name: "Tools told apart",
        anchor: "M3.3",
        counted: `pairs weighing ${roundDown(legibility.inputs.ambiguousPairWeight.exact, 2)}; ${rubric.legibility.pairWeightCeiling} or more leave nothing`,
      };
    case "definition":
      return {
        name: "Definitions",
        anchor: "M1.12",
        counted: `${economics.definitionTokensSource === "estimated" ? "about " : ""}${tokensText(costs.inputs.definition, "tokens to read all tools", rubric.economics.definitionTokens)}`,
      };
    case "task":
      return {
        name: "Requests",
        anchor: "M2.6",
        counted: tokensText(
          costs.inputs.task,
          "tokens per request on average",
          rubric.economics.tokensPerTask,
        ),
      };
    case "response":
      return {
        name: "Responses",
        anchor: "M2.5",
        counted: tokensText(
          costs.inputs.response,
          "tokens per response on average",
          rubric.economics.responseTokens,
        ),
      };
    case "firstCall":
      return {
        name: "Right tool and a well-formed first call",
        anchor: "M1.7",
        counted: counts(discoverability.inputs.firstCallSuccess),
      };
  }
}

function tokensText(
  measured: { readonly input: { readonly exact: string } } | null,
  of: string,
  range: { readonly ideal: number; readonly unacceptable: number },
): string {
  if (measured === null) return "not measured";
  return `${countText(Number(roundDown(measured.input.exact, 0)))} ${of}; all up to ${countText(range.ideal)}, none from ${countText(range.unacceptable)}`;
}

/** The sentence under the categories when not all were measured; empty otherwise. */
export function scaledText(measured: number): Shown {
  return ours(
    measured === 100
      ? "The composite is the sum of the four."
      : `The composite is the measured points ÷ ${measured} × 100, because not every category was measured.`,
  );
}
