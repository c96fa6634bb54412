import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as chain from "@gradable/chain";
import { describe, expect, it } from "vitest";

// The exported names an author moves over by changing an import.
const published = `
USER_VALUE_STAGES STAGE_STATES STAGE_REASONS FAILURE_CATEGORIES ITERATION_STATUSES EVAL_RUN_VERDICTS
EVAL_RUN_DECISION_VERDICTS EVAL_RUN_DECISION_VERDICT_SOURCES EVAL_RUN_DECISION_UNDECIDED_REASONS
EVAL_VALIDITY_DECISION_REASONS EVAL_TASK_DECISION_REASONS EVAL_VERDICT_DECISION_REASONS EVAL_TRIAL_EXCLUSION_REASONS
EVAL_RUN_MEASUREMENT_UNITS EVAL_STAGE_EXCLUSION_CLASSES EVAL_STAGE_PARITY_BLOCKERS
EVAL_STAGE_ANALYTICS_MATERIALIZATION_STATES STAGE_REACH_STATES SETUP_PHASES FRICTION_SIGNAL_KINDS
FRICTION_NOT_MEASURED_REASONS FRICTION_ORDERINGS PAGINATION_ARG_KEYS SUSPECTED_CONDITIONS
SUSPECTED_CONDITION_CONFIDENCES SUSPECTED_CONDITION_SKIP_REASONS
DECISION_LABEL_VOCABULARIES USER_VALUE_STAGE_LABELS USER_VALUE_STAGE_QUESTIONS USER_VALUE_STAGE_OUTCOMES
STAGE_STATE_LABELS STAGE_REASON_LABELS FAILURE_CATEGORY_LABELS NEXT_ACTION_BY_FAILURE_CATEGORY
EVAL_RUN_DECISION_VERDICT_LABELS EVAL_RUN_DECISION_UNDECIDED_REASON_LABELS EVAL_VERDICT_DECISION_REASON_LABELS
FRICTION_SIGNAL_LABELS FRICTION_NOT_MEASURED_REASON_LABELS SUSPECTED_CONDITION_LABELS
deriveStageResults stageDerivationSchema stageResultRowSchema STAGE_ANALYZER_VERSION MAX_EVIDENCE_REASONS
MAX_EVIDENCE_REASON_CHARS deriveStageMeasurements stageMeasurementsSchema reachForStageState unionDurationMs
evalVerdictDecisionSchema resolvedEvalValidityPolicySchema evalCaseAggregationKey EVAL_VERDICT_POLICY_VERSION
assembleEvalRunDecisionSummary evalRunDecisionSummarySchema evalIterationTracePath measurementUnitLabel
aggregateStageAnalytics classifyStageAnalyticsTrial evalStageAnalyticsSchema stageRate reachRate measuredPassRate
measurementCoverageRate latencyMeanMs stageAnalyticsParityBlockers MAX_INTENT_SLICES MAX_MODEL_SLICES MAX_HOST_SLICES
deriveTrialFrictionSignals deriveTrialFrictionSignalsFromCalls extractResultIdentifiers availableBefore
evalTrialFrictionSignalsSchema FRICTION_SIGNALS_VERSION MAX_FRICTION_SIGNALS MAX_FRICTION_CALLS
suspectedConditionVerdictSchema projectSuspectedConditionVerdict canonicalJson canonicalDigest sha256Hex
CanonicalJsonError`
  .trim()
  .split(/\s+/);

const root = join(import.meta.dirname, "../../..");

/** Every name that other packages, scripts and benchmarks import from this one. */
function importedNames(): Set<string> {
  const folders = readdirSync(join(root, "packages"))
    .filter((name) => name !== "chain")
    .map((name) => join("packages", name, "src"))
    .concat("scripts", "bench");
  const names = new Set<string>();
  for (const folder of folders)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:ts|mjs)$/.test(file)) continue;
      const text = readFileSync(join(root, folder, file), "utf8");
      const imports = /\{([^{}]*)\}\s*(?:from\s*|=\s*await import\()"@gradable\/chain"/g;
      for (const [, list = ""] of text.matchAll(imports))
        for (const name of list.split(",")) names.add(name.replace(/\btype\b| as .*/g, "").trim());
    }
  return names;
}

describe("the published names", () => {
  it.each(published)("%s is exported", (name) => {
    expect(chain).toHaveProperty(name);
  });

  it("come with a schema and a guard for each vocabulary", () => {
    const names = Object.entries<unknown>(chain);
    const schemas = names.flatMap(([name, schema]) => (name.endsWith("Schema") ? [schema] : []));
    const guards = names.flatMap(([name, is]) =>
      /^is[A-Z]/.test(name) ? [is as (value: unknown) => boolean] : [],
    );
    const lists = names.filter(([name, list]) => published.includes(name) && Array.isArray(list));
    expect(lists.length).toBe(26);
    for (const [name, members] of lists as [string, string[]][]) {
      const schema = schemas.find(
        (one) => (one as { options?: unknown[] }).options?.join() === members.join(),
      );
      const guard = guards.find((is) => members.every(is) && !is("another"));
      expect([name, schema !== undefined, guard !== undefined]).toEqual([name, true, true]);
    }
  });

  it("and what other packages use are all there is", () => {
    const known = new Set([...published, ...importedNames()]);
    const others = Object.keys(chain).filter(
      (name) => !known.has(name) && !/Schema$/.test(name) && !/^is[A-Z]/.test(name),
    );
    expect(others).toEqual([]);
  });

  it("carry the published versions and limits", () => {
    expect(chain.EVAL_VERDICT_POLICY_VERSION).toBe(2);
    expect(chain.STAGE_ANALYZER_VERSION).toBe(1);
    expect(chain.FRICTION_SIGNALS_VERSION).toBe(1);
    expect([chain.MAX_EVIDENCE_REASONS, chain.MAX_EVIDENCE_REASON_CHARS]).toEqual([5, 500]);
    expect([chain.MAX_INTENT_SLICES, chain.MAX_MODEL_SLICES, chain.MAX_HOST_SLICES]).toEqual([50, 25, 25]);
    expect([chain.MAX_FRICTION_SIGNALS, chain.MAX_FRICTION_CALLS]).toEqual([24, 200]);
  });
});
