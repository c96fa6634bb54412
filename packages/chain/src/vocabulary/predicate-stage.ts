import type { UserValueStage } from "./stage.js";

// The stage map of the checks (spec evals.md §2.1). It lives with the derivation because moving a check to another
// stage changes what the derivation says, which makes it a new analyzer version.

/** The stage each kind of check is filed at. Filing says where evidence is recorded, not where a defect began. */
export const PREDICATE_STAGE = Object.freeze({
  toolDescriptionsPresent: "discovery",
  toolAnnotationsPresent: "discovery",
  toolNamesUnique: "discovery",
  noDeprecatedToolExposed: "discovery",
  toolInputSchemasWellFormed: "discovery",
  toolOutputSchemasPresent: "discovery",
  toolCalledWith: "selection",
  toolCalledAtLeastOnce: "selection",
  toolNeverCalled: "selection",
  onlyToolsCalled: "selection",
  firstToolWas: "selection",
  toolCallCountUnder: "selection",
  toolCalledBefore: "selection",
  noDeprecatedToolCalled: "selection",
  noDestructiveToolCalled: "selection",
  argumentsMatchToolSchema: "call",
  noRepeatedIdenticalCall: "call",
  toolInputMatches: "call",
  noToolErrors: "response",
  toolLatencyUnder: "response",
  toolResultContains: "response",
  toolResultMatches: "response",
  toolResultMatchesSchema: "response",
  toolResultSizeUnder: "response",
  toolErrorNamesInput: "response",
  fullPageHasContinuation: "response",
  responseContains: "userValue",
  responseMatches: "userValue",
  finalAssistantMessageNonEmpty: "userValue",
  tokenBudgetUnder: "userValue",
  turnCountUnder: "userValue",
  widgetRendered: "userValue",
  widgetRenderLatencyUnder: "userValue",
  widgetNoConsoleErrors: "userValue",
  noEndingQuestion: "userValue",
} as const satisfies Record<string, UserValueStage>);
/** One kind of check. */
export type PredicateKind = keyof typeof PREDICATE_STAGE;

/** Every kind of check, in the order of the stage map. */
export const PREDICATE_KINDS = Object.freeze(Object.keys(PREDICATE_STAGE) as PredicateKind[]);

/** Kinds that only observe: a heuristic never decides a trial, whatever role it is given. */
export const OBSERVATION_PREDICATE_KINDS = Object.freeze([
  "noDeprecatedToolExposed",
  "noDeprecatedToolCalled",
  "noRepeatedIdenticalCall",
  "toolErrorNamesInput",
  "fullPageHasContinuation",
  "noEndingQuestion",
] as const satisfies readonly PredicateKind[]);

const stageByKind: ReadonlyMap<string, UserValueStage> = new Map(Object.entries(PREDICATE_STAGE));
const observationKinds: ReadonlySet<string> = new Set(OBSERVATION_PREDICATE_KINDS);

/**
 * The stage a check row is filed at. A row without a known kind is read as an assertion about the answer, which is
 * where the published contract files it.
 */
export function stageOfCheck(kind: string | undefined): UserValueStage {
  return (kind === undefined ? undefined : stageByKind.get(kind)) ?? "userValue";
}

/** Whether a check gates. Only the literal `advisory` and the observing kinds do not. */
export function isGatingCheck(kind: string | undefined, role: unknown): boolean {
  return role !== "advisory" && (kind === undefined || !observationKinds.has(kind));
}
