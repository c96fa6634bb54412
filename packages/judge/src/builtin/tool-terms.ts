import type { Surface } from "@gradable/contract";
import { alike, readTools, sentencesOf, stemsOf, type ToolIntent } from "@gradable/intent";
import { parametersOf } from "@gradable/schema";

/** How much it says for a tool that a word of a request stands in one part of its declaration, 0–1. */
const FIELD = {
  name: 1,
  title: 0.95,
  purpose: 0.88,
  choice: 0.7,
  parameter: 0.6,
  description: 0.5,
  parameterText: 0.3,
} as const;
/** What a word of the same meaning is worth beside the word itself. */
const SYNONYM = 0.75;

/** The weight of a word that stands in no declaration. */
const UNKNOWN = 0.12;

/** A tool as the selection sees it. */
export interface ToolTerms {
  readonly intent: ToolIntent;
  /** Stems with the best part of the declaration they stand in. */
  readonly terms: ReadonlyMap<string, number>;
  readonly nameStems: readonly string[];
}

/** All tools of a surface, and how rare a word is among them. */
export interface SurfaceTerms {
  readonly tools: readonly ToolTerms[];
  /** What a word weighs: more, the fewer tools have it; little where none has it, since it is then a value or small talk. */
  weightOf(stem: string): number;
  /** Whether any declaration has the word, or one of its meaning. */
  knows(stem: string): boolean;
}

/** Reads the tools of a surface once. */
export function termsOf(surface: Pick<Surface, "tools">): SurfaceTerms {
  const tools = readTools(surface).map(toolTerms);
  const holders = new Map<string, number>();
  for (const { terms } of tools)
    for (const [stem, weight] of terms)
      if (weight >= FIELD.parameter) holders.set(stem, (holders.get(stem) ?? 0) + 1);
  const rarest = Math.log(1 + tools.length);
  const known = (stem: string) => holders.has(stem) || alike(stem).some((other) => holders.has(other));
  return {
    tools,
    knows: known,
    weightOf: (stem) =>
      known(stem)
        ? 0.35 + Math.log((1 + tools.length) / (1 + (holders.get(stem) ?? 1))) / Math.max(1, rarest)
        : UNKNOWN,
  };
}

function toolTerms(intent: ToolIntent): ToolTerms {
  const { tool, name, purpose } = intent;
  const terms = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) if (weight > (terms.get(stem) ?? 0)) terms.set(stem, weight);
  };
  add(name.words.join(" "), FIELD.name);
  const title = typeof tool.annotations?.title === "string" ? tool.annotations.title : tool.title;
  if (title !== undefined) add(title, FIELD.title);
  const sentences = sentencesOf(tool.description ?? "");
  for (const [at, sentence] of sentences.entries()) {
    add(sentence, at === (purpose?.sentence ?? 0) ? FIELD.purpose : FIELD.description);
  }
  for (const { name: parameter, schema } of parametersOf(tool)) {
    add(parameter, FIELD.parameter);
    add(schema.description.slice(0, 400), FIELD.parameterText);
    for (const choice of schema.choices?.slice(0, 60) ?? [])
      if (typeof choice === "string") add(choice, FIELD.choice);
  }
  return { intent, terms, nameStems: [...new Set(stemsOf([...name.object, ...name.qualifier].join(" ")))] };
}

/** How well a tool's declaration answers a word: itself, or a word of the same meaning; 0 where neither stands there. */
export function fieldOf({ terms }: ToolTerms, stem: string): number {
  let best = terms.get(stem) ?? 0;
  if (best < SYNONYM)
    for (const other of alike(stem)) best = Math.max(best, SYNONYM * (terms.get(other) ?? 0));
  return best;
}
