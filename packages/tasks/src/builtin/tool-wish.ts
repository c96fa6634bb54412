import type { Surface, SurfaceTool } from "@gradable/contract";
import { wordsOf } from "@gradable/intent";
import { type Family, familyOf, NOUNS_AT_END, verbOf } from "./verbs.js";

/** What a person wants who needs a tool: an action on something. */
export interface Wish {
  readonly family: Family;
  /** The verb as the name or the description has it; used as it is for the family `other`. */
  readonly verb: string;
  /** What it is about, in words: "pull request files". Empty where neither name nor description says. */
  readonly object: string;
  /** What stands behind the object in the name: "with sizes", "on screen". */
  readonly qualifier: string;
}

const PREPOSITIONS = new Set([
  "by",
  "with",
  "for",
  "from",
  "to",
  "on",
  "in",
  "at",
  "of",
  "as",
  "about",
  "via",
  "using",
  "without",
  "into",
  "within",
  "against",
  "across",
  "over",
  "between",
  "after",
  "before",
  "through",
  "and",
  "or",
]);
const FILLERS = new Set([
  "all",
  "a",
  "an",
  "the",
  "my",
  "your",
  "this",
  "any",
  "new",
  "specific",
  "given",
  "single",
  "existing",
  "multiple",
  "tool",
  "mcp",
  "api",
]);
/** Objects too general to ask for: the description has to say more. */
const VAGUE = new Set([
  "",
  "data",
  "info",
  "information",
  "details",
  "item",
  "items",
  "object",
  "objects",
  "resource",
  "resources",
  "action",
  "request",
  "operation",
  "query",
  "result",
  "results",
  "content",
  "list",
  "local",
  "web",
  "related",
  "recent",
  "latest",
  "advanced",
  "bulk",
  "current",
  "active",
  "available",
]);

/**
 * What a tool is for, the likeliest first: read from its name, and from its description where the name does not say; then from
 * its description alone, for names that cannot be asked for without being said. Empty where neither has words in Latin script.
 */
export function wishesOf(tool: SurfaceTool, prefixes: ReadonlySet<string>): Wish[] {
  const description = tool.description ?? "";
  const named = nameWords(tool.name, prefixes);
  const described = openingOf(description, new Set());
  const at = verbIndex(named);
  const verb = at === undefined ? described.verb : (named[at] as string);
  const rest = named.filter((_, index) => index !== at);
  const split = rest.findIndex((word) => PREPOSITIONS.has(word));
  const object = (split < 0 ? rest : rest.slice(0, split)).filter((word) => !FILLERS.has(word)).join(" ");
  const qualifier = split < 0 || rest[split] === "by" ? [] : rest.slice(split);
  // Without the words of the name, which then cannot stand together.
  const apart = openingOf(description, new Set(wordsOf(tool.name, 40)));
  const fallbackVerb = apart.verb ?? (wordsOf(tool.name).length > 1 ? verb : undefined);
  return [
    wish(
      VAGUE.has(object) && described.object !== "" ? described.object : object,
      qualifier.length > 1 && qualifier.length < 6 ? qualifier.join(" ") : "",
      verb,
    ),
    apart.object === "" ? undefined : wish(apart.object, "", fallbackVerb),
  ].filter((found) => found !== undefined);
}

/** Without an object only a deed can be asked for ("please log out"), or a search for things. */
function wish(object: string, qualifier: string, verb: string | undefined): Wish | undefined {
  const family = verb === undefined ? "read" : (familyOf(verb) ?? "other");
  const said = object === "" && family === "search" ? "things" : inOrder(object);
  if (said === "" && family !== "other") return undefined;
  return { family, verb: verb ?? "show", object: said, qualifier };
}

/** Where a name has its verb: at its head or end, a plain verb rather than one that may be a noun; else early inside. */
function verbIndex(words: readonly string[]): number | undefined {
  const isPlain = (index: number) => {
    const family = familyOf(words[index] ?? "");
    return family !== undefined && family !== "other";
  };
  const isVerb = (index: number) => familyOf(words[index] ?? "") !== undefined;
  const last = words.length - 1;
  const inside = words.findIndex((_, index) => index > 0 && index <= 3 && isPlain(index));
  const choices: readonly (readonly [number, boolean])[] = [
    [0, isPlain(0)],
    [last, isPlain(last)],
    [0, isVerb(0)],
    [last, isVerb(last) && !NOUNS_AT_END.has(words[last] as string)],
    [inside, inside > 0],
    [last, isVerb(last)],
    [1, isVerb(1)],
  ];
  return choices.find(([, fits]) => fits)?.[0];
}

