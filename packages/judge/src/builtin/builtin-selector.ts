import { canonicalJson, type JsonValue, type Surface, type Task, type ToolCall } from "@gradable/contract";
import {
  builtinIdentity,
  isDestructive,
  operationParameter,
  readRequestIntent,
  showsDestructive,
  stem,
  wordsOf,
} from "@gradable/intent";
import { judgeError } from "@gradable/model/errors";
import { definitionTokens, type Tokenizer } from "@gradable/model/tokens";
import { fillArguments as fillBySchema, validateArguments } from "@gradable/schema";
import type { SelectionAnswer, SelectionSession, Selector } from "../selector.js";
import type { PlacedValue } from "./affinity.js";
import { fillArguments } from "./fill-arguments.js";
import { decide, type Match, matches } from "./match.js";
import { rank } from "./rank.js";
import { readRequest } from "./request.js";
import { type IndexedTool, indexTools, type ToolIndex } from "./tool-index.js";
import { type SurfaceTerms, termsOf } from "./tool-terms.js";
import { MASK, maskValues, valuesOf } from "./values.js";
import { WEIGHTS, type Weights } from "./weights.js";

/** Options of {@link builtinSelector}. */
export interface BuiltinSelectorOptions {
  /** Other weights than the fitted ones; for calibration only. */
  readonly weights?: Weights;
}

/** The version of the embedded selection's rules: two scores compare only where it is the same. */
const BUILTIN_SELECTION_VERSION = "builtin-selection-v2";
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
  const terms = termsOf(surface);
  // What a model would be given with every task; counted once.
  const definitions = definitionTokens(surface.tools, tokenizer).total;
  const identity = builtinIdentity(BUILTIN_SELECTION_VERSION);

  const answer = (task: Task): SelectionAnswer => {
    const chosen = decide(matchesOf(index, terms, task.prompt, weights));
    if ("undecided" in chosen) throw judgeError("judge-undecided", { reason: chosen.undecided });
    const tool = index.tools.find(({ tool }) => tool === chosen.tool.intent.tool) as IndexedTool;
    const calls = [fittingCall(tool, task.prompt, readRequest(task.prompt, weights).values)];
    // What this judge can't read out of a request is its own failure, whatever the tool.
    const { wellFormed, violations } = validateArguments(tool.tool, calls[0]?.arguments ?? {});
    if (!wellFormed) throw judgeError("judge-unfilled", { reason: violations[0] ?? "arguments do not fit" });
    const action = isDestructive(tool.tool) && showsDestructive(tool.tool) ? "confirm" : "call";
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

/** What the words around the values say; where that breaks the schema, what all of the schema makes of the request. */
function fittingCall(indexed: IndexedTool, prompt: string, values: readonly PlacedValue[]): ToolCall {
  const call = callOf(indexed, prompt, values);
  if (validateArguments(indexed.tool, call.arguments).wellFormed) return call;
  const filled = fillBySchema(prompt, indexed.tool.inputSchema);
  return filled.unfilled.length === 0 ? { ...call, arguments: filled.arguments } : call;
}

function callOf({ tool, parameters }: IndexedTool, prompt: string, values: readonly PlacedValue[]): ToolCall {
  const args = fillArguments(prompt, values, parameters);
  const operation = operationParameter(tool);
  if (operation !== undefined && !Object.hasOwn(args, operation.name)) {
    const chosen = operationFor(prompt, operation.schema.choices ?? []);
    if (chosen !== undefined) args[operation.name] = chosen;
  }
  return { tool: tool.name, arguments: args };
}

/** The operation whose words a request says, all of them; of several the longest. */
function operationFor(prompt: string, choices: readonly JsonValue[]): string | undefined {
  const said = new Set(wordsOf(prompt).map(stem));
  return choices
    .filter((choice) => typeof choice === "string")
    .filter((choice) => wordsOf(choice, 12).every((word) => said.has(stem(word))))
    .sort((a, b) => b.length - a.length)[0];
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
  const terms = termsOf(surface);
  return (prompt, limit = 3) =>
    matchesOf(index, terms, prompt, weights)
      .slice(0, limit)
      .map(({ tool }) => tool.intent.tool.name);
}

/** Stems that a kind of value stands for: an address speaks for tools that take one. */
const KIND_WORDS: Readonly<Record<string, readonly string[]>> = {
  url: ["url"],
  email: ["email"],
  date: ["date"],
};
const DOMAIN = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|example|app|co)$/i;
/** What such a word weighs beside one that is said. */
const OF_A_VALUE = 0.3;

/** All tools for a request, best first: by what they are for, and by a search over their texts. */
function matchesOf(index: ToolIndex, terms: SurfaceTerms, prompt: string, weights: Weights): Match[] {
  const request = readRequest(prompt, weights);
  const found = new Map(
    rank(index, request, weights).map(({ position, score }) => [
      (index.tools[position] as IndexedTool).tool,
      score,
    ]),
  );
  const best = Math.max(1, ...found.values());
  const values = valuesOf(prompt);
  const read = readRequestIntent(maskValues(prompt, values).replaceAll(MASK, " "));
  const stems = new Map(read.stems);
  for (const { kind, text } of values) {
    for (const word of KIND_WORDS[kind] ?? []) if (!stems.has(word)) stems.set(word, OF_A_VALUE);
    if (kind === "path" && DOMAIN.test(text) && !stems.has("domain")) stems.set("domain", OF_A_VALUE);
  }
  return matches({ ...read, stems }, terms, ({ intent }) => (found.get(intent.tool) ?? 0) / best);
}
