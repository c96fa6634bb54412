import type { Surface } from "@gradable/contract";
import { type ActId, actOf, type Effect, NOUN_TOO } from "../lexicon/acts.js";
import { baseForms } from "../lexicon/inflection.js";
import { PREPOSITIONS } from "../lexicon/little-words.js";
import { wordsOf } from "../words.js";

/** What a tool's name says is done. Words in lower case. */
export interface NamePhrase {
  readonly words: readonly string[];
  /** Base form; `undefined` where no word of the name is a verb. */
  readonly verb: string | undefined;
  readonly act: ActId | undefined;
  readonly effect: Effect | undefined;
  /** The words that the verb is about: "pull request". */
  readonly object: readonly string[];
  /** What stands behind the object: "for project", "by id". */
  readonly qualifier: readonly string[];
}

/** Words that stand before or behind every name and say nothing of one tool: the product, a version. */
const NOISE = new Set(["mcp", "tool", "api", "v1", "v2", "v3", "fn", "func", "cmd"]);

/** The name taken apart; `shared` are words that many names of the surface begin with ({@link sharedWords}). */
export function namePhraseOf(name: string, shared: ReadonlySet<string>): NamePhrase {
  const all = wordsOf(name, 40);
  let words = [...all];
  while (words.length > 1 && (shared.has(words[0] as string) || NOISE.has(words[0] as string)))
    words = words.slice(1);
  while (words.length > 1 && (NOISE.has(words.at(-1) as string) || /^\d+$/.test(words.at(-1) as string)))
    words = words.slice(0, -1);
  const at = verbIndex(words);
  const verb = at === undefined ? undefined : baseOf(words, at);
  const rest = words.filter((_, index) => at === undefined || index < at.from || index >= at.to);
  const split = rest.findIndex((word) => PREPOSITIONS.has(word));
  const act = verb === undefined ? undefined : actOf(verb);
  return {
    words,
    verb,
    act: act?.id,
    effect: act?.effect,
    object: split < 0 ? rest : rest.slice(0, split),
    qualifier: split < 0 ? [] : rest.slice(split),
  };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Verbs that are nouns too, and yet hardly ever in a name. */
const MOSTLY_VERBS = new Set([
  "list",
  "search",
  "read",
  "write",
  "query",
  "set",
  "update",
  "upload",
  "download",
  "export",
  "move",
  "copy",
]);

/** The verb: the first word, else the last, else one between; a word that is also a noun only at the beginning. Names use base forms. */
function verbIndex(words: readonly string[]): Place | undefined {
  const is = (at: number) => actOf(words[at] ?? "") !== undefined;
  const plain = (at: number) =>
    is(at) && (!NOUN_TOO.has(words[at] as string) || MOSTLY_VERBS.has(words[at] as string));
  if (actOf(`${words[0]} ${words[1]}`) !== undefined) return { from: 0, to: 2 };
  if (plain(0)) return { from: 0, to: 1 };
  const last = words.length - 1;
  if (last > 0 && plain(last)) return { from: last, to: last + 1 };
  if (is(0)) return { from: 0, to: 1 };
  for (let at = 1; at < last; at++) if (plain(at)) return { from: at, to: at + 1 };
  return last > 0 && is(last) ? { from: last, to: last + 1 } : undefined;
}

function baseOf(words: readonly string[], { from, to }: Place): string {
  if (to - from === 2) return `${words[from]} ${words[from + 1]}`;
  const forms = baseForms(words[from] as string);
  return forms.find((form) => actOf(form) !== undefined) as string;
}

/**
 * Words that half of the names, and at least three, begin with: the product's name. A verb is never one, nor is a name's only word.
 */
export function sharedWords(surface: Pick<Surface, "tools">): ReadonlySet<string> {
  const shared = new Set<string>();
  let lists = surface.tools.map(({ name }) => wordsOf(name, 40));
  for (let depth = 0; depth < 3; depth++) {
    const counts = new Map<string, number>();
    for (const [first, ...rest] of lists)
      if (first !== undefined && rest.length > 0) counts.set(first, (counts.get(first) ?? 0) + 1);
    const found = [...counts].filter(
      ([word, count]) =>
        count >= 3 &&
        count * 2 >= surface.tools.length &&
        !baseForms(word).some((form) => actOf(form) !== undefined && !NOUN_TOO.has(form)),
    );
    if (found.length === 0) break;
    for (const [word] of found) shared.add(word);
    lists = lists.map((words) => (shared.has(words[0] ?? "") ? words.slice(1) : words));
  }
  return shared;
}