/** "users current" is said the other way round. */
function inOrder(object: string): string {
  const words = object.split(" ");
  const last = words.at(-1) as string;
  return words.length > 1 && ADJECTIVES.has(last) ? [last, ...words.slice(0, -1)].join(" ") : object;
}
const ADJECTIVES = new Set([
  "current",
  "default",
  "recent",
  "latest",
  "available",
  "active",
  "installed",
  "shared",
  "archived",
  "related",
  "advanced",
  "global",
  "bulk",
  "raw",
]);

/** Words at the head of names that most tools of the surface share: the product's name, not the tool's. */
export function sharedPrefixes(surface: Surface): ReadonlySet<string> {
  const prefixes = new Set<string>();
  let names = surface.tools.map((tool) => wordsOf(tool.name, 40));
  for (let depth = 0; depth < 4 && names.length >= 3; depth++) {
    const counts = new Map<string, number>();
    for (const words of names) {
      const first = words[0];
      if (first !== undefined && words.length > 1) counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    const [word, count] = [...counts].reduce(
      (best, entry) => (entry[1] > best[1] || (entry[1] === best[1] && entry[0] < best[0]) ? entry : best),
      ["", 0] as [string, number],
    );
    if (count <= names.length / 2 || (familyOf(word) !== undefined && familyOf(word) !== "other")) break;
    prefixes.add(word);
    names = names.filter((words) => words[0] === word).map((words) => words.slice(1));
  }
  return prefixes;
}

/** Two words that are one verb: "go back", "double click". */
function joinVerbs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const pair = `${joined.at(-1)} ${word}`;
    if (joined.length > 0 && familyOf(pair) !== undefined) joined[joined.length - 1] = pair;
    else joined.push(word);
  }
  return joined;
}

function nameWords(name: string, prefixes: ReadonlySet<string>): string[] {
  const plain = name.replace(/[_-]?v\d+$/i, "");
  let words = joinVerbs(wordsOf(plain === "" ? name : plain, 14)).filter((word) =>
    /^[\p{Script=Latin}\p{N} ]+$/u.test(word),
  );
  while (words.length > 1 && prefixes.has(words[0] as string)) words = words.slice(1);
  // A version at the end is nobody's wish: getThingsV1.
  while (words.length > 2 && /^\d+$/.test(words.at(-1) as string) && words.at(-2) === "v")
    words = words.slice(0, -2);
  return words;
}

/** The verb that a description opens with and the few words of what it acts on, `without` some words. */
function openingOf(
  description: string,
  without: ReadonlySet<string>,
): { verb: string | undefined; object: string } {
  let nouns = "";
  for (const sentence of description
    .slice(0, 600)
    .split(/(?<=[.!?:])\s|\n/u)
    .slice(0, 4)) {
    if (/^\W*(?:tip|note|important|warning|usage|example|hint|see|deprecated)\b/iu.test(sentence)) continue;
    const words = sentence.trim().split(/\s+/u).slice(0, 16);
    const first = (words[0] ?? "").toLowerCase().replace(/[^a-z]/gu, "");
    const pair = `${first} ${(words[1] ?? "").toLowerCase()}`;
    if (familyOf(pair) !== undefined) return { verb: pair, object: objectIn(words.slice(2), without) };
    const verb = verbOf(first);
    const object = objectIn(verb === undefined ? words : words.slice(1), without);
    if (verb !== undefined) return { verb, object };
    if (nouns === "") nouns = object;
  }
  return { verb: undefined, object: nouns };
}

function objectIn(words: readonly string[], without: ReadonlySet<string>): string {
  const object: string[] = [];
  for (const word of words) {
    const plain = word.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, "");
    if (object.length > 0 && (PREPOSITIONS.has(plain) || STOPS.has(plain))) break;
    const counts =
      !FILLERS.has(plain) && !PREPOSITIONS.has(plain) && !STOPS.has(plain) && !without.has(plain);
    if (counts && /^[\p{Script=Latin}\p{N}-]+$/u.test(plain)) object.push(plain);
    if (object.length === 3 || (object.length > 0 && /[,.;:()]$/u.test(word))) break;
  }
  return object.join(" ");
}
const STOPS = new Set([
  "and",
  "or",
  "that",
  "which",
  "based",
  "given",
  "when",
  "if",
  "where",
  "containing",
  "matching",
  "including",
  "is",
  "are",
  "was",
  "will",
  "can",
  "you",
  "it",
  "your",
  "its",
  "this",
  "use",
]);
