import type { Suggestion } from "@gradable/contract";
import { definitionTokens, type Tokenizer } from "@gradable/model/tokens";
import type { Analyst } from "../analyst.js";
import { visibleTools } from "../judge.js";
import { rewriteSurface } from "../rewrite-surface.js";
import type { AnalysisQuestions } from "./analysis.js";

/**
 * An analyst that asks a text model (`defects-v1`, `pairs-v1`, `rewrite-v1`). It shows the model what {@link
 * visibleTools} lets through and nothing else. Suggestions replace the description; a defective tool whose
 * rewriting stayed unusable gets none.
 */
export function promptedAnalyst(questions: AnalysisQuestions, signal?: AbortSignal): Analyst {
  return {
    defects: (surface) => questions.defects(visibleTools(surface), signal),
    pairs: (surface) => questions.pairs(visibleTools(surface), signal),
    async rewrite(surface, defects, tokenizer) {
      const defective = new Set(defects.map(({ toolIndex }) => toolIndex));
      const tools = visibleTools(surface).filter(({ index }) => defective.has(index));
      const { rewritings, identity } = await questions.rewrite(tools, signal);
      const suggestions = rewritings.map(({ index, description }): Suggestion => {
        const tool = surface.tools[index]?.name ?? "";
        return { tool, toolIndex: index, mode: "replace", text: description, addedTokens: 0 };
      });
      const rewritten = rewriteSurface(surface, suggestions);
      return {
        suggestions: suggestions.map((suggestion) => ({
          ...suggestion,
          addedTokens:
            tokensOf(rewritten.tools[suggestion.toolIndex], tokenizer) -
            tokensOf(surface.tools[suggestion.toolIndex], tokenizer),
        })),
        identity,
      };
    },
  };
}

/** Definition tokens of one tool by itself. */
function tokensOf(
  tool: Parameters<typeof definitionTokens>[0][number] | undefined,
  tokenizer: Tokenizer,
): number {
  return tool === undefined ? 0 : definitionTokens([tool], tokenizer).total;
}
