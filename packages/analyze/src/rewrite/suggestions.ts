import type { Defect, DefectType, Suggestion, Surface } from "@gradable/contract";
import { definitionTokens, type Tokenizer } from "@gradable/judge";
import type { SurfaceEvidence } from "../evidence.js";
import { rewriteSurface } from "../rewrite-surface.js";
import { suggestedText } from "./suggested-text.js";

/**
 * One suggestion per defective tool, in tool order, mode `append`: a report then never repeats the server's prose.
 * `addedTokens` is the difference of the tool's definition tokens with and without it.
 */
export function suggestionsFor(
  surface: Surface,
  evidence: SurfaceEvidence,
  defects: readonly Defect[],
  tokenizer: Tokenizer,
): Suggestion[] {
  const byTool = new Map<number, Defect[]>();
  for (const defect of defects)
    byTool.set(defect.toolIndex, [...(byTool.get(defect.toolIndex) ?? []), defect]);
  const drafts: Suggestion[] = [];
  for (const [toolIndex, own] of [...byTool].sort((a, b) => a[0] - b[0])) {
    const tool = evidence.tools[toolIndex];
    if (tool === undefined) continue;
    const types = new Set<DefectType>(own.map((defect) => defect.type));
    const unexplained = own.flatMap((defect) => defect.parameters ?? []);
    const text = suggestedText(tool, types, unexplained);
    if (text !== "") drafts.push({ tool: tool.tool.name, toolIndex, mode: "append", text, addedTokens: 0 });
  }
  const after = rewriteSurface(surface, drafts);
  return drafts.map((draft) => {
    const before = surface.tools[draft.toolIndex];
    const rewritten = after.tools[draft.toolIndex];
    if (before === undefined || rewritten === undefined) return draft;
    const tokens = (tool: typeof before) => definitionTokens([tool], tokenizer).total;
    return { ...draft, addedTokens: tokens(rewritten) - tokens(before) };
  });
}
