import type { StageResultRow } from "./derivation.js";
import type { StageJudgeEvidence } from "./evidence.js";
import { citeChecks, citeReasons, stageRow } from "./row.js";
import type { TrialFacts } from "./trial-facts.js";

/**
 * Was the user's actual request satisfied? (spec §2.5)
 *
 * @param judge the advisory judge, or undefined when an earlier stage failed: it fills a silence and never overturns
 *   what deterministic evidence said
 */
export function deriveUserValue(facts: TrialFacts, judge: StageJudgeEvidence | undefined): StageResultRow {
  const { evidence } = facts;
  const checks = facts.checks.userValue;
  if (evidence.evaluatorErrored === true) return stageRow("userValue", "notMeasured", "evaluatorError");
  if (checks !== undefined && checks.failed.length > 0) {
    return stageRow("userValue", "failed", "predicateFailed", citeChecks(checks.failed));
  }
  // A partly unmeasured set of assertions does not read as served.
  if (checks !== undefined && checks.errored > 0)
    return stageRow("userValue", "notMeasured", "evaluatorError");
  if (checks !== undefined && checks.scored > 0) return stageRow("userValue", "passed", "observed");
  if (evidence.traceAbsent === true) return stageRow("userValue", "notMeasured", "traceAbsent");
  return (
    (judge === undefined ? undefined : judgedRow(judge)) ??
    stageRow("userValue", "notMeasured", "noEvidenceCaptured")
  );
}

function judgedRow(judge: StageJudgeEvidence): StageResultRow | undefined {
  const cited = citeReasons(judge.reasons);
  switch (judge.status) {
    case "scored":
      if (judge.verdict === "pass") return stageRow("userValue", "passed", "judgeObserved", cited);
      if (judge.verdict === "partial") return stageRow("userValue", "failed", "judgePartial", cited);
      return judge.verdict === "fail" ? stageRow("userValue", "failed", "judgeFailed", cited) : undefined;
    case "error":
      return stageRow("userValue", "notMeasured", "evaluatorError", cited);
    case "pending":
      return judge.pendingKind === "not_requested"
        ? stageRow("userValue", "notMeasured", "judgeNotRequested", cited)
        : stageRow("userValue", "notMeasured", "judgePending", cited);
    default:
      return undefined;
  }
}
