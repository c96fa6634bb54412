import { type ActId, alike, isPlural, stemsOf, type ToolIntent } from "@gradable/intent";
import { type Parameter, parametersOf } from "@gradable/schema";
import type { SurfaceEvidence } from "../evidence.js";
import { frequencies, rarity } from "./rarity.js";

/** What a request could take a tool for: its act, what it acts on, its words and its parameters. All words are stems. */
export interface ToolReading {
  readonly index: number;
  readonly intent: ToolIntent;
  readonly act: ActId | undefined;
  /** Whether the act only looks: reads, lists, searches, computes, downloads. */
  readonly looks: boolean;
  readonly nameWords: ReadonlySet<string>;
  /** What the name says it acts on, without what most names of the surface say. */
  readonly nameObjects: ReadonlySet<string>;
  /** The name's objects and those of the sentence that says what is done. */
  readonly objects: ReadonlySet<string>;
  /** All that the declaration speaks of: description, name, parameters and their values. */
  readonly said: ReadonlySet<string>;
  /** Description words, weighed by rarity and by the root of how many distinct sentences use them. */
  readonly vector: ReadonlyMap<string, number>;
  /** Euclidean length of {@link vector}. */
  readonly length: number;
  readonly parameters: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** It takes one, by an identifier of it that is required. */
  readonly takesOne: boolean;
  /** It gives several: it lists or searches, or its object is plural. */
  readonly givesMany: boolean;
  /** Indexes of the tools that the description says to use in another case ("use X instead", "prefer X when …"). */
  readonly settled: ReadonlySet<number>;
}

/** The readings of all tools, and how rare each word and parameter is on this surface. */
export interface Readings {
  readonly list: readonly ToolReading[];
  /** Weights: about 1 when one tool uses it, towards 0 when all do. */
  readonly wordWeight: (word: string) => number;
  readonly objectWeight: (word: string) => number;
  readonly parameterWeight: (name: string) => number;
}

/** Fewest tools from which a word that two thirds of the names share is no object but the subject of the server. */
const MIN_TOOLS_FOR_SUBJECT = 8;
/** Words that stand for any object. */
const NO_OBJECT: ReadonlySet<string> = new Set(
  stemsOf(
    "detail information data list content result item object value all id name full available type multiple batch",
  ),
);
/** "list of commits", "contents of a file": the object stands behind. */
const CARRIER =
  /^(?:(?:a|an|the|all|every|any|specific|given|full|complete|detailed|current|new|existing|available) )*(?:list|details?|information|info|contents?|status|set|number|overview|summary|metadata|data|names?|ids?|batch) (?:of|about|on|for) /i;

export function readings(surface: SurfaceEvidence): Readings {
  const { intents, tools } = surface;
  const nameStems = intents.map(({ name }) => new Set([...name.object, ...name.qualifier].flatMap(stemsOf)));
  const inNames = frequencies(nameStems);
  const isObject = (word: string) =>
    !NO_OBJECT.has(word) &&
    !(tools.length >= MIN_TOOLS_FOR_SUBJECT && (inNames.get(word) ?? 0) * 3 > tools.length * 2);
  const counts = tools.map((own) => sentenceCounts(own.sentences.map(({ text }) => text)));
  const wordWeight = rarity(frequencies(counts.map((one) => one.keys())), tools.length);
  const list = intents.map((intent, at): ToolReading => {
    const { name, purpose, tool } = intent;
    const vector = new Map(
      [...(counts[at] ?? [])].map(([word, count]) => [word, Math.sqrt(count) * wordWeight(word)]),
    );
    const parameters = parametersOf(tool);
    const rest = (purpose?.rest ?? "").replace(CARRIER, "");
    const nameObjects = new Set([...(nameStems[at] ?? [])].filter(isObject));
    const act = name.act ?? purpose?.act;
    const values = parameters.flatMap(({ schema }) => (schema.choices ?? []).slice(0, 30).map(String));
    const last = name.object.at(-1) ?? "";
    return {
      index: intent.index,
      intent,
      act,
      looks: (name.act === undefined ? purpose?.effect : name.effect) === "reads" || act === "download",
      nameWords: new Set(name.words),
      nameObjects,
      objects: new Set([...nameObjects, ...stemsOf(rest).filter(isObject)]),
      said: new Set([
        ...vector.keys(),
        ...nameObjects,
        ...parameters.flatMap((one) => stemsOf(one.name)),
        ...values.flatMap(stemsOf),
      ]),
      vector,
      length: Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0)),
      parameters: new Set(parameters.map(parameterKey)),
      required: new Set(parameters.filter((one) => one.required).map(parameterKey)),
      takesOne: act === "read" && !isPlural(last) && parameters.some((one) => isKeyOf(one, name.object)),
      givesMany: act === "list" || act === "search" || isPlural(last),
      settled: settledBy(tool.description ?? "", intent.index, surface),
    };
  });
  return {
    list,
    wordWeight,
    objectWeight: rarity(frequencies(list.map(({ objects }) => objects)), tools.length),
    parameterWeight: rarity(frequencies(list.map(({ parameters }) => parameters)), tools.length),
  };
}

/** Whether a tool speaks of a word, or of one that stands for it in everyday speech. */
export function speaksOf(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || alike(word).some((other) => words.has(other));
}

/** Words of a description, with the number of its distinct sentences that use each. */
function sentenceCounts(sentences: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of new Set(stemsOf(sentence))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A parameter's name in the one spelling that compares: `issueNumber` and `issue_number` are the same. */
function parameterKey({ name }: Parameter): string {
  return stemsOf(name).join(" ") || name;
}

const KEY = /(?:^|[_-])(?:ids?|uuid|guid|slug|sha|key|number|iid)$|(?:Id|ID|Uuid|Key|Number|Sha)$/;

/** A required identifier of what the name acts on: `routineId` of a routine, a bare `id`. */
function isKeyOf({ name, required }: Parameter, object: readonly string[]): boolean {
  if (!required || !KEY.test(name)) return false;
  const own = new Set(object.flatMap(stemsOf));
  return /^(?:id|uuid|slug|sha|key)$/i.test(name) || stemsOf(name).some((word) => own.has(word));
}

/** How much of a description is read for the names of other tools. */
const READ_CHARS = 8_000;
const DIRECTS =
  /\b(?:use|prefer|call|try|see) (?:the )?["'`]?([\w.-]{3,80})["'`]?(?: tool)?[^.\n]{0,12}? (?:instead|for|when|if|unless)\b|\b(?:instead,?|rather than|otherwise,?|not)(?: (?:use|call|via|with|through))? ["'`]?([\w.-]{3,80})["'`]?/gi;

/** The tools that a description sends other requests to. */
function settledBy(description: string, index: number, surface: SurfaceEvidence): ReadonlySet<number> {
  const found = new Set<number>();
  for (const match of description.slice(0, READ_CHARS).matchAll(DIRECTS)) {
    const name = (match[1] ?? match[2] ?? "").toLowerCase().replace(/[.-]+$/, "");
    for (const other of surface.indexesByName.get(name) ?? []) if (other !== index) found.add(other);
  }
  return found;
}
