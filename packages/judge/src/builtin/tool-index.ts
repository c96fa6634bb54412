import type { Surface, SurfaceTool } from "@gradable/contract";
import {
  type ActionKind,
  CONCEPT_TABLE,
  isNoun,
  READING,
  STOPWORDS,
  stem,
  TOOL_ACTIONS,
  wordsOf,
} from "@gradable/intent";
import { type Parameter, parametersOf } from "@gradable/schema";
import { type Slot, slotOf } from "./affinity.js";
import { TermIndex } from "./term-index.js";
import type { Weights } from "./weights.js";

/** What is searched of a tool. */
const FIELDS = ["name", "title", "summary", "description", "parameterNames", "parameterTexts"] as const;
type Field = (typeof FIELDS)[number];

/** A word of a tool's name, with the concepts it stands for and how rare it is among the names of the surface. */
interface NameTerm {
  readonly stem: string;
  readonly concepts: readonly string[];
  readonly rarity: number;
}

/** A tool as the selector reads it. */
export interface IndexedTool {
  readonly tool: SurfaceTool;
  readonly parameters: readonly Parameter[];
  readonly slots: readonly Slot[];
  /** Stems of the one-word choices that its parameters offer. */
  readonly choices: ReadonlySet<string>;
  /** The words of its name that are not its action. */
  readonly nameTerms: readonly NameTerm[];
  /** Kinds of action that its name, or failing that its description, opens with. */
  readonly actions: ReadonlyMap<ActionKind, number>;
  /** Whether it only looks, as far as its actions and annotations say. */
  readonly reads: boolean;
}

/** The tools of a surface, ready to be searched. */
export interface ToolIndex {
  readonly tools: readonly IndexedTool[];
  /** Words of tool names that begin with the given letters, at most four. */
  completions(prefix: string): readonly string[];
  /** Positions of tools and their search scores for weighted terms, best first; ties in the order of the tools. */
  search(
    terms: ReadonlyMap<string, number>,
    weights: Weights,
  ): { readonly position: number; readonly score: number }[];
}

/** Characters of a description that are read after its first sentence. */
const DESCRIPTION_CHARS = 1500;
const PARAMETER_TEXT_CHARS = 200;

/**
 * The tools that a client can reach, in order of their names: averages of the search are sums in the order of the index, and
 * a server that lists its tools in another order must get the same answers to the last bit.
 */
