import { ACTIONS, type ActionKind } from "./actions.js";
import { CONCEPTS } from "./concepts.js";
import { type PhraseTable, phraseTable } from "./phrase-table.js";

const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function actionTable(side: "name" | "said"): PhraseTable<ActionKind> {
  const kinds = Object.keys(ACTIONS) as ActionKind[];
  return phraseTable(
    kinds.flatMap((kind) => split(ACTIONS[kind][side]).map((phrase) => [phrase, kind] as const)),
  );
}

/** Verbs of tool names and descriptions. */
export const TOOL_ACTIONS = actionTable("name");
/** Words and phrases of people. */
export const SAID_ACTIONS = actionTable("said");

/** Words and phrases that belong to a group of {@link CONCEPTS}; the label is a term that no stem can equal. */
export const CONCEPT_TABLE: PhraseTable<string> = phraseTable(
  CONCEPTS.split("\n")
    .filter(Boolean)
    .flatMap((group, index) => split(group).map((phrase) => [phrase, `#${index}`] as const)),
);
