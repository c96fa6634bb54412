import { clauseOf, type SaidGroup } from "./said-groups.js";
import { fillSlots } from "./slots.js";
import type { Wish } from "./wish.js";

/** More values than this are listed in a sentence of their own, as people paste them. */
const MOST_BEHIND = 3;

/** A wish with its values as an imperative clause in lower case, and what is said in a second sentence. */
export function clauseText(
  wish: Wish,
  said: string,
  groups: readonly SaidGroup[],
  everyday: boolean,
): { readonly clause: string; readonly more: string } {
  const { object, tails, left } = fillSlots(wish, groups);
  const spoken = everyday ? inEverydayWords(object) : object;
  const many = left.length > MOST_BEHIND;
  const behind = many ? "" : together(left.map(clauseOf));
  const clause = `${joinVerb(said, spoken)}${tails}${behind}`
    .replace(/\s+/g, " ")
    .replace(/ ([,:])/g, "$1")
    .trim();
  const more = many ? `${sentence(left.map(({ label, text }) => `${label} ${text}`).join(", "))}.` : "";
  return { clause, more };
}

/** Clauses in a row, with those that begin with "with" made one: "with status open and priority high". */
function together(clauses: readonly string[]): string {
  const which = clauses.filter((clause) => clause.startsWith("with ")).map((clause) => clause.slice(5));
  const others = clauses.filter((clause) => !/^(?:with |[,:])/.test(clause));
  const last = [
    ...clauses.filter((clause) => clause.startsWith(",")),
    ...clauses.filter((clause) => clause.startsWith(":")),
  ];
  const joined = which.length < 2 ? which.join("") : `${which.slice(0, -1).join(", ")} and ${which.at(-1)}`;
  return [...others.map((clause) => ` ${clause}`), which.length === 0 ? "" : ` with ${joined}`, ...last].join(
    "",
  );
}

const sentence = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Verbs that need a little word before their object. */
const WITH_WORD: Readonly<Record<string, string>> = {
  reply: "reply to",
  respond: "respond to",
  login: "log in to",
  logout: "log out of",
  "log in": "log in to",
  "sign in": "sign in to",
  subscribe: "subscribe to",
  unsubscribe: "unsubscribe from",
  navigate: "navigate to",
  go: "go to",
  connect: "connect to",
  disconnect: "disconnect from",
  switch: "switch to",
  wait: "wait for",
  click: "click",
  "double click": "double-click",
  diff: "compare",
  scroll: "scroll",
  "look up": "look up",
};

function joinVerb(verb: string, object: string): string {
  if (object === "") return verb;
  return `${/^(?:back|forward|up|down|home)$/.test(object) ? verb : (WITH_WORD[verb] ?? verb)} ${object}`;
}

/** Everyday words for what declarations say stiffly. */
const EVERYDAY: readonly (readonly [RegExp, string])[] = [
  [/\bdirectories\b/g, "folders"],
  [/\bdirectory\b/g, "folder"],
  [/\brepositories\b/g, "repos"],
  [/\brepository\b/g, "repo"],
  [/\bdetailed information\b/g, "the details"],
  [/\binformation\b/g, "details"],
  [/\bconfiguration\b/g, "settings"],
  [/\bapplications\b/g, "apps"],
  [/\bapplication\b/g, "app"],
  [/\bdocumentation\b/g, "docs"],
  [/\bstatistics\b/g, "numbers"],
  [/\bthe the\b/g, "the"],
];

function inEverydayWords(text: string): string {
  return EVERYDAY.reduce((spoken, [stiff, plain]) => spoken.replace(stiff, plain), text);
}
