import { alike, article, isPlural, plural, singular, stemsOf } from "@gradable/intent";
import type { SaidGroup } from "./said-groups.js";
import { headOf, type Tail, type Thing, type Wish } from "./wish.js";

/** A wish in words, and the values that found no place in it. */
export interface Filled {
  readonly object: string;
  readonly tails: string;
  readonly left: readonly SaidGroup[];
}

/** Puts values where a wish speaks of what they stand for: "a review on a pull request" and 42 → "a review on pull request 42". */
export function fillSlots(wish: Wish, groups: readonly SaidGroup[]): Filled {
  let left = [...groups];
  const take = (thing: Thing, last: boolean): string | undefined => {
    const found = left.find((group) => standsFor(group, thing, last));
    if (found === undefined) return undefined;
    left = left.filter((group) => group !== found);
    return withValue(thing, found);
  };
  // Tails first: they name the more special things.
  const tails = wish.tails
    .map((tail) => tailText(tail, take(tail.thing, false)))
    .filter((text) => text !== "");
  const object = objectText(wish, take(wish.object, true), left);
  return { object, tails: tails.map((text) => ` ${text}`).join(""), left };
}

const tailText = ({ link, thing }: Tail, filled: string | undefined): string =>
  filled !== undefined ? `${link} ${filled}` : RELATIVE_ONLY.test(link) ? "" : `${link} ${unfilled(thing)}`;

/** A clause that says which one, and says nothing without its value. */
const RELATIVE_ONLY =
  /^(?:that|who|whose|matching|containing|belonging|related|associated|owned|created|assigned|visible|captured|stored|used|between|for|with|from|at|on|to)\b/;

function unfilled({ determiner, words }: Thing): string {
  if (determiner === "all") return `all ${words}`;
  if (determiner === "") return words;
  return `${determiner === "a" ? article(words) : determiner} ${words}`;
}

function objectText({ act, object }: Wish, filled: string | undefined, left: readonly SaidGroup[]): string {
  if (object.words === "") return "";
  if (/^(?:back|forward|up|down|home|left|right)$/.test(object.words)) return object.words;
  if (filled !== undefined) return filled;
  const { determiner, words } = inNumber(object);
  if (determiner === "all") return `all ${words}`;
  if (determiner === "" && isPlural(words.split(" ").at(-1) as string))
    return act === "search" ? words : `the ${words}`;
  if (determiner === "" || (determiner === "a" && act !== "create" && act !== "send"))
    return determiner === "" && /^[A-Z]/.test(words) ? words : `the ${words}`;
  if (determiner === "a" || determiner === "a new")
    return `${article(words)} ${determiner === "a new" && left.length === 0 ? "new " : ""}${words}`.replace(
      /^(a|an) new/,
      "a new",
    );
  return `${determiner} ${words}`;
}

/** "a sections" → a section. */
function inNumber({ determiner, words }: Thing): Thing {
  if (determiner !== "a" && determiner !== "a new") return { determiner, words };
  const nouns = words.split(" ");
  return { determiner, words: [...nouns.slice(0, -1), singular(nouns.at(-1) as string)].join(" ") };
}

/** Heads that are said by their value alone: "for Wellington", "to https://…". */
const SAID_ALONE =
  /^(?:address|city|location|place|country|region|url|uri|link|email|date|time|day|query|question|topic|keyword|term|phrase|text|string|message|coordinate|expression|path|prompt|number|value|ip|domain|point|word|pattern|timezone)$/;

function withValue(thing: Thing, group: SaidGroup): string {
  const head = headOf(thing);
  const { text } = group;
  if (SAID_ALONE.test(head) || group.plain) return text;
  const many = group.count > 1;
  const nouns = thing.words.split(/\s+/);
  const last = nouns.at(-1) as string;
  const noun = many
    ? plural(singular(last.toLowerCase()) === last.toLowerCase() ? last : last)
    : singular(last.toLowerCase()) === last.toLowerCase()
      ? last
      : singular(last);
  const named = [...nouns.slice(0, -1), noun]
    .join(" ")
    .replace(/\b(of|in|for) (?:a|an|the) (?=\S+(?: \S+)?$)/, "$1 ");
  // With an article some of the time, as people do: "the entry ent_82".
  return `${/^[A-Z"]/.test(named) ? "" : sometimesThe(group)}${named} ${text}`;
}

/** Things that a path or an address stands for. */
const FILES =
  /^(?:file|document|image|picture|folder|directory|video|audio|page|webpage|website|site|notebook|script|pdf|photo|screenshot|content|text)$/;

const sometimesThe = ({ text }: SaidGroup) => (text.length % 2 === 0 ? "the " : "");

/** Parameters that name the thing itself, whatever it is. */
const ITSELF = /^(?:id|ids|uuid|guid|gid|sid|uid|key|name|slug|ref|handle|identifier|number)$/;

/** Whether a value is what a noun phrase speaks of. */
function standsFor(group: SaidGroup, thing: Thing, isObject: boolean): boolean {
  if (group.free || thing.words === "") return false;
  const head = headOf(thing);
  if (
    isObject &&
    FILES.test(head) &&
    /^(?:path|file|filename|filepath|dir|directory|folder|url|uri|files|paths)$/.test(
      group.words.at(-1) as string,
    ) &&
    !/^(?:output|dest|destination|target|local|save)$/.test(group.words[0] as string)
  )
    return true;
  const several = isPlural(thing.words.split(" ").at(-1) as string);
  if (group.words.length === 1 && ITSELF.test(singular(group.words[0] as string)))
    return isObject && several === group.count > 1;
  const label = group.words.filter(
    (word) => !ITSELF.test(word) && !/^(?:path|url|uri|code|string|value|list)$/.test(word),
  );
  const wanted = label.length > 0 ? label : group.words;
  const stems = new Set(stemsOf(thing.words));
  const named = wanted.map((word) => stemsOf(singular(word))[0] ?? word);
  if (named.length > 0 && named.every((word) => stems.has(word)))
    return named.at(-1) === stemsOf(head)[0] || named.length === stems.size || wanted !== label;
  const headStem = stemsOf(head)[0];
  if (
    headStem !== undefined &&
    named.length === 1 &&
    alike(named[0] as string).includes(headStem) &&
    !isObject
  )
    return true;
  return headStem !== undefined && headStem === named.at(-1) && !(isObject && named.length > 1);
}
