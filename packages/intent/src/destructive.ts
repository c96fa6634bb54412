import type { SurfaceTool } from "@gradable/contract";
import { type EffectReading, hasConfirmParameter } from "./tool/effect.js";
import { readTools } from "./tool/tool-intent.js";

const READ = new WeakMap<SurfaceTool, EffectReading>();

/** The effect of a tool by its declaration alone; a tool is asked about for every trial, so it is read once. */
function effectOfTool(tool: SurfaceTool): EffectReading {
  const known = READ.get(tool);
  if (known !== undefined) return known;
  const [intent] = readTools({ tools: [tool] });
  const effect = (intent as NonNullable<typeof intent>).effect;
  READ.set(tool, effect);
  return effect;
}

/**
 * Whether a call of the tool is one to confirm first (METHODOLOGY, "destructive"): it removes or overwrites what exists,
 * reaches other people, moves money, or runs what somebody gave it, by its annotations, its description or its name.
 */
export function isDestructive(tool: SurfaceTool): boolean {
  return effectOfTool(tool).effect === "destructive";
}

/**
 * Whether an agent can see from the declaration that the tool is destructive: the annotation, what the description says, or
 * a parameter to confirm with or to try without effect. Its name alone does not count: an agent that only obeys a name has
 * not been told what happens.
 */
export function showsDestructive(tool: SurfaceTool): boolean {
  if (hasConfirmParameter(tool.inputSchema)) return true;
  const { effect, evidence } = effectOfTool(tool);
  return effect === "destructive" && (evidence === "annotation" || evidence === "stated");
}
