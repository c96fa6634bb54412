/**
 * What the verb of a name does, where its ordinary meaning alone supports a sentence about when to use the tool. A verb of many
 * meanings (post, push, run, write, query) is in no list: a sentence about it would be a guess.
 */
const VERBS = {
  list: "list enumerate browse",
  read: "get fetch retrieve read show view display describe inspect lookup",
  search: "search find locate discover",
  create: "create make register",
  add: "add append insert attach",
  update: "update edit modify change set alter adjust configure rename",
  delete: "delete remove destroy erase drop purge uninstall discard",
  stop: "stop cancel terminate kill abort disable pause revoke disconnect logout deactivate",
  send: "send publish broadcast reply deliver",
  move: "move relocate transfer",
  copy: "copy duplicate clone",
  work: "calculate compute count sum analyze analyse convert translate summarize evaluate compare validate check estimate measure",
  take: "download export capture screenshot",
} as const;
export type Act = keyof typeof VERBS;

const acts = new Map<string, Act>(
  Object.entries(VERBS).flatMap(([act, verbs]) =>
    verbs.split(" ").map((verb) => [verb, act as Act] as const),
  ),
);

/** Verbs that are as often nouns: commands only at the start of a name (`component_set`, `save_screenshot`). */
const NOUNS_TOO = new Set(
  "set view change display show reply transfer count check estimate measure download export capture screenshot".split(
    " ",
  ),
);

/** The act of a verb as names spell it, in its base form: `locations` and `scraping` are no commands. */
export function actOf(word: string, position: { readonly isFirst: boolean }): Act | undefined {
  return position.isFirst || !NOUNS_TOO.has(word) ? acts.get(word) : undefined;
}
