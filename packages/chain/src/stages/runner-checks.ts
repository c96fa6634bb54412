import { z } from "zod";
import type { StageReason } from "../vocabulary/reason.js";
import { STAGE_REASON_LABELS } from "../vocabulary/reason.js";
import type { UserValueStage } from "../vocabulary/stage.js";
import { STAGE_STATE_LABELS, USER_VALUE_STAGE_OUTCOMES } from "../vocabulary/stage.js";
import type { StageDerivation, StageResultRow } from "./derivation.js";

/** The badge of a runner check. */
const RUNNER_CHECK_BADGE = "Built-in";

/** The stages the runner checks on its own. */
export const RUNNER_CHECK_STAGES = Object.freeze([
  "connection",
  "discovery",
  "call",
  "response",
] as const satisfies readonly UserValueStage[]);

/**
 * One built-in row of a scorecard (spec §2.8). It says what the stage analysis decided, in the form of a check; it
 * never gates, never enters a score, and never counts as coverage by a check.
 */
const runnerCheckSchema = z.strictObject({
  stage: z.enum(RUNNER_CHECK_STAGES),
  badge: z.literal(RUNNER_CHECK_BADGE),
  outcome: z.enum(["passed", "failed", "undecided"]),
  expected: z.string(),
  actual: z.string(),
});
/** One built-in row of a scorecard. */
export type RunnerCheck = z.infer<typeof runnerCheckSchema>;

const failingReason: Readonly<Record<RunnerCheck["stage"], StageReason>> = {
  connection: "connectFailed",
  discovery: "toolsListFailed",
  call: "protocolError",
  response: "toolError",
};

/**
 * The built-in rows of one trial: connection and discovery always, call and response where they apply. A stage that
 * failed for an authored check's or the matcher's reason stays undecided here, so that one defect is not red twice.
 */
export function deriveRunnerChecks(derivation: StageDerivation): RunnerCheck[] {
  const rows = new Map(derivation.stageResults.map((row) => [row.stage, row]));
  return RUNNER_CHECK_STAGES.flatMap((stage) => {
    const row = rows.get(stage);
    if (row === undefined) return [];
    if ((stage === "call" || stage === "response") && row.state === "notApplicable") return [];
    return [
      {
        stage,
        badge: RUNNER_CHECK_BADGE,
        outcome: outcomeOf(stage, row, rows.get("response")),
        expected: USER_VALUE_STAGE_OUTCOMES[stage],
        actual: actualText(row),
      },
    ];
  });
}

function outcomeOf(
  stage: RunnerCheck["stage"],
  row: StageResultRow,
  response: StageResultRow | undefined,
): RunnerCheck["outcome"] {
  if (row.state === "failed") return row.reason === failingReason[stage] ? "failed" : "undecided";
  if (row.state !== "passed") return "undecided";
  // A negative case passes its call stage without a call; this row claims that a call returned a result.
  return stage !== "call" || returnedResult(row, response) ? "passed" : "undecided";
}

function returnedResult(call: StageResultRow, response: StageResultRow | undefined): boolean {
  return (
    call.evidence?.spanIds !== undefined || response?.state === "passed" || response?.reason === "toolError"
  );
}

function actualText(row: StageResultRow): string {
  const state = STAGE_STATE_LABELS[row.state];
  return row.reason === undefined ? state : `${state}, because ${STAGE_REASON_LABELS[row.reason]}`;
}
