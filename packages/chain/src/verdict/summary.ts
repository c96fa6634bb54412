import { z } from "zod";
import { countSchema } from "../analytics/rate.js";
import { opaqueIdSchema } from "../json/opaque-id.js";
import { stageResultRowSchema } from "../stages/derivation.js";
import { userValueStageSchema } from "../vocabulary/stage.js";
import { failureCategorySchema, iterationStatusSchema } from "../vocabulary/trial.js";
import {
  evalRunDecisionUndecidedReasonSchema,
  evalRunDecisionVerdictSchema,
  evalRunDecisionVerdictSourceSchema,
} from "../vocabulary/verdict.js";
import { type EvalVerdictDecision, evalVerdictDecisionSchema } from "./decision.js";

/** The version of the summary. */
export const EVAL_RUN_DECISION_SUMMARY_SCHEMA_VERSION = 1;

const name = z.string().min(1);

/** Why a run has no verdict; `detail` only where the platform itself said something. */
const evalRunDecisionUndecidedSchema = z.strictObject({
  reason: evalRunDecisionUndecidedReasonSchema,
  detail: name.optional(),
});

/** Counts with the unit they count in. A legacy count that was not stored is absent, which is not 0. */
const evalRunDecisionCountsSchema = z.discriminatedUnion("measurementUnit", [
  z.strictObject({
    measurementUnit: z.literal("caseVariant"),
    total: countSchema,
    passed: countSchema,
    failed: countSchema,
    inconclusive: countSchema,
  }),
  z.strictObject({
    measurementUnit: z.literal("trial"),
    total: countSchema.optional(),
    passed: countSchema.optional(),
    failed: countSchema.optional(),
  }),
]);
/** Counts with the unit they count in. */
export type EvalRunDecisionCounts = z.infer<typeof evalRunDecisionCountsSchema>;

const analyzerVersion = z.number().int().min(0);
const analyzerVersionAhead = z.strictObject({ reported: analyzerVersion, known: analyzerVersion });

/**
 * The chain of one trial as far as it may be believed. Only a verified one carries rows and what is said about them; of
 * an unverified one nothing crosses but its version.
 */
const evalRunDecisionChainSchema = z.discriminatedUnion("status", [
  z.strictObject({
    status: z.literal("verified"),
    stages: z.array(stageResultRowSchema),
    firstFailedStage: userValueStageSchema.optional(),
    failureCategory: failureCategorySchema.optional(),
    analyzerVersion,
    /** Set when the rows come from a newer analyzer than this build knows: flagged, not refused. */
    analyzerVersionAhead: analyzerVersionAhead.optional(),
  }),
  z.strictObject({
    status: z.literal("unverified"),
    analyzerVersion: analyzerVersion.optional(),
    analyzerVersionAhead: analyzerVersionAhead.optional(),
  }),
  z.strictObject({ status: z.literal("absent") }),
]);
/** The chain of one trial as far as it may be believed. */
export type EvalRunDecisionChain = z.infer<typeof evalRunDecisionChainSchema>;

/**
 * Where to look. With a first failed stage it quotes that row's evidence and no other's: the spans of what worked are
 * no evidence for what did not.
 */
const evalRunDecisionEvidenceSchema = z.strictObject({
  runId: name,
  iterationId: name,
  stage: userValueStageSchema.optional(),
  spanIds: z.array(name).min(1).optional(),
  promptIndexes: z.array(countSchema).min(1).optional(),
  reasons: z.array(name).min(1).optional(),
  tracePath: name.refine((path) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path), {
    error: "expected a relative locator, found an absolute one",
  }),
});
/** Where to look. */
export type EvalRunDecisionEvidence = z.infer<typeof evalRunDecisionEvidenceSchema>;

const toolNames = z.array(name).min(1);

/** One trial that did not pass. A trial, never a case: nothing may count these into a verdict. */
const evalRunDecisionDiagnosticSchema = z.strictObject({
  iterationId: name,
  iterationNumber: countSchema,
  caseId: opaqueIdSchema.optional(),
  testCaseId: name.optional(),
  title: name.optional(),
  status: iterationStatusSchema,
  result: z.enum(["passed", "failed"]).optional(),
  chain: evalRunDecisionChainSchema,
  expected: z.strictObject({ toolNames }).optional(),
  observed: z.strictObject({ toolNames: toolNames.optional(), failure: name.optional() }).optional(),
  evidence: evalRunDecisionEvidenceSchema,
  nextAction: name,
});
/** One trial that did not pass. */
export type EvalRunDecisionDiagnostic = z.infer<typeof evalRunDecisionDiagnosticSchema>;

/**
 * One page of diagnostics. `complete` is true only when the page was the run's whole trial set: no items then means
 * nothing failed, and without it means not fully looked at.
 */
