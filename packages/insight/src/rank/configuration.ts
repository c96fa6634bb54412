import {
  type EvalStageParityBlocker,
  type StageAnalyticsParityInput,
  sortParityBlockers,
  stageAnalyticsParityBlockers,
} from "@gradable/chain";
import { canonicalJson, type Report, type StageIdentity } from "@gradable/contract";
import type { Configuration } from "./schema.js";

/** What a judge's identity says where the judge's program gave none; nothing can be compared with it. */
const UNKNOWN_IDENTITY = new Set(["", "unknown"]);

/** The configuration a report was scored under. */
export function configurationOf(report: Report): Configuration {
  const { judge, methodology } = report;
  const { tasks, selection, defects, pairs } = judge.stages;
  const { stageAnalyzerVersion, measurementsSchemaVersion, measurementUnit } = report.chain.analytics;
  return {
    cli: judge.cli,
    model: judge.model,
    taskGeneratorVersion: judge.taskGeneratorVersion,
    promptTemplateVersion: judge.promptTemplateVersion,
    methodology,
    stages: {
      tasks: stage(tasks),
      selection: stage(selection),
      defects: stage(defects),
      pairs: stage(pairs),
    },
    stageAnalyzerVersion,
    measurementsSchemaVersion,
    measurementUnit,
  };
}

/** Equal for two configurations exactly when their scores may share a ranking. */
export function configurationKey(configuration: Configuration): string {
  return canonicalJson(configuration);
}

/** The names of the identity fields that say nothing, as `judge.model`; empty for a complete identity. */
export function missingIdentity(judge: unknown): string[] {
  const fields = ["cli", "cliVersion", "model", "taskGeneratorVersion", "promptTemplateVersion"] as const;
  const given = typeof judge === "object" && judge !== null ? (judge as Record<string, unknown>) : {};
  return fields
    .filter((field) => {
      const value = given[field];
      if (typeof value !== "string") return true;
      // A program that does not tell its version is still known; one that does not tell its model is not.
      return field === "cliVersion" ? value.trim() === "" : UNKNOWN_IDENTITY.has(value.trim().toLowerCase());
    })
    .map((field) => `judge.${field}`);
}

/**
 * Why two scores may not share a ranking, in the chain's vocabulary and order. The leaderboard is the group its rows
 * belong to, and the case set of a server is identified by what wrote it: the requests themselves differ from server
 * to server by nature.
 */
export function configurationBlockers(a: Configuration, b: Configuration): EvalStageParityBlocker[] {
  return sortParityBlockers(stageAnalyticsParityBlockers(parityInput(a), parityInput(b)));
}

/** Why a report's own funnel has no single meaning to compare, not even with itself. */
export function ownBlockers(report: Report): EvalStageParityBlocker[] {
  const { analytics } = report.chain;
  const input = { ...analytics, ...identities(configurationOf(report)) };
  return sortParityBlockers(stageAnalyticsParityBlockers(input, input));
}

/**
 * The fields in which two configurations differ, spelt as in a report, with both values. A stage is named where it
 * differs in more than what the judge block already says of it.
 */
export function configurationDifferences(here: Configuration, majority: Configuration) {
  const [mine, theirs] = [fieldsOf(here), fieldsOf(majority)];
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return names
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({ field, here: mine[field] ?? AS_BLOCK, majority: theirs[field] ?? AS_BLOCK }));
}

/** What stands for a stage that was answered as the judge block says. */
const AS_BLOCK = "as the judge block";

/** A configuration in a few words: cli, model, prompt and task generator. */
export function configurationText(configuration: Configuration): string {
  const { cli, model, promptTemplateVersion, taskGeneratorVersion, methodology } = configuration;
  return `${cli} / ${model}, prompt ${promptTemplateVersion}, generator ${taskGeneratorVersion}, methodology ${methodology}`;
}

function stage({ cli, model, version }: StageIdentity): Configuration["stages"]["tasks"] {
  return { cli, model, version };
}

function identities(configuration: Configuration) {
  const {
    stageAnalyzerVersion: _a,
    measurementsSchemaVersion: _m,
    measurementUnit: _u,
    ...judged
  } = configuration;
  return {
    runGroupId: "leaderboard",
    configRevision: canonicalJson(judged),
    caseSetFingerprint: canonicalJson(configuration.stages.tasks),
  };
}

function parityInput(configuration: Configuration): StageAnalyticsParityInput {
  const { stageAnalyzerVersion, measurementsSchemaVersion, measurementUnit } = configuration;
  return {
    ...identities(configuration),
    stageAnalyzerVersion,
    measurementsSchemaVersion,
    measurementUnit,
    materializationState: "final",
  };
}

function fieldsOf(configuration: Configuration): Record<string, string> {
  const { cli, model, taskGeneratorVersion, promptTemplateVersion, methodology, stages } = configuration;
  const fields: Record<string, string> = {
    "judge.cli": cli,
    "judge.model": model,
    "judge.taskGeneratorVersion": taskGeneratorVersion,
    "judge.promptTemplateVersion": promptTemplateVersion,
  };
  const inBlock: Readonly<Record<string, string>> = {
    tasks: taskGeneratorVersion,
    selection: promptTemplateVersion,
  };
  for (const [name, stage] of Object.entries(stages)) {
    const own =
      stage.cli === cli && stage.model === model
        ? stage.version
        : `${stage.cli} / ${stage.model}, ${stage.version}`;
    if (own !== inBlock[name]) fields[`judge.stages.${name}`] = own;
  }
  return {
    ...fields,
    methodology,
    "chain.analytics.stageAnalyzerVersion": String(configuration.stageAnalyzerVersion),
    "chain.analytics.measurementsSchemaVersion": String(configuration.measurementsSchemaVersion),
    "chain.analytics.measurementUnit": configuration.measurementUnit,
  };
}