function byName(tools: readonly SurfaceTool[]): SurfaceTool[] {
  const first = new Map<string, SurfaceTool>();
  for (const tool of tools) if (!first.has(tool.name)) first.set(tool.name, tool);
  return [...first.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reads every tool once. Tools whose name repeats an earlier one are left out: a client cannot reach them. */
export function indexTools(surface: Surface): ToolIndex {
  const tools: IndexedTool[] = [];
  const rarity = nameRarity(surface.tools);
  const spread = new Map<string, number>();
  const index = new TermIndex(FIELDS.length);
  for (const tool of byName(surface.tools)) {
    const parameters = parametersOf(tool);
    const fields = fieldsOf(tool, parameters);
    const terms = FIELDS.map((field) => fields[field].split(" "));
    index.add(terms);
    for (const term of new Set(terms.flat())) spread.set(term, (spread.get(term) ?? 0) + 1);
    const slots = parameters.map(slotOf);
    const actions = actionsOf(tool);
    tools.push({
      tool,
      parameters,
      slots,
      choices: choicesOf(parameters),
      nameTerms: nameTermsOf(tool, rarity),
      actions,
      reads: tool.annotations?.readOnlyHint === true || [...READING].some((kind) => actions.has(kind)),
    });
  }
  // On a large surface a word that most tools have costs time and tells nothing apart.
  const tells = (term: string) =>
    (spread.get(term) ?? 0) > 0 && (tools.length < 40 || (spread.get(term) ?? 0) < tools.length * 0.6);
  const nameStems = [...rarity.keys()].sort();
  return {
    tools,
    completions: (prefix) => nameStems.filter((term) => term.startsWith(prefix)).slice(0, 4),
    // The score grows with the root of how many terms matched: that says something, but words with many concepts must not win by number.
    search: (terms, weights) =>
      index
        .search(
          [...terms].filter(([term]) => tells(term)),
          FIELDS.map((field) => weights[field]),
          weights,
        )
        .map((hit) => ({ position: hit.document, score: (hit.score * hit.terms) / Math.sqrt(hit.terms) }))
        .sort((a, b) => b.score - a.score || a.position - b.position),
  };
}

function fieldsOf(tool: SurfaceTool, parameters: readonly Parameter[]): Record<Field, string> {
  const { summary, rest } = splitDescription(tool.description ?? "");
  const names: string[] = [];
  const texts: string[] = [];
  const visit = (members: readonly Parameter[]) => {
    for (const { name, schema } of members) {
      names.push(name.slice(0, 100));
      texts.push(schema.description.slice(0, PARAMETER_TEXT_CHARS));
      for (const choice of (schema.choices ?? []).slice(0, 40)) {
        if (typeof choice === "string") texts.push(choice.slice(0, 60));
      }
      visit(schema.members);
      visit(schema.items?.members ?? []);
    }
  };
  visit(parameters);
  return {
    name: termsOf(tool.name, 40),
    title: termsOf(tool.title ?? "", 40),
    summary: termsOf(summary, 60),
    description: termsOf(rest, 300),
    parameterNames: termsOf(names.join(" . "), 200),
    parameterTexts: termsOf(texts.join(" . "), 400),
  };
}

function splitDescription(description: string): { summary: string; rest: string } {
  const text = description.slice(0, DESCRIPTION_CHARS + 600).trim();
  const end = /[.!?](?=\s)|[。！？\n]/u.exec(text.slice(0, 600));
  return end === null
    ? { summary: text.slice(0, 300), rest: text.slice(300) }
    : { summary: text.slice(0, end.index + 1), rest: text.slice(end.index + 1) };
}

/** Stems of the words that say something, and the concepts they stand for. */
function termsOf(text: string, limit: number): string {
  const words = wordsOf(text, limit);
  const stemmed = words.map(stem);
  const terms = stemmed.filter((_, index) => !STOPWORDS.has(words[index] as string));
  for (const { label } of CONCEPT_TABLE.find(stemmed)) terms.push(label);
  return terms.join(" ");
}

function choicesOf(parameters: readonly Parameter[]): ReadonlySet<string> {
  const all = parameters.flatMap(({ schema }) => [
    ...(schema.choices ?? []),
    ...(schema.items?.choices ?? []),
  ]);
  return new Set(
    all.flatMap((choice) => {
      const words = typeof choice === "string" ? wordsOf(choice, 4) : [];
      return words.length === 1 && (words[0] as string).length > 2 ? [stem(words[0] as string)] : [];
    }),
  );
}

/** "start_search", "run_query": the deed is the second verb. */
const LIGHT_VERB = /^(?:start|stop|run|do|perform|begin|make|request|execute|trigger)(?=[_\-\s.]|\p{Lu})/u;
const PLURAL = /[^sS][sS](?:[vV]\d+)?$/;

/** The verbs of a name in the order they stand. */
function nameActions(words: readonly string[]): { readonly label: ActionKind; readonly start: number }[] {
  return TOOL_ACTIONS.find(words.map(stem)).filter(({ start }) => !isNoun(words[start] as string));
}

/** How rare each stem is among the names: ln(1 + tools ÷ names that have it). */
function nameRarity(tools: readonly SurfaceTool[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    for (const term of new Set(wordsOf(tool.name, 40).map(stem)))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + (tools.length - count) / count)]));
}

function nameTermsOf(tool: SurfaceTool, rarity: ReadonlyMap<string, number>): NameTerm[] {
  const words = wordsOf(tool.name, 40);
  const stemmed = words.map(stem);
  // Only the first verb is the deed; "record" and "comment" are things as well.
  const deed = nameActions(words)[0]?.start;
  const concepts = CONCEPT_TABLE.find(stemmed);
  return stemmed.flatMap((term, index) =>
    STOPWORDS.has(words[index] as string) || (index === deed && stemmed.length > 1)
      ? []
      : [
          {
            stem: term,
            concepts: concepts
              .filter(({ start, length }) => start <= index && index < start + length)
              .map(({ label }) => label),
            rarity: rarity.get(term) ?? 0,
          },
        ],
  );
}

/**
 * The actions of a tool: the verb that opens or ends its name counts whole, others in the name half; the verb that opens the
 * description nearly whole.
 */
function actionsOf(tool: SurfaceTool): ReadonlyMap<ActionKind, number> {
  const actions = new Map<ActionKind, number>();
  const raise = (kind: ActionKind, weight: number) => {
    if (weight > (actions.get(kind) ?? 0)) actions.set(kind, weight);
  };
  const found = nameActions(wordsOf(tool.name, 40));
  const first = Math.min(...found.map(({ start }) => start));
  const light = LIGHT_VERB.test(tool.name.replace(/^[^\p{L}]+/u, ""));
  for (const { label, start } of found) raise(label, start === first ? 1 : light ? 0.9 : 0.4);
  // "get_tasks" lists, "get_task" reads one.
  if (actions.get("read") === 1) raise("list", PLURAL.test(tool.name) ? 0.9 : 0.2);
  if (actions.get("list") === 1) raise("read", 0.4);
  const opening = wordsOf(splitDescription(tool.description ?? "").summary, 4).map(stem);
  for (const { label, start } of TOOL_ACTIONS.find(opening)) raise(label, start === 0 ? 0.8 : 0.2);
  return actions;
}