const evalRunDecisionDiagnosticsSchema = z
  .strictObject({
    items: z.array(evalRunDecisionDiagnosticSchema),
    complete: z.boolean(),
    nextCursor: name.optional(),
    scannedIterations: countSchema,
  })
  .superRefine((page, context) => {
    if (page.complete && page.nextCursor !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["nextCursor"],
        message: "found a next page, expected none on a complete one",
      });
    }
    if (page.items.length > page.scannedIterations) {
      context.addIssue({
        code: "custom",
        path: ["scannedIterations"],
        message: `found ${page.scannedIterations}, expected at least the ${page.items.length} items`,
      });
    }
  });
/** One page of diagnostics. */
export type EvalRunDecisionDiagnostics = z.infer<typeof evalRunDecisionDiagnosticsSchema>;

const summaryShape = z.strictObject({
  schemaVersion: z.literal(EVAL_RUN_DECISION_SUMMARY_SCHEMA_VERSION),
  runId: name,
  runStatus: name,
  verdict: evalRunDecisionVerdictSchema,
  verdictSource: evalRunDecisionVerdictSourceSchema,
  counts: evalRunDecisionCountsSchema.optional(),
  decision: evalVerdictDecisionSchema.optional(),
  undecided: evalRunDecisionUndecidedSchema.optional(),
  diagnostics: evalRunDecisionDiagnosticsSchema,
});
/** What a run decided, in which unit it counted, and where to look. */
export type EvalRunDecisionSummary = z.infer<typeof summaryShape>;

/**
 * What a run decided, in which unit it counted, and where to look. The summary explains a decision and never makes
 * one; the validator refuses a headline that does not follow from what is shipped beside it.
 */
export const evalRunDecisionSummarySchema = summaryShape.superRefine((summary, context) => {
  for (const { field, message } of inconsistencies(summary)) {
    context.addIssue({ code: "custom", path: [field], message });
  }
});

/** Counts the verdicts of a decision's case rows. */
export function tallyCaseVariants(decision: EvalVerdictDecision): EvalRunDecisionCounts {
  const counts = { passed: 0, failed: 0, inconclusive: 0 };
  for (const row of decision.cases) counts[row.verdict] += 1;
  return { measurementUnit: "caseVariant", total: decision.cases.length, ...counts };
}

interface Inconsistency {
  readonly field: keyof EvalRunDecisionSummary;
  readonly message: string;
}

function inconsistencies(summary: EvalRunDecisionSummary): Inconsistency[] {
  switch (summary.verdictSource) {
    case "policyV2":
      return policyV2Problems(summary);
    case "legacy":
      return legacyProblems(summary);
    case "none":
      return undecidedProblems(summary);
  }
}

function policyV2Problems(summary: EvalRunDecisionSummary): Inconsistency[] {
  const { decision, counts } = summary;
  if (decision === undefined) return [{ field: "decision", message: "expected the decision that was read" }];
  const problems: Inconsistency[] = [];
  if (summary.verdict !== decision.verdict) {
    problems.push({
      field: "verdict",
      message: `found ${summary.verdict}, the decision says ${decision.verdict}`,
    });
  }
  const tally = tallyCaseVariants(decision) as Record<string, unknown>;
  const found = counts as Record<string, unknown> | undefined;
  if (Object.keys(tally).some((field) => found?.[field] !== tally[field])) {
    problems.push({ field: "counts", message: "expected the tally of the decision's case verdicts" });
  }
  return [...problems, ...unexpected(summary, ["undecided"])];
}

function legacyProblems(summary: EvalRunDecisionSummary): Inconsistency[] {
  const problems = unexpected(summary, ["undecided", "decision"]);
  if (summary.verdict !== "passed" && summary.verdict !== "failed") {
    problems.push({ field: "verdict", message: `a legacy run cannot be ${summary.verdict}` });
  }
  if (summary.counts !== undefined && summary.counts.measurementUnit !== "trial") {
    problems.push({ field: "counts", message: "a legacy run counts trials" });
  }
  return problems;
}

function undecidedProblems(summary: EvalRunDecisionSummary): Inconsistency[] {
  const problems = unexpected(summary, ["counts", "decision"]);
  if (summary.verdict !== "notEstablished") {
    problems.push({ field: "verdict", message: `found ${summary.verdict} without a source` });
  }
  if (summary.undecided === undefined) problems.push({ field: "undecided", message: "expected a reason" });
  return problems;
}

function unexpected(
  summary: EvalRunDecisionSummary,
  fields: ("counts" | "decision" | "undecided")[],
): Inconsistency[] {
  return fields
    .filter((field) => summary[field] !== undefined)
    .map((field) => ({ field, message: `not expected with the verdict source ${summary.verdictSource}` }));
}
