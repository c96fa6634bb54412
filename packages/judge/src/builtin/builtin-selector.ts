import { canonicalJson, type JsonValue, type Surface, type Task, type ToolCall } from "@gradable/contract";
import { builtinIdentity, isDestructive, showsDestructive } from "@gradable/intent";
import { definitionTokens, type Tokenizer } from "@gradable/model/tokens";
import type { SelectionAnswer, SelectionSession, Selector } from "../selector.js";
import type { PlacedValue } from "./affinity.js";
import { fillArguments } from "./fill-arguments.js";
import { rank } from "./rank.js";
import { readRequest } from "./request.js";
import { type IndexedTool, indexTools } from "./tool-index.js";
import { WEIGHTS, type Weights } from "./weights.js";

/** Options of {@link builtinSelector}. */
export interface BuiltinSelectorOptions {
  /** Other weights than the fitted ones; for calibration only. */
  readonly weights?: Weights;
}

/** The version of the embedded selection's rules: two scores compare only where it is the same. */
const BUILTIN_SELECTION_VERSION = "builtin-selection-v1";
/**
 * The embedded judge's selection: searches the declared tools for the words of a request, weighs in what kind of action it
 * asks for and which values it gives, fills the arguments from its text, and decides whether to call, to ask first or to make no call.
 * Deterministic; no network, no model. It asks before a destructive call exactly when the declared surface lets an agent
 * see that the call is destructive.
 */
export function builtinSelector(options: BuiltinSelectorOptions = {}): Selector {
  return {
    open: async (surface, { tokenizer }) => openSession(surface, tokenizer, options.weights ?? WEIGHTS),
  };
}

function openSession(surface: Surface, tokenizer: Tokenizer, weights: Weights): SelectionSession {
  const index = indexTools(surface);
  // What a model would be given with every task; counted once.
  const definitions = definitionTokens(surface.tools, tokenizer).total;
  const identity = builtinIdentity(BUILTIN_SELECTION_VERSION);

  const answer = (task: Task): SelectionAnswer => {
    const request = readRequest(task.prompt, weights);
    const best = rank(index, request, weights)[0];
    const tool = best && (index.tools[best.position] as IndexedTool);
    const calls = tool === undefined ? [] : [callOf(tool, task.prompt, request.values)];
    const action =
      tool === undefined
        ? "none"
        : isDestructive(tool.tool) && showsDestructive(tool.tool)
          ? "confirm"
          : "call";
    return {
      action,
      calls,
      tokens: {
        prompt: definitions + tokenizer.count(task.prompt),
        completion: tokenizer.count(canonicalJson({ action, calls })),
        source: tokenizer.source,
      },
      durationMs: null,
    };
  };
  return { ask: async (task) => answer(task), identity: () => identity };
}

function callOf({ tool, parameters }: IndexedTool, prompt: string, values: readonly PlacedValue[]): ToolCall {
  const args: JsonValue = fillArguments(prompt, values, parameters);
  return { tool: tool.name, arguments: args };
}

/**
 * The ranking that the embedded selection takes the first of: for a surface, a function from a request to the names of at most
 * `limit` tools, best first. For calibration and for explaining a choice.
 */
export function toolRanking(
  surface: Surface,
  weights: Weights = WEIGHTS,
): (prompt: string, limit?: number) => string[] {
  const index = indexTools(surface);
  return (prompt, limit = 3) =>
    rank(index, readRequest(prompt, weights), weights)
      .slice(0, limit)
      .map(({ position }) => (index.tools[position] as IndexedTool).tool.name);
}
