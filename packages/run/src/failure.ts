import { deriveStageResults } from "@gradable/chain";
import { defined, type Failed, GradableError, plainText, type Target } from "@gradable/contract";

/**
 * Any thrown value as a `GradableError`. What is not one is ours: code `internal`, owner `gradable`, with the
 * original as `cause` for `--verbose`.
 */
export function asGradableError(thrown: unknown): GradableError {
  if (thrown instanceof GradableError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new GradableError({
    code: "internal",
    owner: "gradable",
    message: `Gradable itself failed: ${plainText(text)}.`,
    hint: "Run again with --verbose and report the output as an issue; the server is not to blame.",
    cause: thrown,
  });
}

/** What a failed.json is made of besides the error. */
export interface FailureContext {
  readonly slug: string;
  readonly target: Target;
  readonly failedAt: Date;
  readonly gradableVersion: string;
}

/** The record of a scan that gave no score; throws for a usage error, which is the caller's and is never recorded. */
export function failedRecord(error: GradableError, context: FailureContext): Failed {
  if (error.owner === "usage") throw error;
  const chain = failureChain(error);
  return {
    schemaVersion: 1,
    gradableVersion: context.gradableVersion,
    slug: context.slug,
    target: context.target,
    failedAt: context.failedAt.toISOString(),
    stage: error.stage ?? "target",
    code: error.code,
    owner: error.owner,
    message: error.message,
    ...defined({ hint: error.hint }),
    facts: error.facts,
    ...defined({ chain, partial: error.partial }),
  };
}

/**
 * Where on the user-value chain the scan stopped, by the chain's own derivation from the setup signals this failure
 * amounts to. A process we started ourselves, or a host that answered, proves our way out; any other remote failure is not counted as the
 * server's. Failures of scoring and writing have no place on the chain.
 */
function failureChain(error: GradableError): Failed["chain"] {
  const attribution = error.owner === "server" ? ("theirs" as const) : ("ours" as const);
  const egressVerified = error.facts.egressVerified !== false;
  const failed = { outcome: "failed" as const, attribution, egressVerified };
  const setupSignals =
    error.stage === "target" ||
    error.stage === "install" ||
    error.stage === "start" ||
    error.stage === "handshake"
      ? { connection: failed }
      : error.stage === "list"
        ? { connection: { outcome: "ok" as const }, discovery: failed }
        : undefined;
  if (setupSignals === undefined) {
    if (
      error.stage !== "tasks" &&
      error.stage !== "selection" &&
      error.stage !== "analysis" &&
      error.stage !== "rewrite"
    )
      return undefined;
    return {
      stage: "selection",
      state: "notMeasured",
      reason: error.owner === "judge" ? "evaluatorError" : "setupAborted",
      failureCategory: error.owner === "judge" ? "evaluator" : "setup",
    };
  }
  const derivation = deriveStageResults({
    authored: {
      mode: "model_driven",
      isNegativeTest: false,
      expectsToolCall: true,
      expectsWidgetRender: false,
      assertionCount: 0,
    },
    evidence: { traceAbsent: true, setupSignals },
    iteration: { status: "setup_failed" },
  });
  const row = derivation.stageResults.find((candidate) => candidate.state !== "passed");
  if (row?.reason === undefined) return undefined;
  return {
    stage: row.stage,
    state: row.state,
    reason: row.reason,
    failureCategory: derivation.failureCategory ?? null,
  };
}
