import type { SurfaceEvidence, ToolEvidence } from "../evidence.js";
import { type ActionClass, type ActionKind, actionKind, folded, STOPWORDS } from "../lexicon.js";
import { MAX_DESCRIPTION_CHARS, mentions } from "../prose.js";
import { identifierParts, stem } from "../words.js";
import { leadStatement, nameStatement } from "./name-and-lead.js";
import { frequencies, rarity } from "./rarity.js";

/** What a request could take a tool for: its actions, what it acts on, its words and its parameters. */
export interface PairProfile {
  readonly index: number;
  readonly actions: ReadonlySet<ActionClass>;
  readonly kinds: ReadonlySet<ActionKind>;
  /** All parts of the name, lower case. */
  readonly nameParts: ReadonlySet<string>;
  /** What the name says it acts on (stems, synonyms folded), without what most names of the surface say. */
  readonly nameObjects: ReadonlySet<string>;
  /** Where the leading sentence places it ("in a table", "from the page"). */
  readonly contexts: ReadonlySet<string>;
  /** Description words, weighed by rarity and by the root of how many distinct sentences use them. */
  readonly vector: ReadonlyMap<string, number>;
  /** Euclidean length of {@link vector}. */
  readonly length: number;
  readonly parameters: ReadonlySet<string>;
  readonly requiredParameters: ReadonlySet<string>;
  /** The words that the parameters' names are made of. */
  readonly parameterWords: ReadonlySet<string>;
  /** Indexes of other tools that the description names. */
  readonly mentions: ReadonlySet<number>;
}

/** Profiles of all tools, and how rare each word and parameter is on this surface. */
export interface PairProfiles {
  readonly list: readonly PairProfile[];
  /** Weight of a description word: about 1 when one tool uses it, towards 0 when all do. */
  readonly wordWeight: (word: string) => number;
  readonly objectWeight: (word: string) => number;
  readonly parameterWeight: (name: string) => number;
  /** How many descriptions name the tool at this index. */
  readonly timesMentioned: readonly number[];
}

/** Fewest tools from which a word that two thirds of the names share is no object but the subject of the server. */
const MIN_TOOLS_FOR_SUBJECT = 8;

export function pairProfiles(surface: SurfaceEvidence): PairProfiles {
  const { tools } = surface;
  const names = tools.map((own) => nameStatement(own, surface));
  const leads = tools.map(leadStatement);
  const nameFrequency = frequencies(tools.map((own) => new Set(own.nameStems.map(folded))));
  const isSubject = (word: string) =>
    tools.length >= MIN_TOOLS_FOR_SUBJECT && (nameFrequency.get(word) ?? 0) * 3 > tools.length * 2;
  const wordCounts = tools.map(sentenceCounts);
  const objects = tools.map((_, at) => {
    const all = [...(names[at]?.objects ?? []), ...(leads[at]?.objects ?? [])];
    return new Set(all.filter((word) => !isSubject(word)));
  });
  const parameterKeys = tools.map((own) =>
    own.parameters.list.map((parameter) => parameterKey(parameter.name)),
  );

  const wordWeight = rarity(frequencies(wordCounts.map((counts) => counts.keys())), tools.length);
  const list = tools.map((own, at): PairProfile => {
    const named = names[at]?.actions ?? new Set<ActionClass>();
    const actions = named.size > 0 ? named : (leads[at]?.actions ?? named);
    const vector = new Map(
      [...(wordCounts[at] ?? [])].map(([word, count]) => [word, Math.sqrt(count) * wordWeight(word)]),
    );
    const keys = parameterKeys[at] ?? [];
    return {
      index: own.tool.index,
      actions,
      kinds: new Set([...actions].map(actionKind)),
      nameParts: new Set(own.nameParts),
      nameObjects: new Set((names[at]?.objects ?? []).filter((word) => !isSubject(word))),
      contexts: new Set(leads[at]?.contexts ?? []),
      vector,
      length: Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0)),
      parameters: new Set(keys),
      requiredParameters: new Set(keys.filter((_, index) => own.parameters.list[index]?.required === true)),
      parameterWords: new Set(keys.flatMap((key) => key.split(" "))),
      mentions: mentionedTools(own, surface),
    };
  });

  const timesMentioned = new Array<number>(tools.length).fill(0);
  for (const profile of list) {
    for (const index of profile.mentions) timesMentioned[index] = (timesMentioned[index] ?? 0) + 1;
  }
  return {
    list,
    wordWeight,
    objectWeight: rarity(frequencies(objects), tools.length),
    parameterWeight: rarity(frequencies(list.map((profile) => profile.parameters)), tools.length),
    timesMentioned,
  };
}

/** Words of a description, with the number of its distinct sentences that use each. */
function sentenceCounts(own: ToolEvidence): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of own.sentences) {
    const used = new Set(
      sentence.words.filter((word) => !STOPWORDS.has(word.stem)).map((word) => folded(word.stem)),
    );
    for (const word of used) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function mentionedTools(own: ToolEvidence, surface: SurfaceEvidence): Set<number> {
  const found = new Set<number>();
  for (const { name } of mentions(own.tool.description.slice(0, MAX_DESCRIPTION_CHARS))) {
    for (const index of surface.indexesByName.get(name) ?? []) if (index !== own.tool.index) found.add(index);
  }
  return found;
}

/** A parameter's name in the one spelling that compares: `issueNumber` and `issue_number` are the same. */
function parameterKey(name: string): string {
  return identifierParts(name)
    .map((part) => folded(stem(part)))
    .join(" ");
}
