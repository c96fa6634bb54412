import { type ConfusablePair, PAIR_SEVERITIES, type Report, type ReportTool } from "@gradable/contract";
import Fraction from "fraction.js";

/** A tool, and its share of the tokens of all definitions: an exact fraction 0–1. */
export interface SizedTool {
  readonly tool: ReportTool;
  readonly toolIndex: number;
  readonly share: string;
}

/** The tools of a surface, the largest definition first, then in declared order. */
export function toolsBySize({ surface, economics }: Report): SizedTool[] {
  const total = Math.max(1, economics.definitionTokens);
  return surface.tools
    .map((tool, toolIndex) => ({
      tool,
      toolIndex,
      share: new Fraction(tool.definitionTokens, total).toFraction(),
    }))
    .sort((a, b) => b.tool.definitionTokens - a.tool.definitionTokens);
}

/** Confusable pairs, the worst first, then in the order they were found. */
export function worstPairsFirst(pairs: readonly ConfusablePair[]): ConfusablePair[] {
  const { ids } = PAIR_SEVERITIES;
  return [...pairs].sort((a, b) => ids.indexOf(b.severity) - ids.indexOf(a.severity));
}
