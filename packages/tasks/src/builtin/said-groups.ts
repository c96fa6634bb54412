import { wordsOf } from "@gradable/intent";
import type { SaidValue } from "./sample-arguments.js";

/** The values of one parameter, as they stand in a request. */
export interface SaidGroup {
  /** The words of the parameter's name. */
  readonly words: readonly string[];
  /** The name as a person would say it: "parent comment" for parentCommentId. */
  readonly label: string;
  /** "red, green and blue". */
  readonly text: string;
  readonly count: number;
  /** An address, a path or a number that explains itself. */
  readonly plain: boolean;
  /** A choice, a number or free text: it says how, not which. */
  readonly free: boolean;
  readonly value: SaidValue;
}

const ID = /^(?:ids?|uuid|uid|gid|sid|slug|public|string|value|identifier)$/;

/** Values that belong together: the elements of one array, a latitude and its longitude. */
export function groupsOf(said: readonly SaidValue[]): SaidGroup[] {
  const lists: {
    readonly first: SaidValue;
    readonly texts: string[];
    words: readonly string[];
    coordinates: boolean;
  }[] = [];
  for (const value of said) {
    const words = wordsOf(value.path.at(-1) ?? "", 8);
    const text = value.quoted ? `"${value.text.replaceAll('"', "'")}"` : value.text;
    const last = lists.at(-1);
    const east = words.some((word) => /^(?:lon|lng|long|longitude)$/.test(word));
    const owned =
      last !== undefined &&
      /^(?:owner|org|organization)$/.test(last.words.join(" ")) &&
      /^(?:repo|repository|repo name|repository name)$/.test(words.join(" "));
    if (owned) {
      lists[lists.length - 1] = {
        first: value,
        texts: [`${last.texts[0]}/${text}`],
        words,
        coordinates: false,
      };
    } else if (last !== undefined && last.first.path.join("\0") === value.path.join("\0"))
      last.texts.push(text);
    else if (last !== undefined && east && last.words.some((word) => /^lat/.test(word))) {
      last.texts[0] = `${last.texts[0]}, ${text}`;
      last.words = ["coordinates"];
      last.coordinates = true;
    } else lists.push({ first: value, texts: [text], words, coordinates: false });
  }
  return lists.map(({ first, texts, words, coordinates }) => {
    const spoken = words.filter((word) => !ID.test(word));
    const text =
      texts.length < 2 ? (texts[0] as string) : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
    const { schema } = first;
    return {
      words,
      label: (spoken.length > 0 ? spoken : words).join(" "),
      text,
      count: texts.length,
      plain: coordinates || /^(?:https?:\/\/|[\w.+-]+@|\/|\.{0,2}\/|[A-Za-z]:\\)/.test(first.text),
      free:
        schema.choices !== undefined ||
        schema.type === "boolean" ||
        typeof first.value === "object" ||
        /^(?:limit|count|size|page|offset|depth|max|min|width|height|content|body|description|comment|message|title)$/.test(
          words.at(-1) ?? "",
        ),
      value: first,
    };
  });
}

/** A value that has no place in the wish itself, as a phrase behind it. */
export function clauseOf({ words, label, text, value, count }: SaidGroup): string {
  const last = words.at(-1) ?? "";
  const first = words[0] ?? "";
  const { schema } = value;
  if (first === "coordinates") return `at ${text}`;
  if (schema.type === "boolean") return value.value === true ? `with ${label} on` : `with ${label} off`;
  if (/^(?:limit|top|max results|max count|page size|num results|count|max)$/.test(words.join(" ")))
    return `, at most ${text}`;
  if (last === "value" && words.length === 1) return `to ${text}`;
  if (/^(?:prompt)$/.test(last)) return `from the prompt ${text}`;
  if (/^(?:sql|code|script|command|mermaid|expression|formula|markdown|html|query sql|statement)$/.test(last))
    return `: ${text}`;
  if (schema.choices !== undefined)
    return /^(?:type|kind|status|state|priority|mode|format|unit|units|language)$/.test(last)
      ? `with ${label} ${text}`
      : `with ${label} ${text}`;
  if (/^(?:query|search|q|keywords?|term|topic|phrase|question)$/.test(last)) return `for ${text}`;
  if (/^(?:title|headline)$/.test(last)) return `titled ${text}`;
  if (/^(?:message|text|body|content|comment|note|reply)$/.test(last)) return `saying ${text}`;
  if (
    /^(?:from|start|since|after|begin)$/.test(last) ||
    (/^(?:date|time)$/.test(last) && /^(?:start|from|begin)$/.test(first))
  )
    return `from ${text}`;
  if (/^(?:to|end|until|before)$/.test(last) || (/^(?:date|time)$/.test(last) && /^(?:end|to)$/.test(first)))
    return `to ${text}`;
  if (/^(?:date|day|when)$/.test(last)) return `on ${text}`;
  if (words.length === 1 && last === "name") return `called ${text}`;
  if (last === "name") return `with ${label} ${text}`;
  if (/^(?:origin|source)$/.test(last)) return `from ${text}`;
  if (/^(?:destination|target|recipient|recipients)$/.test(last)) return `to ${text}`;
  if (/^(?:path|file|filename|filepath|directory|dir|folder)$/.test(last))
    return words.length > 1 && !/^(?:file|dir|directory|folder)$/.test(first)
      ? `with ${label} ${text}`
      : `in ${text}`;
  if (words.length === 1 && /^(?:url|uri|link|urls)$/.test(last)) return `at ${text}`;
  if (last === "email" || last === "recipient") return `to ${text}`;
  if (/^(?:city|country|place|address|location)$/.test(last)) return `in ${text}`;
  if (words.some((word) => CONTAINERS.has(word))) return `in ${label} ${text}`;
  if (words.some((word) => ID.test(word)) || ID.test(last)) return `for ${label} ${text}`;
  return count > 1 ? `with the ${label} ${text}` : `with ${label} ${text}`;
}

/** Things that others stand in. */
const CONTAINERS = new Set(
  "project workspace team repo repository database table base board channel account organization org domain region site store space vault drive collection index namespace bucket cluster folder environment list group".split(
    " ",
  ),
);
