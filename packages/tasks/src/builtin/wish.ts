import {
  actOf,
  contentWords,
  DETERMINERS,
  operationParameter,
  POINTERS,
  PREPOSITIONS,
  singular,
  type ToolIntent,
  wordsOf,
} from "@gradable/intent";

/** Words with what comes before them: "on" and "a pull request", "that contain" and "a specific device". */
export interface Tail {
  readonly link: string;
  readonly thing: Thing;
}

/** A noun phrase. */
export interface Thing {
  /** "a", "the", "all", or empty. */
  readonly determiner: string;
  /** The words behind it as they stand, without words that only point: "pull request". */
  readonly words: string;
}

/** What a person wants who needs a tool: something done to a thing, with what says which. */
export interface Wish {
  /** Base form. */
  readonly verb: string;
  readonly act: string | undefined;
  /** What it is done to; `words` may be empty ("go back"). */
  readonly object: Thing;
  readonly tails: readonly Tail[];
  /** A whole clause of a language that is not taken apart; then the rest is empty. */
  readonly said?: string;
  /** The value of a parameter that this wish decides: the operation of a tool that has several. */
  readonly choice?: { readonly parameter: string; readonly value: string };
}

/**
 * What a tool may be wanted for: as its description says, as its name says, and for each operation of a tool that has several. Where name
 * and description contradict each other both are there, since nobody can know which is meant.
 */
export function wishesOf(intent: ToolIntent): Wish[] {
  const operations = operationsOf(intent);
  if (operations.length > 0) return operations;
  const described = describedWishes(intent);
  const named = namedWish(intent);
  if (intent.contradicts && described.length > 0 && named !== undefined) return [described[0] as Wish, named];
  if (described.length > 0) return named === undefined ? described : [...described, named];
  return named === undefined ? [] : [named];
}

function describedWishes({ purpose, name }: ToolIntent): Wish[] {
  if (purpose === undefined) return [];
  const { verb, act, rest, said } = purpose;
  if (said !== undefined) return [{ verb, act, object: { determiner: "", words: "" }, tails: [], said }];
  const { objects, tails } = partsOf(rest);
  const wishes = objects
    .map((object) => (object.words === "" && tails.length === 0 ? thingOfName(name.object) : object))
    .filter((object) => object.words !== "" || tails.length > 0)
    .map((object) => ({ verb, act, object, tails }));
  return wishes
    .filter(({ object }) => !VAGUE.has(object.words.toLowerCase()) || tails.length > 0)
    .slice(0, 3);
}

/** What a sentence or a name calls a thing without saying which thing. */
const VAGUE = new Set([
  "",
  "all",
  "whether",
  "ensure",
  "the",
  "how",
  "what",
  "which",
  "up",
  "back",
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
  "actions",
  "request",
  "operation",
  "operations",
  "result",
  "results",
  "it",
  "them",
  "tool",
  "tools",
  "one",
  "ones",
  "user",
  "following",
  "way",
  "set",
  "something",
]);

function namedWish({ name, tool }: ToolIntent): Wish | undefined {
  if (name.verb === undefined) return undefined;
  const written = writtenAs(`${tool.title ?? ""} ${tool.description ?? ""}`.slice(0, 2000));
  const [link, ...behind] = name.qualifier.map(written);
  const object = thingOfName(name.object.map(written));
  const tails =
    link === undefined || link === "by" || behind.length === 0 ? [] : [{ link, thing: thingOfName(behind) }];
  // "echo", "ping": the verb is all there is to ask for.
  if (VAGUE.has(object.words) && tails.length === 0 && name.words.length > 1) return undefined;
  return { verb: name.verb, act: name.act, object, tails };
}

/** Words of a name as the description writes them: "vram" → VRAM. */
function writtenAs(text: string): (word: string) => string {
  const capitals = new Map(
    (text.match(/\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*\b/g) ?? []).map((word) => [word.toLowerCase(), word]),
  );
  return (word) => capitals.get(word) ?? word;
}

function thingOfName(words: readonly string[]): Thing {
  const kept = words.filter((word) => !/^(?:batch|bulk|multiple|all|by|raw|json|api|v\d+|\d+)$/.test(word));
  const last = kept.at(-1);
  return { determiner: last === undefined ? "" : "the", words: kept.join(" ") };
}

const ANYTHING = new Set(
  "list get read show create add update edit delete remove start stop restart pause resume cancel search find check validate test install uninstall download upload export import copy rename reset enable disable".split(
    " ",
  ),
);

function operationsOf(intent: ToolIntent): Wish[] {
  const chosen = operationParameter(intent.tool);
  if (chosen === undefined) return [];
  const subject = subjectOf(intent);
  return (chosen.schema.choices ?? []).flatMap((value): Wish[] => {
    if (typeof value !== "string") return [];
    const [first, ...rest] = wordsOf(value, 12);
    const act = actOf(first ?? "");
    if (first === undefined || act === undefined) return [];
    // Of a single word only what can be done to anything is understood without knowing the tool.
    if (rest.length === 0 && !ANYTHING.has(first)) return [];
    const object = rest.length > 0 ? { determiner: "the", words: rest.join(" ") } : subject;
    return object.words === ""
      ? []
      : [{ verb: first, act: act.id, object, tails: [], choice: { parameter: chosen.name, value } }];
  });
}

