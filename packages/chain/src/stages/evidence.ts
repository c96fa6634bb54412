import type { UserValueStage } from "../vocabulary/stage.js";
import type { IterationStatus } from "../vocabulary/trial.js";

// Structural inputs (spec §2.2): a runner's own spans, prompts and results satisfy them as they are.

/** One span of the trace. A tool call has `category: "tool"`. */
export interface StageSpanLike {
  readonly id?: string | undefined;
  readonly category?: string | undefined;
  /** `error` for a call that came back with an error. */
  readonly status?: string | undefined;
  readonly toolName?: string | undefined;
  readonly promptIndex?: number | undefined;
  /** The JSON-RPC error code, when the call never produced a result. */
  readonly mcpErrorCode?: number | undefined;
}

/** What the tool-call matcher said about one turn. `unexpected` holds the calls it left unmatched. */
export interface StagePromptSummaryLike {
  readonly promptIndex?: number | undefined;
  readonly expectedToolCalls?: readonly unknown[] | undefined;
  readonly missing?: readonly unknown[] | undefined;
  readonly unexpected?: readonly unknown[] | undefined;
  readonly argumentMismatches?: readonly unknown[] | undefined;
  /** The turn's own verdict under its match options: extra calls are a failure only when this is false. */
  readonly passed?: boolean | undefined;
}

/** One check and how it came out. */
export interface StageCheckResultLike {
  readonly kind?: string | undefined;
  /** Only the literal `advisory` un-gates. */
  readonly role?: string | undefined;
  readonly passed?: boolean | undefined;
  /** Absent means scored; `error` means the check could not be evaluated and is no verdict. */
  readonly status?: "scored" | "error" | undefined;
  readonly reason?: string | undefined;
  /** The tool the check names, where it names one. */
  readonly toolName?: string | undefined;
  /** True for a `toolCalledWith` that became part of the expected calls: the matcher judges it, this row is ignored. */
  readonly promoted?: boolean | undefined;
}

/**
 * One check in the published contract's spelling. Its `toolCalledWith` rows are read as promoted, because that
 * contract always promotes them.
 */
interface StagePredicateResultLike {
  readonly passed?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly status?: "scored" | "error" | undefined;
  readonly predicate?:
    | {
        readonly type?: string | undefined;
        readonly role?: string | undefined;
        readonly toolName?: string | undefined;
      }
    | undefined;
}

/** One error a tool call reported. */
interface StageToolErrorLike {
  /** `content-error`: the server answered with an error. `protocol-error`: no answer came. */
  readonly kind?: string | undefined;
  readonly toolName?: string | undefined;
}

/** The layer a fatal error came from. Only `source` is read. */
interface StageStepErrorLike {
  readonly source?: "model" | "setup" | undefined;
  readonly code?: string | undefined;
  readonly httpStatus?: number | undefined;
}

/** One attempt to render a widget. Only the status `rendered` is a success. */
interface StageRenderObservationLike {
  readonly status?: string | undefined;
}

/** One setup phase of the run, copied to each of its trials. */
export interface StageSetupPhaseSignal {
  readonly outcome: "ok" | "failed";
  /** Whose side failed, on a failure. */
  readonly attribution?: "ours" | "theirs" | "unknown" | undefined;
  /** True when something proved that our own network egress works. */
  readonly egressVerified?: boolean | undefined;
  readonly spanIds?: readonly string[] | undefined;
  /** How long the phase took, in milliseconds. Never read by the derivation: time moves no state. */
  readonly durationMs?: number | undefined;
}

/** The setup phases that left a signal. */
export interface StageSetupSignals {
  readonly connection?: StageSetupPhaseSignal | undefined;
  readonly discovery?: StageSetupPhaseSignal | undefined;
}

type JudgeStatus = "scored" | "error" | "skipped" | "not_applicable" | "pending";

/** What the advisory goal judge said. It fills a silence and overturns nothing. */
export interface StageJudgeEvidence {
  readonly status: JudgeStatus;
  /** For `pending`: whether a verdict was ever owed. */
  readonly pendingKind?: "scheduled" | "not_requested" | undefined;
  readonly verdict?: "pass" | "partial" | "fail" | undefined;
  readonly reasons?: readonly string[] | undefined;
}

/** Whether a judge attributed a failed selection to the server's own tool metadata. */
export interface StageMetadataAttribution {
  readonly status: JudgeStatus;
  readonly pendingKind?: "scheduled" | "not_requested" | undefined;
  readonly attributed?: boolean | undefined;
  readonly reasons?: readonly string[] | undefined;
}

/** What an authored case says about itself. Authors never switch stages on; all of this is inferred. */
export interface StageAuthoredCase {
  /** `model_free` when no turn needs a model. */
  readonly mode: "model_driven" | "model_free";
  readonly isNegativeTest?: boolean | undefined;
  readonly expectsToolCall?: boolean | undefined;
  readonly expectsWidgetRender?: boolean | undefined;
  /** Gating user-value checks, plus one for an expected output, plus widget assertion steps. */
  readonly assertionCount?: number | undefined;
  /** A real ask exists without authored assertions. */
  readonly hasUserAsk?: boolean | undefined;
  readonly toolExpectation?: "required" | "not_required" | "open" | undefined;
  /** The stages at which at least one gating check is filed: an array or a set. */
  readonly checkStages?: Iterable<UserValueStage> | undefined;
}

/** What one trial captured. An absent member was not captured. */
export interface StageEvidence {
  readonly spans?: readonly StageSpanLike[] | undefined;
  /** No trace exists at all. */
  readonly traceAbsent?: boolean | undefined;
  /** A trace exists, and its executor never reports spans. */
  readonly traceLacksSpanChannel?: boolean | undefined;
  readonly prompts?: readonly StagePromptSummaryLike[] | undefined;
  readonly checkResults?: readonly StageCheckResultLike[] | undefined;
  readonly predicateResults?: readonly StagePredicateResultLike[] | undefined;
  readonly toolErrors?: readonly StageToolErrorLike[] | undefined;
  readonly stepError?: StageStepErrorLike | undefined;
  readonly renderObservations?: readonly StageRenderObservationLike[] | undefined;
  readonly toolSignals?:
    | { readonly toolsTotalBefore?: number | undefined; readonly toolsExposed?: number | undefined }
    | undefined;
  readonly setupSignals?: StageSetupSignals | undefined;
  /** Calls and results seen, so that a check that looked at nothing cannot pass a stage. */
  readonly observedToolCalls?: number | undefined;
  readonly observedToolResults?: number | undefined;
  /** The grader broke. */
  readonly evaluatorErrored?: boolean | undefined;
  readonly judgeEvidence?: StageJudgeEvidence | undefined;
  readonly metadataAttribution?: StageMetadataAttribution | undefined;
}

/** One trial to derive. */
export interface StageDerivationInput {
  readonly authored: StageAuthoredCase;
  readonly evidence: StageEvidence;
  readonly iteration: { readonly status: IterationStatus; readonly error?: string | undefined };
  readonly policy?: { readonly blocked: boolean; readonly reason?: string | undefined } | undefined;
}
