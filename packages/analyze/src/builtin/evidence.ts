import { type JsonValue, plainText, type Surface, type SurfaceTool } from "@gradable/contract";
import { readTools, type ToolIntent } from "@gradable/intent";
import { type VisibleTool, visibleTools } from "../judge.js";
import { type Readability, readability } from "./language.js";
import { GENERIC_WORDS, HOLLOW_WORDS, PRAISE, STOPWORDS } from "./lexicon.js";
import { type Parameters, parametersOf } from "./parameters.js";
import { type Sentence, sentences } from "./prose.js";
import { identifierParts, stem } from "./words.js";

/** All a rule may read about one tool, worked out once. */
export interface ToolEvidence {
  readonly tool: VisibleTool;
  /** Parts of the name without the server's common prefix, lower case, in order. */
  readonly nameParts: readonly string[];
  readonly nameStems: readonly string[];
  readonly readability: Readability;
  /** The description's distinct sentences; empty when there is no description. */
  readonly sentences: readonly Sentence[];
  readonly parameters: Parameters;
  readonly outputSchema: JsonValue | undefined;
  /** The tool's name as it may be shown. */
  readonly shownName: string;
}

/** What the rules know of a surface: every tool's evidence, and what the tools have in common. */
export interface SurfaceEvidence {
  readonly tools: readonly ToolEvidence[];
  /** What each tool is for, by its name, schemas and description. */
  readonly intents: readonly ToolIntent[];
  /** Stems that the leading sentences of at least half the described tools use (four or more): the server's own subject. */
  readonly subjectStems: ReadonlySet<string>;
  /** Keys of sentences that at least half of the described tools share (four or more): boilerplate, about no tool in particular. */
  readonly boilerplate: ReadonlySet<string>;
  /** Stems of the prefix that the tools' names share (`browser_`, `hubspot-`). */
  readonly prefixStems: ReadonlySet<string>;
  /** Full names (lower case) of the tools, to their indexes. */
  readonly indexesByName: ReadonlyMap<string, readonly number[]>;
}

/** Fewest tools from which a common word can be called the server's subject. */
const MIN_TOOLS_FOR_SUBJECT = 4;

/** Reads a surface for the rules. Linear in the size of the surface; each text is read up to a fixed length. */
export function surfaceEvidence(surface: Surface): SurfaceEvidence {
  const visible = visibleTools(surface);
  const parts = visible.map((tool) => identifierParts(tool.name));
  const prefix = commonPrefix(parts);
  const tools = visible.map((tool, at): ToolEvidence => {
    const own = parts[at] ?? [];
    const nameParts = own.length > 1 && prefix !== undefined && own[0] === prefix ? own.slice(1) : own;
    return {
      tool,
      nameParts,
      nameStems: nameParts.map(stem),
      readability: readability(tool.description),
      sentences: sentences(tool.description).filter((sentence) => !isGeneric(sentence, nameParts)),
      parameters: parametersOf(tool.inputSchema),
      outputSchema: tool.outputSchema,
      shownName: tool.name === "" ? "(no name)" : plainText(tool.name, { maxChars: 80 }),
    };
  });
  const indexesByName = new Map<string, number[]>();
  for (const { tool } of tools) {
    const key = tool.name.toLowerCase();
    indexesByName.set(key, [...(indexesByName.get(key) ?? []), tool.index]);
  }
  return {
    tools,
    intents: readTools({ tools: visible.map(declared) }),
    subjectStems: commonTo(tools, (own) => own.sentences[0]?.words.map((word) => word.stem) ?? []),
    boilerplate: commonTo(tools, (own) => own.sentences.map((sentence) => sentence.key)),
    prefixStems: new Set(prefix === undefined ? [] : [stem(prefix)]),
    indexesByName,
  };
}

/**
 * Whether a sentence would be as true of any other tool ("Returns the outcome, or an error"): it has none but generic words, and
 * none of the tool's name. The sentence that says what is done is none, however plain.
 */
function isGeneric({ words }: Sentence, nameParts: readonly string[]): boolean {
  const named = new Set(nameParts.map(stem));
  // One or two words are a heading ("Returns:"), which is read with what stands under it.
  if (words.length < 3) return false;
  return words.every(
    (word) =>
      !named.has(word.stem) &&
      [STOPWORDS, PRAISE, HOLLOW_WORDS, GENERIC_WORDS].some((list) => list.has(word.stem)),
  );
}

/** A visible tool as a declaration that has nothing else. */
function declared({ name, description, inputSchema, outputSchema }: VisibleTool): SurfaceTool {
  return {
    name,
    ...(description === "" ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

/** The first name part, when at least 60 % of three or more tools start with it. */
function commonPrefix(parts: readonly (readonly string[])[]): string | undefined {
  if (parts.length < 3) return undefined;
  const counts = new Map<string, number>();
  for (const own of parts) {
    const first = own.length > 1 ? own[0] : undefined;
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const best = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
  return best !== undefined && best[1] >= parts.length * 0.6 ? best[0] : undefined;
}

/** What at least half of the described tools have, where there are enough of them to tell. */
function commonTo(
  tools: readonly ToolEvidence[],
  keysOf: (own: ToolEvidence) => Iterable<string>,
): ReadonlySet<string> {
  const described = tools.filter((one) => one.sentences.length > 0);
  if (described.length < MIN_TOOLS_FOR_SUBJECT) return new Set();
  const counts = new Map<string, number>();
  for (const one of described) {
    for (const key of new Set(keysOf(one))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count * 2 >= described.length).map(([key]) => key));
}
