import { type Suggestion, type Surface, surfaceSha256 } from "@gradable/contract";

/**
 * The surface with suggestions put into its descriptions, and the hash that belongs to it. A suggestion whose index is
 * not on the surface, or whose tool has another name there, is left out: it was made for another surface.
 */
export function rewriteSurface(surface: Surface, suggestions: readonly Suggestion[]): Surface {
  const byIndex = new Map(suggestions.map((suggestion) => [suggestion.toolIndex, suggestion]));
  const tools = surface.tools.map((tool, index) => {
    const suggestion = byIndex.get(index);
    if (suggestion === undefined || suggestion.tool !== tool.name) return tool;
    return { ...tool, description: rewrittenDescription(tool.description, suggestion) };
  });
  return { ...surface, tools, surfaceSha256: surfaceSha256(tools) };
}

/** A description after a suggestion: appended as a paragraph of its own, or replaced. */
export function rewrittenDescription(
  description: string | undefined,
  suggestion: Pick<Suggestion, "mode" | "text">,
): string {
  const current = description?.trimEnd() ?? "";
  return suggestion.mode === "replace" || current === ""
    ? suggestion.text
    : `${current}\n\n${suggestion.text}`;
}
