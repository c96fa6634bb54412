import { z } from "zod";
import { about } from "../json/about.js";
import { REASONS, STAGE_REASONS, type StageReason, stageReasonSchema } from "../vocabulary/reason.js";
import {
  STAGE_STATES,
  type StageState,
  stageStateSchema,
  USER_VALUE_STAGES,
  userValueStageSchema,
} from "../vocabulary/stage.js";
import { failureCategorySchema } from "../vocabulary/trial.js";

/**
 * The version of the derivation rules, stored with every derivation and raised whenever a rule changes meaning.
 * It starts at 1 and is this project's own: the rules are a merge of several published analyzers (spec §2.1).
 */
export const STAGE_ANALYZER_VERSION = 1;

/** Reasons one row quotes at most (spec §2.1). */
export const MAX_EVIDENCE_REASONS = 5;
/** Characters of one quoted reason at most, the ellipsis of a cut one included (spec §2.1). */
export const MAX_EVIDENCE_REASON_CHARS = 500;
/** Span ids one row cites at most (spec §2.1). */
export const MAX_EVIDENCE_SPAN_IDS = 5;

/** Pointers to the evidence a row was decided from. */
const stageEvidenceRefsSchema = z.strictObject({
  spanIds: z
    .array(z.string().min(1))
    .max(MAX_EVIDENCE_SPAN_IDS)
    .optional()
    .register(...about("recorded calls that a stage row rests on")),
  promptIndexes: z
    .array(z.number().int().min(0))
    .optional()
    .register(...about("requests that a stage row rests on")),
  predicateReasons: z
    .array(z.string().min(1).max(MAX_EVIDENCE_REASON_CHARS))
    .max(MAX_EVIDENCE_REASONS)
    .optional()
    .register(...about("checks that a stage row rests on")),
});
/** Pointers to the evidence a row was decided from. */
export type StageEvidenceRefs = z.infer<typeof stageEvidenceRefsSchema>;

/** The reasons each state may carry (spec §1.3). `noSpanChannel` is read from old rows and never produced here. */
export const LEGAL_STAGE_REASONS: Readonly<Record<StageState, readonly StageReason[]>> = Object.freeze(
  Object.fromEntries(
    STAGE_STATES.map((state) => [
      state,
      Object.freeze(STAGE_REASONS.filter((reason) => REASONS.entries[reason].state === state)),
    ]),
  ) as Record<StageState, readonly StageReason[]>,
);

/** True when a row in this state may carry this reason. A row without a reason is legal: old producers omit it. */
export function isLegalStageReason(state: StageState, reason: StageReason | undefined): boolean {
  return reason === undefined || LEGAL_STAGE_REASONS[state].includes(reason);
}

/** One stage of one trial. The validator refuses a reason its state may not carry. */
export const stageResultRowSchema = z
  .strictObject({
    stage: userValueStageSchema,
    state: stageStateSchema,
    reason: stageReasonSchema.optional(),
    evidence: stageEvidenceRefsSchema.optional(),
  })
  .superRefine((row, context) => {
    if (isLegalStageReason(row.state, row.reason)) return;
    context.addIssue({
      code: "custom",
      path: ["reason"],
      message: `a ${row.state} row may not carry the reason ${row.reason}; legal are ${LEGAL_STAGE_REASONS[row.state].join(", ")}`,
    });
  });
/** One stage of one trial. */
export type StageResultRow = z.infer<typeof stageResultRowSchema>;

/**
 * The chain of one trial: exactly six rows in stage order, the first failed stage and the category.
 *
 * The category can be present without a first failed stage (a setup abort, an evaluator error), so failures of the
 * server are counted by `firstFailedStage`, never by the presence of a category. The validator refuses a
 * `firstFailedStage` that is not the stage of the first `failed` row.
 */
export const stageDerivationSchema = z
  .strictObject({
    stageResults: z
      .array(stageResultRowSchema)
      .length(USER_VALUE_STAGES.length)
      .register(...about("a row for each stage of the chain")),
    firstFailedStage: userValueStageSchema
      .optional()
      .describe("earliest stage that failed; null where none did"),
    failureCategory: failureCategorySchema.optional(),
    stageAnalyzerVersion: z
      .number()
      .int()
      .min(1)
      .register(...about("version of the rules that derive stages")),
  })
  .superRefine((derivation, context) => {
    for (const [index, stage] of USER_VALUE_STAGES.entries()) {
      const row = derivation.stageResults[index];
      if (row === undefined || row.stage === stage) continue;
      context.addIssue({
        code: "custom",
        path: ["stageResults", index, "stage"],
        message: `found ${row.stage}, expected ${stage}: the six rows stand in chain order`,
      });
    }
    const first = derivation.stageResults.find((row) => row.state === "failed")?.stage;
    if (derivation.firstFailedStage === first) return;
    context.addIssue({
      code: "custom",
      path: ["firstFailedStage"],
      message: `found ${derivation.firstFailedStage ?? "none"}, expected ${first ?? "none"}: the stage of the first failed row`,
    });
  });
/** The chain of one trial. */
export type StageDerivation = z.infer<typeof stageDerivationSchema>;
