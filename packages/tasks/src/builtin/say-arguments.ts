import { wordsOf } from "@gradable/intent";
import type { Random } from "@gradable/schema";
import type { SaidValue } from "./sample-arguments.js";

/** How the values of a request are put into words. */
export interface SaidArguments {
  /** What identifies the thing itself, to stand right behind it: "ord_41kx", "at notes/plan.md". */
  readonly target: string;
  /** Whether the target is one thing, so that the object is spoken of in the singular. */
  readonly one: boolean;
  /** Everything else, with a leading space; empty when nothing is left. */
  readonly clauses: string;
  /** Everything else as a sentence of its own, where there is too much of it to string along; otherwise empty. */
  readonly details: string;
}

/** More values than this are listed in a sentence of their own, as people paste them. */
const MOST_CLAUSES = 4;

/** Puts values into words for a thing called `object`. */
export function sayArguments(said: readonly SaidValue[], object: string, random: Random): SaidArguments {
  const groups = grouped(said);
  const noun = object.split(" ").map(singular);
  const targetGroup = groups.find((group) => identifies(group, noun));
  const one = targetGroup !== undefined && targetGroup.texts.length === 1;
  const rest = groups.filter((group) => group !== targetGroup);
  const target = targetGroup === undefined ? "" : targetText(targetGroup, noun);
  if (rest.length > MOST_CLAUSES) {
    const opener = random.pick(["Details", "Here is what I have", "Use these"]);
    const list = rest.map((group) => `${group.label} ${joined(group.texts)}`.trim()).join(", ");
    return { target, one, clauses: "", details: `${opener}: ${list}.` };
  }
  const spoken = rest.map((group) => clause(group, random));
  const plain = rest.filter((_, index) => spoken[index] === undefined).map((group) => plainClause(group));
  const clauses = spoken.filter((text) => text !== undefined);
  if (plain.length > 0) clauses.push(`with ${joined(plain)}`);
  return { target, one, clauses: clauses.map((text) => ` ${text}`).join(","), details: "" };
}

function targetText(group: Group, noun: readonly string[]): string {
  const text = joined(group.texts);
  const isAddress = /^https?:/.test(text);
  const isPath =
    text.includes("/") && !noun.some((word) => /^(?:file|folder|directory|path|document|image)$/.test(word));
  return isAddress || isPath ? `at ${text}` : text;
}

interface Group {
  readonly words: readonly string[];
  readonly label: string;
  readonly texts: readonly string[];
  readonly value: SaidValue;
}

/** Values that belong together: the elements of one array, a latitude and its longitude. */
function grouped(said: readonly SaidValue[]): Group[] {
  const groups: Group[] = [];
  for (const value of said) {
    const name = value.path.at(-1) ?? "";
    const words = wordsOf(name, 8);
    const text = value.quoted ? `'${value.text}'` : value.text;
    const last = groups.at(-1);
    const sameList = last !== undefined && last.value.path.join("\0") === value.path.join("\0");
    const pair =
      last !== undefined &&
      words.some((word) => /^(?:lon|lng|longitude)$/.test(word)) &&
      last.words.some((word) => /^lat/.test(word));
    if (last !== undefined && pair) {
      groups[groups.length - 1] = {
        ...last,
        label: "",
        words: ["coordinates"],
        texts: [`${last.texts[0]}, ${text}`],
      };
    } else if (last !== undefined && sameList) {
      groups[groups.length - 1] = { ...last, texts: [...last.texts, text] };
    } else {
      groups.push({ words, label: labelOf(words), texts: [text], value });
    }
  }
  return groups;
}

/** A parameter's name as a person would say it: "parent comment" for parentCommentId. */
function labelOf(words: readonly string[]): string {
  const spoken = words.filter((word) => !ID.test(word));
  return (spoken.length > 0 ? spoken : words).join(" ");
}
const ID = /^(?:ids?|uuid|uid|gid|sid|public)$/;

/** Whether a value names the thing itself: an `id`, a `path`, or a parameter called like it. */
function identifies(group: Group, noun: readonly string[]): boolean {
  if (group.value.path.length > 1 || group.value.quoted || group.value.schema.choices !== undefined)
    return false;
  if (typeof group.value.value !== "string" && typeof group.value.value !== "number") return false;
  const words = group.words;
  if (words.length === 1 && /^(?:id|uuid|key|name|slug|path|file|url)$/.test(words[0] as string)) return true;
  const named = words
    .filter((word) => !ID.test(word) && !/^(?:name|path|number|key|slug)$/.test(word))
    .map(singular);
  return (
    named.length > 0 &&
    named.every((word) => noun.includes(word)) &&
    (words.length > named.length || named.length === noun.length)
  );
}

/** A value in a phrase of its own; undefined where only its label and the value can be said. */
function clause({ words, label, texts, value }: Group, random: Random): string | undefined {
  const text = joined(texts);
  const is = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const last = words.at(-1) ?? "";
  const { schema } = value;
  if (words[0] === "coordinates") return `at ${text}`;
  if (schema.type === "boolean" || schema.choices !== undefined || typeof value.value === "object")
    return undefined;
  if (schema.type === "integer" || schema.type === "number") {
    if (/^(?:limit|top|max results|max count|page size)$/.test(words.join(" ")))
      return random.pick([undefined, `and no more than ${text} of them`]);
    return undefined;
  }
  if (/^(?:query|search|q|keywords?|term|topic|phrase)$/.test(last))
    return random.pick([`for ${text}`, `about ${text}`, `to do with ${text}`]);
  if (/^(?:title|headline)$/.test(last)) return random.pick([`titled ${text}`, `with the ${label} ${text}`]);
  if (/^(?:message|text|body|content|comment|note)$/.test(last))
    return random.pick([`with the ${label} ${text}`, `saying ${text}`]);
  if (/^(?:from|start|since|after|begin)$/.test(last)) return `from ${text}`;
  if (words.length === 1 && /^(?:to|end|until|before)$/.test(last)) return `to ${text}`;
  if (last === "date" && words.length > 1 && /^(?:start|from)$/.test(words[0] as string))
    return `from ${text}`;
  if (last === "date" && words.length > 1 && /^(?:end|to)$/.test(words[0] as string)) return `to ${text}`;
  if (/^(?:date|day|when)$/.test(last)) return `on ${text}`;
  if (words.length === 1 && last === "name") return random.pick([`called ${text}`, `with the name ${text}`]);
  if (is(/^(?:token|secret|password|passphrase|credential)$/)) return `using the ${label} ${text}`;
  if (/^(?:path|file|filename|filepath|directory|dir|folder)$/.test(last)) return `in ${text}`;
  if (words.length === 1 && /^(?:url|uri|link)$/.test(last)) return `at ${text}`;
  if (
    is(
      /^(?:project|workspace|team|repo|repository|database|table|base|board|channel|account|location|organization|org|domain|region|site|store|space|vault|drive)$/,
    )
  ) {
    return random.pick([`in ${label} ${text}`, `for ${label} ${text}`]);
  }
  if (/^(?:city|country|place|address)$/.test(last)) return `for ${text}`;
  return undefined;
}

function plainClause({ label, texts }: Group): string {
  return `${label} ${joined(texts)}`;
}

function joined(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

const singular = (word: string): string => (/[^s]s$/.test(word) ? word.slice(0, -1) : word);
