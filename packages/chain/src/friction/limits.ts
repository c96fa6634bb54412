// Limits of spec §6. They bound one document, never silently: a trial above the call cap is not measured, and a result
// whose walk hit a limit gives no identifier signal.

/** The version of the friction rules, stored with every document. */
export const FRICTION_SIGNALS_VERSION = 1;
/** Signals one document keeps. */
export const MAX_FRICTION_SIGNALS = 24;
/** Calls a trial may make and still be measured: every index points into the whole call array. */
export const MAX_FRICTION_CALLS = 200;
/** Key paths one identifier signal names. */
export const MAX_IDENTIFIER_KEY_PATHS = 8;
/** Repeats one `searchRepeatedAfterIdentifier` names. */
export const MAX_REPEAT_CALL_INDEXES = 8;
/** Pagination keys one `paginationContinuation` names. */
export const MAX_PAGINATION_KEYS = 4;
/** Identifier candidates read from one result. */
export const MAX_IDENTIFIER_CANDIDATES = 200;
/** Levels the identifier walk goes down. */
export const IDENTIFIER_WALK_DEPTH = 6;
/** Entries of one array the identifier walk reads. */
export const IDENTIFIER_WALK_ARRAY_ITEMS = 50;
/** Shortest value that may be an identifier: shorter ones appear inside everything. */
export const MIN_IDENTIFIER_LENGTH = 3;
