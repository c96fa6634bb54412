import type { SurfaceEvidence, ToolEvidence } from "../evidence.js";
import { type ActionClass, actionClasses, HOLLOW_WORDS, STOPWORDS, synonyms } from "../lexicon.js";
import { mentions, type Sentence } from "../prose.js";
import { identifierParts, stem, type Word } from "../words.js";

/** What a request could take a tool for: its actions, what it acts on, its words and its parameters. */
export interface PairProfile {
  readonly index: number;
  readonly actions: ReadonlySet<ActionClass>;
  /** All parts of the name (stems). */
  readonly nameStems: ReadonlySet<string>;
  /** What the name says it acts on (stems, synonyms folded). */
  readonly nameObjects: ReadonlySet<string>;
  /** What the name and the leading sentence say it acts on, words common to the surface left out. */
  readonly objects: ReadonlySet<string>;
  /** Where the leading sentence places it ("in a table", "from the page"). */
  readonly contexts: ReadonlySet<string>;
  /** Description words with the number of distinct sentences that use them. */
  readonly words: ReadonlyMap<string, number>;
  readonly parameters: ReadonlySet<string>;
  readonly requiredParameters: ReadonlySet<string>;
  /** Indexes of other tools that the description names. */
  readonly mentions: ReadonlySet<number>;
}

/** Profiles of all tools, and how rare each word and parameter is on this surface. */
export interface PairProfiles {
  readonly list: readonly PairProfile[];
  /** Weight 0–1 of a word: 1 for one tool only, towards 0 for one that all use. */
  readonly wordWeight: (word: string) => number;
  readonly objectWeight: (word: string) => number;
  readonly parameterWeight: (name: string) => number;
  /** How many descriptions name the tool at this index. */
  readonly timesMentioned: readonly number[];
  /** Whether a lookup term (`w:` word, `o:` object, `p:` parameter) belongs to one tool only. */
  readonly isUnique: (term: string) => boolean;
}

/** Folds synonyms into one representative, so that "repo" and "repository" meet. */
export function folded(word: string): string {
  const group = synonyms(word);
  if (group.size === 1) return word;
  return [...group].sort()[0] ?? word;
}

export function pairProfiles(surface: SurfaceEvidence): PairProfiles {
  const leads = surface.tools.map((own) => leadOf(own));
  const nameObjectLists = surface.tools.map((own) => nameObjectsOf(own, surface));
  const count = surface.tools.length;
  const nameFrequency = frequencies(surface.tools.map((own) => new Set(own.nameStems.map(folded))));
  const isSubject = (word: string) => count >= 4 && (nameFrequency.get(word) ?? 0) * 2 > count;
  const list = surface.tools.map((own, at): PairProfile => {
    const lead = leads[at] ?? { actions: NONE, objects: [], contexts: [] };
    const { actions, objects } = nameObjectLists[at] ?? { actions: NONE, objects: [] };
    const words = new Map<string, number>();
    for (const sentence of own.sentences) {
      for (const key of new Set(sentence.words.map((word) => word.stem))) {
        if (STOPWORDS.has(key)) continue;
        const word = folded(key);
        words.set(word, (words.get(word) ?? 0) + 1);
      }
    }
    const mentioned = new Set<number>();
    for (const { name } of mentions(own.tool.description.slice(0, 8_000))) {
      for (const index of surface.indexesByName.get(name) ?? [])
        if (index !== own.tool.index) mentioned.add(index);
    }
    const keys = own.parameters.list.map((parameter) => parameterKey(parameter.name));
    return {
      index: own.tool.index,
      actions: actions.size > 0 ? actions : lead.actions,
      nameStems: new Set(own.nameStems),
      nameObjects: new Set(objects.filter((word) => !isSubject(word))),
      objects: new Set([...objects, ...lead.objects].filter((word) => !isSubject(word))),
      contexts: new Set(lead.contexts),
      words,
      parameters: new Set(keys),
      requiredParameters: new Set(keys.filter((_, index) => own.parameters.list[index]?.required === true)),
      mentions: mentioned,
    };
  });
  const timesMentioned = new Array<number>(count).fill(0);
  for (const profile of list)
    for (const index of profile.mentions) timesMentioned[index] = (timesMentioned[index] ?? 0) + 1;
  const words = frequencies(list.map((profile) => profile.words.keys()));
  const objects = frequencies(list.map((profile) => profile.objects));
  const parameters = frequencies(list.map((profile) => profile.parameters));
  const byKind: Record<string, ReadonlyMap<string, number>> = { w: words, o: objects, p: parameters };
  return {
    list,
    wordWeight: rarity(words, count),
    objectWeight: rarity(objects, count),
    parameterWeight: rarity(parameters, count),
    timesMentioned,
    isUnique: (term) => (byKind[term[0] ?? ""]?.get(term.slice(2)) ?? 0) <= 1,
  };
}

