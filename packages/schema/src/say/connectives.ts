import { nameWords } from "../words.js";

/**
 * What a person says right before a value, by the parameter's name. Tried on the words of the name joined by spaces, the more special
 * first; most parameters have none and are called by their name.
 */
const LEADS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:from|origin|source|start|starting|departure|from (?:city|station|address|account|date|time|currency|language))$/,
    "from",
  ],
  [/^(?:since|after|created after|updated after)$/, "since"],
  [/^(?:start|from|begin) (?:date|time|day)$/, "from"],
  [
    /^(?:to|destination|target|recipients?|arrival|to (?:city|station|address|account|date|time|currency|language|email))$/,
    "to",
  ],
  [/^(?:until|end|before|due|deadline|due date|end date|end time|expires?)$/, "until"],
  [/^(?:title|headline)$/, "titled"],
  [/^(?:name|file name|filename|display name|project name)$/, "called"],
  [/^(?:query|search|q|search query|keywords?|search term|topic|phrase)$/, "about"],
  [/^(?:date|day|on)$/, "on"],
  [/^(?:time|at|when)$/, "at"],
  [/^(?:timezone|time zone|tz)$/, "in timezone"],
  [/^(?:city|country|place|region|location|in|language|currency)$/, "in"],
  [/^(?:path|file|file path|filepath|folder|directory|dir|folder path|directory path)$/, "at"],
  [/^(?:url|uri|link|page url)$/, "at"],
  [/^(?:by|mode|transport|author)$/, "by"],
  [/^(?:message|text|body|comment|note|reply)$/, "saying"],
  [/^(?:limit|max results|max count|top|max items)$/, "at most"],
  [/^(?:tags?|labels?)$/, "tagged"],
  [/^(?:assignee|owner|user|customer|for|patient|client)$/, "for"],
  [/^(?:reason)$/, "because of"],
];

/** The connective of a parameter ("from", "titled"); undefined where its name has to be said. */
export function leadOf(name: string): string | undefined {
  const words = nameWords(name).join(" ");
  return LEADS.find(([pattern]) => pattern.test(words))?.[1];
}

/** A parameter's name as words: "parent id" for parentId. */
export function labelOf(name: string): string {
  const words = nameWords(name);
  // "ns 1 x" would read as two values.
  return words.length > 0 && !/\p{N}/u.test(name) ? words.join(" ") : name;
}
