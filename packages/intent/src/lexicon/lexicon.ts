import { ACTIONS, type ActionKind } from "./actions.js";
import { CONCEPTS } from "./concepts.js";
import { type PhraseTable, phraseTable } from "./phrase-table.js";

const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const KINDS = Object.keys(ACTIONS) as ActionKind[];

/** Verbs of tool names and descriptions. */
export const TOOL_ACTIONS: PhraseTable<ActionKind> = phraseTable(
  KINDS.flatMap((kind) => split(ACTIONS[kind].name).map((verb) => [verb, kind] as const)),
);

/** Words and phrases of people; `weak` ones are said for many other reasons too. */
export const SAID_ACTIONS: PhraseTable<{ readonly kind: ActionKind; readonly weak: boolean }> = phraseTable(
  KINDS.flatMap((kind) =>
    split(ACTIONS[kind].said).map(
      (phrase) => [phrase.replace(/~$/, ""), { kind, weak: phrase.endsWith("~") }] as const,
    ),
  ),
);

/** Words and phrases that belong to a group of {@link CONCEPTS}; the label is a term that no stem can equal. */
export const CONCEPT_TABLE: PhraseTable<string> = phraseTable(
  CONCEPTS.split("\n")
    .filter(Boolean)
    .flatMap((group, index) => split(group).map((phrase) => [phrase, `#${index}`] as const)),
);

/** The actions that only look. */
export const READING: ReadonlySet<ActionKind> = new Set([
  "read",
  "list",
  "search",
  "check",
  "analyze",
  "count",
]);

/** "records", "attachment", "creation": the stem is a verb's, the word is a noun. */
export function isNoun(word: string): boolean {
  return (
    /(?:[^s]s|ment|tion)$/.test(word) &&
    !/^(?:does|has|is|was|whats|details|hits|contains|mentions)$/.test(word)
  );
}