const NONE: ReadonlySet<ActionClass> = new Set();

function parameterKey(name: string): string {
  return identifierParts(name)
    .map((part) => folded(stem(part)))
    .join(" ");
}

function frequencies(lists: readonly Iterable<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const own of lists) for (const key of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Inverse document frequency, scaled so that a word of one tool weighs about 1. */
function rarity(counts: ReadonlyMap<string, number>, total: number): (word: string) => number {
  const scale = Math.log(1 + total);
  return (word) => Math.log(1 + total / (counts.get(word) ?? 1)) / scale;
}

/** The verb of a name stands first (`create_issue`) or last (`sandbox_list`); the rest is what it acts on. */
function nameObjectsOf(
  own: ToolEvidence,
  surface: SurfaceEvidence,
): { actions: ReadonlySet<ActionClass>; objects: string[] } {
  const parts = own.nameStems.filter((part) => !surface.prefixStems.has(part) || own.nameStems.length === 1);
  const last = parts.length - 1;
  const at =
    actionClasses(parts[0] ?? "").size > 0
      ? 0
      : last > 0 && actionClasses(parts[last] ?? "").size > 0
        ? last
        : -1;
  const actions = new Set(at === -1 ? [] : actionClasses(parts[at] ?? ""));
  const objects = parts.filter((part, index) => index !== at && !STOPWORDS.has(part)).map(folded);
  // `create_or_update_file`: a second verb joined by "or" is an action too.
  if (at === 0 && parts[1] === "or") for (const one of actionClasses(parts[2] ?? "")) actions.add(one);
  return { actions, objects };
}

const PREPOSITIONS = new Set(
  "in from on to for with by using across at into onto within via about under against based".split(" "),
);
/** "list of commits", "contents of a file": the object stands behind the "of". */
const CARRIERS = new Set(
  "list lists number set contents content details detail status names name information count collection array".split(
    " ",
  ),
);

/** Verb, objects and place of the first sentence that has a known verb near its start. */
function leadOf(own: ToolEvidence): {
  actions: ReadonlySet<ActionClass>;
  objects: string[];
  contexts: string[];
} {
  for (const sentence of own.sentences.slice(0, 4)) {
    const at = verbIndex(sentence);
    if (at === -1) continue;
    const objects: string[] = [];
    const contexts: string[] = [];
    let target = objects;
    let before: Word | undefined;
    for (const word of sentence.words.slice(at + 1, at + 24)) {
      if (PREPOSITIONS.has(word.text)) target = contexts;
      else if (word.text === "of" && !CARRIERS.has(before?.text ?? "")) target = contexts;
      else if (/^(?:that|which|when|if|so|where|while)$/.test(word.text)) break;
      else if (!STOPWORDS.has(word.stem) && !HOLLOW_WORDS.has(word.stem)) target.push(folded(word.stem));
      before = word;
    }
    return { actions: new Set(actionClasses(sentence.words[at]?.stem ?? "")), objects, contexts };
  }
  return { actions: NONE, objects: [], contexts: [] };
}

function verbIndex(sentence: Sentence): number {
  return sentence.words.slice(0, 6).findIndex((word) => actionClasses(word.stem).size > 0);
}
