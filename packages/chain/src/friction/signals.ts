import { z } from "zod";
import { countSchema } from "../analytics/rate.js";
import {
  FRICTION_SIGNAL_KINDS,
  type FrictionSignalKind,
  frictionNotMeasuredReasonSchema,
  paginationArgKeySchema,
} from "../vocabulary/friction.js";
import { memberOrder } from "../vocabulary/vocabulary.js";
import {
  FRICTION_SIGNALS_VERSION,
  MAX_FRICTION_SIGNALS,
  MAX_IDENTIFIER_KEY_PATHS,
  MAX_PAGINATION_KEYS,
  MAX_REPEAT_CALL_INDEXES,
} from "./limits.js";

const name = z.string().min(1);
const surfaced = {
  informationCallIndex: countSchema,
  observedAtCallIndex: countSchema,
  toolName: name,
  toolCallId: name.optional(),
  identifierKeyPaths: z.array(name).max(MAX_IDENTIFIER_KEY_PATHS),
  identifierCount: z.number().int().min(1),
};
const adjacent = { callIndex: countSchema, priorCallIndex: countSchema, toolName: name };

/** One friction signal. Indexes point into the trial's call array. */
const frictionSignalSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("identifierSurfacedUnused"),
    ...surfaced,
    laterCallCount: z.number().int().min(2),
  }),
  z.strictObject({
    kind: z.literal("searchRepeatedAfterIdentifier"),
    ...surfaced,
    repeatCallIndexes: z.array(countSchema).min(1).max(MAX_REPEAT_CALL_INDEXES),
  }),
  z.strictObject({ kind: z.literal("identicalRetry"), ...adjacent, afterError: z.boolean() }),
  z.strictObject({ kind: z.literal("changedRetry"), ...adjacent, afterError: z.boolean() }),
  z.strictObject({
    kind: z.literal("paginationContinuation"),
    ...adjacent,
    paginationKeys: z.array(paginationArgKeySchema).min(1).max(MAX_PAGINATION_KEYS),
  }),
]);
/** One friction signal. */
export type FrictionSignal = z.infer<typeof frictionSignalSchema>;

/** Whether the identifier half was measured. */
const frictionIdentifierSignalsSchema = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("measured") }),
  z.strictObject({ state: z.literal("notMeasured"), reason: frictionNotMeasuredReasonSchema }),
]);
/** Whether the identifier half was measured. */
export type FrictionIdentifierSignals = z.infer<typeof frictionIdentifierSignalsSchema>;

/** The call that made a signal observable. */
export function frictionSignalObservationIndex(signal: FrictionSignal): number {
  return "observedAtCallIndex" in signal ? signal.observedAtCallIndex : signal.callIndex;
}

/** The call a signal starts from: where identifiers surfaced, or the earlier one of a pair. */
export function frictionSignalInformationIndex(signal: FrictionSignal): number {
  return "observedAtCallIndex" in signal ? signal.informationCallIndex : signal.priorCallIndex;
}

const compareKinds = memberOrder(FRICTION_SIGNAL_KINDS);

/** Orders signals by where they became observable, then kind, then where they start, then tool name. */
export function compareFrictionSignals(left: FrictionSignal, right: FrictionSignal): number {
  return (
    frictionSignalObservationIndex(left) - frictionSignalObservationIndex(right) ||
    compareKinds(left.kind, right.kind) ||
    frictionSignalInformationIndex(left) - frictionSignalInformationIndex(right) ||
    (left.toolName === right.toolName ? 0 : left.toolName < right.toolName ? -1 : 1)
  );
}

/** True for the two kinds that need retained results and a known order. */
function isIdentifierSignalKind(kind: FrictionSignalKind): boolean {
  return kind === "identifierSurfacedUnused" || kind === "searchRepeatedAfterIdentifier";
}

const documentShape = z.strictObject({
  version: z.literal(FRICTION_SIGNALS_VERSION),
  state: z.enum(["measured", "notMeasured"]),
  notMeasuredReason: frictionNotMeasuredReasonSchema.optional(),
  callCount: countSchema,
  resultAvailableCount: countSchema,
  timedCallCount: countSchema,
  identifierSignals: frictionIdentifierSignalsSchema,
  signals: z.array(frictionSignalSchema).max(MAX_FRICTION_SIGNALS),
});

/**
 * The friction of one trial. No document means never measured; a measured one without signals means looked and found
 * none.
 */
export const evalTrialFrictionSignalsSchema = documentShape.superRefine((document, context) => {
  const refuse = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  for (const problem of stateProblems(document)) refuse([problem.field], problem.message);
  for (const field of ["resultAvailableCount", "timedCallCount"] as const) {
    if (document[field] > document.callCount) {
      refuse([field], `found ${document[field]} of ${document.callCount} calls`);
    }
  }
  for (const [index, signal] of document.signals.entries()) {
    const before = document.signals[index - 1];
    if (before !== undefined && compareFrictionSignals(before, signal) > 0) {
      refuse(["signals", index], "signals stand in the order they became observable");
    }
    if (document.identifierSignals.state === "notMeasured" && isIdentifierSignalKind(signal.kind)) {
      refuse(["signals", index, "kind"], "identifier signals were not measured, expected none");
    }
    for (const message of indexProblems(signal, document.callCount)) refuse(["signals", index], message);
  }
});
/** The friction of one trial. */
export type EvalTrialFrictionSignals = z.infer<typeof documentShape>;

function stateProblems(document: EvalTrialFrictionSignals): { field: string; message: string }[] {
  const { state, notMeasuredReason, signals, identifierSignals } = document;
  if (state === "measured") {
    return notMeasuredReason === undefined
      ? []
      : [{ field: "notMeasuredReason", message: "a measured document has no reason" }];
  }
  const problems: { field: string; message: string }[] = [];
  if (notMeasuredReason === undefined) {
    problems.push({ field: "notMeasuredReason", message: "a document that was not measured says why" });
  }
  if (signals.length > 0) {
    problems.push({ field: "signals", message: "a document that was not measured has no signals" });
  }
  if (identifierSignals.state === "measured" || identifierSignals.reason !== notMeasuredReason) {
    problems.push({ field: "identifierSignals", message: "expected the reason of the document" });
  }
  return problems;
}

function indexProblems(signal: FrictionSignal, callCount: number): string[] {
  const problems: string[] = [];
  const from = frictionSignalInformationIndex(signal);
  const to = frictionSignalObservationIndex(signal);
  if (to >= callCount) problems.push(`call ${to} is not one of ${callCount}`);
  if (from >= to) problems.push(`call ${from} is not before call ${to}`);
  if (signal.kind === "searchRepeatedAfterIdentifier" && signal.repeatCallIndexes.some((at) => at > to)) {
    problems.push(`a repeat lies after call ${to}`);
  }
  return problems;
}