/** The thing that a tool with several operations is about. */
function subjectOf({ name, purpose }: ToolIntent): Thing {
  const named = name.object.length > 0 ? name.object : name.words.filter((word) => word !== name.verb);
  const words = named.length > 0 ? named.join(" ") : (partsOf(purpose?.rest ?? "").objects[0]?.words ?? "");
  return { determiner: "the", words };
}

interface Parts {
  readonly objects: readonly Thing[];
  readonly tails: readonly Tail[];
}

/** Words that begin a clause about the thing before them. */
const RELATIVE = new Set(["that", "who", "whose", "matching", "containing", "belonging"]);
/** The same where a preposition or an article follows; before a noun they are adjectives ("running processes"). */
const PARTICIPLE = new Set([
  "related",
  "associated",
  "owned",
  "created",
  "assigned",
  "visible",
  "captured",
  "stored",
  "running",
  "used",
  "located",
  "registered",
]);
/** Tails that say nothing of what is wanted: where a product keeps it, how it is done. */
const MANNER = new Set([
  "by",
  "via",
  "using",
  "per",
  "with",
  "without",
  "through",
  "as",
  "during",
  "like",
  "before",
  "after",
]);

/** The objects of a clause and what follows them. */
function partsOf(rest: string): Parts {
  const words = rest.split(" ").filter((word) => word !== "");
  const chunks: { link: string; words: string[] }[] = [{ link: "", words: [] }];
  for (const [at, word] of words.entries()) {
    const lower = word.toLowerCase();
    const next = (words[at + 1] ?? "").toLowerCase();
    const clause =
      RELATIVE.has(lower) || (PARTICIPLE.has(lower) && (PREPOSITIONS.has(next) || next === "to"));
    const opens = PREPOSITIONS.has(lower) || lower === "to" || clause;
    const current = chunks.at(-1) as { link: string; words: string[] };
    if (opens && lower !== "of" && !(current.words.length === 0 && current.link !== ""))
      chunks.push({ link: lower, words: [] });
    else if (opens && current.words.length === 0 && current.link !== "") current.link += ` ${lower}`;
    else current.words.push(word);
  }
  const [first, ...others] = chunks as [
    { link: string; words: string[] },
    ...{ link: string; words: string[] }[],
  ];
  const tails = others
    .filter(
      ({ link, words: behind }) =>
        behind.length > 0 &&
        behind.length <= 6 &&
        !MANNER.has(link) &&
        !(link === "to" && actOf((behind[0] ?? "").toLowerCase()) !== undefined),
    )
    .map(({ link, words: behind }) => ({ link, thing: thingOf(behind.join(" ")) }))
    .filter(({ thing }) => thing.words !== "")
    .slice(0, 2);
  return { objects: objectsOf(first.words.join(" ")), tails };
}

/** Openings of a noun phrase behind which the thing itself stands: "a list of", "detailed information about". */
const OF =
  /^(?:(?:a|an|the)\s+)?(?:(?:paginated|complete|full|detailed|comprehensive|structured|filtered|sorted)\s+)?(?:list|listing|collection|set|number|overview|array|page|catalog|series)\s+of\s+(?=\S)/i;

function objectsOf(text: string): Thing[] {
  const plain = text
    .replace(OF, "")
    .replace(/\s*\/\s*\w+/g, "")
    .replace(/\s+and\/or\s+/g, " and ");
  const parts = plain.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/).map((part) => part.trim());
  const whole =
    parts.length > 1 && parts.every((part) => contentWords(part).length > 0 && part.split(" ").length <= 5)
      ? parts
      : [plain];
  return whole.map(thingOf).filter(({ words }, at) => words !== "" || at === 0);
}

function thingOf(text: string): Thing {
  const words = text
    .replace(/[,;:]+$/g, "")
    .replace(
      /\s+(?:simultaneously|recursively|automatically|directly|together|only|instead|available|here)$/i,
      "",
    )
    .split(" ")
    .filter((word) => word !== "");
  let determiner = "";
  let at = 0;
  // "back a message", "two or more polygons": what stands before the thing itself.
  while (at < words.length - 1 && LEADING.test(words[at] as string)) at++;
  while (
    at < words.length - 1 &&
    (DETERMINERS.has((words[at] as string).toLowerCase()) ||
      POINTERS.has((words[at] as string).toLowerCase()))
  ) {
    const word = (words[at] as string).toLowerCase();
    if (word === "current" || word === "new" || word === "existing") {
      if (determiner === "") determiner = word === "new" ? "new" : "the";
      if (word === "current") break;
    } else if (determiner === "" || determiner === "new")
      determiner = /^(?:all|every|each|any|several|multiple|many|both)$/.test(word)
        ? "all"
        : /^(?:a|an|one|single|another|some)$/.test(word)
          ? "a"
          : "the";
    at++;
  }
  return { determiner: determiner === "new" ? "a new" : determiner, words: words.slice(at).join(" ") };
}

const LEADING = /^(?:back|out|up|off|over|again|or|and|more|either|both|at|least)$/i;

/** The last noun of a phrase, in the singular and in lower case: what the phrase is a kind of. */
export function headOf({ words }: Thing): string {
  const [before] = words.split(/\s+of\s+/i);
  return singular(
    (before ?? "")
      .split(" ")
      .at(-1)
      ?.toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "") ?? "",
  );
}
