import {
  RUNNER_CHECK_STAGES,
  USER_VALUE_STAGE_LABELS,
  USER_VALUE_STAGES,
  type UserValueStage,
} from "@gradable/chain";
import { checkOfKind, checkRole, GRADER_STAGE, type Predicate } from "../checks/predicate.js";
import type { EvalTestConfig } from "../suite/eval-test-config.js";

/** What of one link a suite measures. A link without a gating grader is not measured, whatever the runner reports. */
export interface StageCoverage {
  readonly stage: UserValueStage;
  readonly measured: boolean;
  /** Authored graders that decide, by kind, each once. */
  readonly gating: readonly string[];
  /** Authored checks that only report, by kind, each once. */
  readonly advisory: readonly string[];
  /** True where the runner has a check of its own, which never counts as coverage. */
  readonly runnerCheck: boolean;
}

/** What of a suite decides coverage: checks, and whether calls are expected. */
export type CoverageSettings = Pick<EvalTestConfig, "predicates" | "expectedToolCalls" | "isNegativeTest">;

/** Six rows, one per link, over all cases of a suite. Pure. */
export function coverageReport(cases: readonly CoverageSettings[]): StageCoverage[] {
  const predicates = cases.flatMap((config) => config.predicates ?? []);
  const matched = cases.some(
    (config) => (config.expectedToolCalls ?? []).length > 0 || config.isNegativeTest === true,
  );
  const runner: readonly UserValueStage[] = RUNNER_CHECK_STAGES;
  return USER_VALUE_STAGES.map((stage) => {
    const here = predicates.filter((predicate) => checkOfKind(predicate.type)?.stage === stage);
    const matcher = matched && GRADER_STAGE["toolCalls:match"] === stage ? ["toolCalls:match"] : [];
    const gating = [...matcher, ...kinds(here, "gating")];
    return {
      stage,
      measured: gating.length > 0,
      gating,
      advisory: kinds(here, "advisory"),
      runnerCheck: runner.includes(stage),
    };
  });
}

/** The report for a person: a line per link, what it is measured by, or that it is not. */
export function renderCoverage(rows: readonly StageCoverage[]): string {
  return rows
    .map((row) => {
      const label = USER_VALUE_STAGE_LABELS[row.stage].padEnd(12);
      const by = row.measured ? row.gating.join(", ") : "not measured by this suite";
      const advisory = row.advisory.length === 0 ? "" : ` (reported only: ${row.advisory.join(", ")})`;
      return `${label}${by}${advisory}`;
    })
    .join("\n");
}

function kinds(predicates: readonly Predicate[], role: "gating" | "advisory"): string[] {
  return [...new Set(predicates.filter((predicate) => checkRole(predicate) === role).map((p) => p.type))];
}
