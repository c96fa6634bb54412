import type { Defect, DefectType, Suggestion } from "@gradable/contract";
import type { Tokenizer } from "@gradable/model/tokens";
import { rewrittenDescription } from "../../rewrite-surface.js";
import type { SurfaceEvidence } from "../evidence.js";
import { suggestedText } from "./suggested-text.js";

/**
 * One suggestion per defective tool, in tool order, mode `append`: a report then never repeats the server's prose.
 * `addedTokens` is what the longer `description` member costs in definition tokens.
 */
export function suggestionsFor(
  evidence: SurfaceEvidence,
  defects: readonly Defect[],
  tokenizer: Tokenizer,
): Suggestion[] {
  const byTool = new Map<number, Defect[]>();
  for (const defect of defects)
    byTool.set(defect.toolIndex, [...(byTool.get(defect.toolIndex) ?? []), defect]);
  const found: Suggestion[] = [];
  for (const [toolIndex, own] of [...byTool].sort((a, b) => a[0] - b[0])) {
    const tool = evidence.tools[toolIndex];
    if (tool === undefined) continue;
    const types = new Set<DefectType>(own.map((defect) => defect.type));
    const unexplained = own.flatMap((defect) => defect.parameters ?? []);
    const text = suggestedText(tool, types, unexplained);
    if (text === "") continue;
    const after = rewrittenDescription(tool.tool.description, { mode: "append", text });
    found.push({
      tool: tool.tool.name,
      toolIndex,
      mode: "append",
      text,
      addedTokens:
        member(after, tokenizer) -
        (tool.tool.description === "" ? 0 : member(tool.tool.description, tokenizer)),
    });
  }
  return found;
}

/** Tokens of the `description` member in the canonical JSON that definition tokens are counted on. */
function member(description: string, tokenizer: Tokenizer): number {
  return tokenizer.count(`"description":${JSON.stringify(description)}`);
}
