import type { ConfusablePair, Defect, Suggestion, Surface } from "@gradable/contract";
import type { Tokenizer } from "@gradable/model/tokens";
import { rewrittenDescription } from "../../rewrite-surface.js";
import type { SurfaceEvidence } from "../evidence.js";
import { suggestedText } from "./suggested-text.js";

/**
 * One suggestion per defective tool that there is something to say of, in tool order, mode `append`: a report then never
 * repeats the server's prose. `addedTokens` is what the longer `description` member costs in definition tokens.
 */
export function suggestionsFor(
  surface: Surface,
  evidence: SurfaceEvidence,
  found: { readonly defects: readonly Defect[]; readonly pairs: readonly ConfusablePair[] },
  tokenizer: Tokenizer,
): Suggestion[] {
  const indexes = [...new Set(found.defects.map(({ toolIndex }) => toolIndex))].sort((a, b) => a - b);
  return indexes.flatMap((toolIndex): Suggestion[] => {
    const [tool, intent] = [surface.tools[toolIndex], evidence.intents[toolIndex]];
    if (tool === undefined || intent === undefined) return [];
    const own = found.defects.filter((defect) => defect.toolIndex === toolIndex);
    const text = suggestedText({
      tool,
      intent,
      types: new Set(own.map(({ type }) => type)),
      unexplained: own.flatMap(({ parameters }) => parameters ?? []),
      neighbours: neighboursOf(toolIndex, surface, found.pairs),
    });
    if (text === "") return [];
    const after = rewrittenDescription(tool.description, { mode: "append", text });
    const before = tool.description ?? "";
    const addedTokens = member(after, tokenizer) - (before === "" ? 0 : member(before, tokenizer));
    return [{ tool: tool.name, toolIndex, mode: "append", text, addedTokens }];
  });
}

const SEVERITIES = ["high", "medium", "low"];

/** The other tools of a tool's pairs, those of another name; the likest first, then by name. */
function neighboursOf(index: number, { tools }: Surface, pairs: readonly ConfusablePair[]) {
  const rank = ({ severity, tools: names }: ConfusablePair) =>
    `${SEVERITIES.indexOf(severity)}${[...names].sort().join("\u0000")}`;
  const sorted = [...pairs].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return sorted.flatMap(({ toolIndexes: [a, b] }) => {
    const other = a === index ? tools[b] : b === index ? tools[a] : undefined;
    return other === undefined || other.name === tools[index]?.name ? [] : [other];
  });
}

/** Tokens of the `description` member in the canonical JSON that definition tokens are counted on. */
function member(description: string, tokenizer: Tokenizer): number {
  return tokenizer.count(`"description":${JSON.stringify(description)}`);
}
