export { BUILTIN_MODEL, builtinIdentity } from "./builtin-identity.js";
export { isDestructive, showsDestructive } from "./destructive.js";
export type { ActionKind } from "./lexicon/actions.js";
export { CONCEPT_TABLE, isNoun, READING, SAID_ACTIONS, TOOL_ACTIONS } from "./lexicon/lexicon.js";
export { stem } from "./lexicon/phrase-table.js";
export { STOPWORDS } from "./lexicon/stopwords.js";
export { wordsOf } from "./words.js";
