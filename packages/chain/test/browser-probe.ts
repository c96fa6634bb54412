type Chain = typeof import("@gradable/chain");

/**
 * One pass over the package that needs nothing but the package itself, so that its text can be run anywhere: derives,
 * measures, decides, counts, compares, looks for friction and digests. Returns JSON.
 */
export function browserProbe(chain: Chain): string {
  const spans = [{ id: "s", category: "tool", status: "ok", toolName: "search", startedAt: 1, endedAt: 4 }];
  const derivation = chain.deriveStageResults({
    authored: { mode: "model_driven", expectsToolCall: true, assertionCount: 1 },
    evidence: { spans, prompts: [{ promptIndex: 0, missing: [{}], passed: false }] },
    iteration: { status: "completed" },
  });
  const decision = chain.aggregateEvalRunVerdict({
    policy: chain.resolveEvalValidityPolicy(),
    cases: [
      {
        caseId: "c",
        configuredTrials: 1,
        effectivePassThreshold: 1,
        trials: [{ status: "completed", taskVerdict: "failed" }],
      },
    ],
  });
  const { stageResults, stageAnalyzerVersion, failureCategory } = derivation;
  const analytics = chain.aggregateStageAnalytics({
    run: { runId: "r", suiteId: "s", materializationState: "final", now: 1 },
    trials: [
      {
        trialKey: "t",
        status: "completed",
        stageResults,
        stageAnalyzerVersion,
        failureCategory,
        chainVerified: true,
        measurements: chain.deriveStageMeasurements({ stageResults, spans }),
        measurementsVerified: true,
      },
    ],
  });
  const friction = chain.deriveTrialFrictionSignalsFromCalls({ toolsCalled: [{ name: "a" }, { name: "a" }] });
  return JSON.stringify({
    derivation,
    decision,
    analytics,
    friction,
    blockers: chain.stageAnalyticsParityBlockers(analytics, analytics),
    valid: [
      chain.stageDerivationSchema.safeParse(derivation).success,
      chain.evalVerdictDecisionSchema.safeParse(decision).success,
      chain.evalStageAnalyticsSchema.safeParse(analytics).success,
      chain.evalTrialFrictionSignalsSchema.safeParse(friction).success,
      chain.stageStateSchema.safeParse("ok").success,
    ],
    digest: chain.canonicalDigest({ decision, text: "é😀" }),
    page: chain.sha256Hex(chain.renderReferencePage()),
  });
}
