import { z } from "zod";
import { countSchema } from "../analytics/rate.js";
import { defined } from "../json/defined.js";
import {
  isSuspectedCondition,
  isSuspectedConditionConfidence,
  suspectedConditionConfidenceSchema,
  suspectedConditionSchema,
  suspectedConditionSkipReasonSchema,
} from "../vocabulary/condition.js";
import { frictionSignalKindSchema } from "../vocabulary/friction.js";
import { isRecord } from "./call.js";
import {
  type FrictionSignal,
  frictionSignalInformationIndex,
  frictionSignalObservationIndex,
} from "./signals.js";

/** Characters of a remediation at most (spec §7). */
const MAX_SUSPECTED_CONDITION_REMEDIATION_CHARS = 300;
/** Characters of a field path at most (spec §7). */
const MAX_SUSPECTED_CONDITION_FIELD_PATH_CHARS = 120;

const name = z.string().min(1);
const provenanceShape = {
  /** `<caseKey>#<iterationNumber>` */
  gradingKey: z.string().regex(/^.+#\d+$/s, "a grading key is <caseKey>#<iterationNumber>"),
  signalKind: frictionSignalKindSchema,
  informationCallIndex: countSchema,
  observedAtCallIndex: countSchema,
  judgeTemplateVersion: z.number().int().min(1),
  judgeTemplateHash: name,
  model: name,
  /** Epoch milliseconds. */
  generatedAt: countSchema,
};
const provenanceSchema = z.strictObject(provenanceShape);
/** Which trial and signal a verdict is about, and which judge gave it. */
export type SuspectedConditionProvenance = z.infer<typeof provenanceSchema>;

const evidenceSchema = z.strictObject({
  callIndex: countSchema,
  toolName: name,
  fieldPath: name.max(MAX_SUSPECTED_CONDITION_FIELD_PATH_CHARS).optional(),
});
/** The call, and optionally the field, a suspicion rests on. */
type SuspectedConditionEvidence = z.infer<typeof evidenceSchema>;

const verdictShape = z.discriminatedUnion("status", [
  z.strictObject({
    status: z.literal("scored"),
    condition: suspectedConditionSchema,
    confidence: suspectedConditionConfidenceSchema,
    remediation: name.max(MAX_SUSPECTED_CONDITION_REMEDIATION_CHARS).optional(),
    evidence: evidenceSchema.optional(),
    ...provenanceShape,
  }),
  z.strictObject({
    status: z.literal("skipped"),
    reason: suspectedConditionSkipReasonSchema,
    ...provenanceShape,
  }),
  z.strictObject({ status: z.literal("error"), ...provenanceShape }),
]);

/**
 * A judge's opinion on one flagged trial, at most one per trial. It never enters a verdict, score or gate, and it is
 * suspected, never confirmed. `skipped` and `error` carry no condition: not having looked is not an answer.
 */
export const suspectedConditionVerdictSchema = verdictShape.superRefine((verdict, context) => {
  if (verdict.status !== "scored") return;
  // The judge sees nothing after the call that made the signal observable, so it can cite nothing after it.
  if (verdict.evidence !== undefined && verdict.evidence.callIndex > verdict.observedAtCallIndex) {
    context.addIssue({
      code: "custom",
      path: ["evidence", "callIndex"],
      message: `found ${verdict.evidence.callIndex}, expected at most observedAtCallIndex ${verdict.observedAtCallIndex}`,
    });
  }
  if (verdict.confidence === "low" && verdict.condition !== "unclear") {
    context.addIssue({
      code: "custom",
      path: ["condition"],
      message: `found ${verdict.condition} with low confidence, expected unclear`,
    });
  }
});
/** A judge's opinion on one flagged trial. */
export type SuspectedConditionVerdict = z.infer<typeof verdictShape>;

/**
 * What a server's author can change, with the words a remediation may use for it (spec §7.6, our list: the published
 * one is not public).
 */
const SERVER_LEVERS = Object.freeze({
  toolName: /\btool['’]?s?\s+names?\b|\bnames? of the tools?\b|\brenam(?:e|ing)\b/i,
  toolDescription: /\bdescriptions?\b/i,
  inputSchema: /\binput\s*schemas?\b|\bparameters?\b|\barguments? schemas?\b/i,
  outputSchema: /\boutput\s*schemas?\b/i,
  responsePayloadShape: /\b(?:response|payload|result|returned)\b/i,
  errorText: /\berror (?:text|message|string|response)s?\b|\berrors?\b/i,
  paginationMetadata: /\bpaginat|\bcursors?\b|\bnext page\b|\bpage tokens?\b|\bhas_?more\b|\btruncat/i,
});

/** True when a remediation names something the server's author can change. */
function namesServerLever(remediation: string): boolean {
  return Object.values(SERVER_LEVERS).some((lever) => lever.test(remediation));
}

/** What a judge answered, before anything is believed. */
export interface SuspectedConditionAnswer {
  readonly condition: string;
  readonly confidence: string;
  readonly remediation?: string | undefined;
  readonly evidence?: SuspectedConditionEvidence | undefined;
}

/**
 * Turns a judge's answer into the verdict that may be stored (spec §7.4-7.5).
 *
 * Low confidence, an unknown condition or a remediation that names no server lever makes it `unclear`; the confidence
 * is kept, remediation and evidence are dropped. An answer that cannot be stored at all (an unknown confidence, a
 * remediation that is too long, evidence the judge cannot have seen) becomes `error`.
 */
export function settleSuspectedCondition(
  answer: SuspectedConditionAnswer,
  provenance: SuspectedConditionProvenance,
): SuspectedConditionVerdict {
  const { condition, confidence, remediation, evidence } = answer;
  const failed = { status: "error", ...provenance } as const;
  if (!isSuspectedConditionConfidence(confidence)) return failed;
  const demoted =
    confidence === "low" ||
    !isSuspectedCondition(condition) ||
    (remediation !== undefined && !namesServerLever(remediation));
  const verdict: SuspectedConditionVerdict = demoted
    ? { status: "scored", condition: "unclear", confidence, ...provenance }
    : {
        status: "scored",
        condition,
        confidence,
        ...defined({ remediation, evidence }),
        ...provenance,
      };
  return suspectedConditionVerdictSchema.safeParse(verdict).success ? verdict : failed;
}

/** The two indexes a verdict on this signal records; for a signal of two adjacent calls, those two (spec §7.8). */
export function suspectedConditionIndexes(
  signal: FrictionSignal,
): Pick<SuspectedConditionProvenance, "informationCallIndex" | "observedAtCallIndex"> {
  return {
    informationCallIndex: frictionSignalInformationIndex(signal),
    observedAtCallIndex: frictionSignalObservationIndex(signal),
  };
}

/**
 * What of a trial's stored verdict may be shown: nothing stored stays nothing, a valid verdict passes, an invalid one
 * leaves only a flag.
 */
export function projectSuspectedConditionVerdict(metadata: unknown): {
  suspectedConditionVerdict?: SuspectedConditionVerdict;
  suspectedConditionUnverified?: true;
} {
  if (!isRecord(metadata) || !Object.hasOwn(metadata, "suspectedConditionVerdict")) return {};
  const parsed = suspectedConditionVerdictSchema.safeParse(metadata.suspectedConditionVerdict);
  return parsed.success ? { suspectedConditionVerdict: parsed.data } : { suspectedConditionUnverified: true };
}
