import {
  evalCaseVerdictAggregationSchema,
  evalRateMeasurementSchema,
  evalStageAnalyticsSchema,
  evalStageTallySchema,
  evalVerdictDecisionSchema,
  stageDerivationSchema,
  stageReasonSchema,
} from "@gradable/chain";
import { z } from "zod";
import { confusablePairSchema, defectSchema, suggestionSchema } from "./analysis.js";
import { annotationListSchema, annotationSchema, reportAnnotationsSchema } from "./annotations.js";
import { failedSchema } from "./failed.js";
import { factsSchema } from "./json.js";
import { judgeIdentitySchema, stageIdentitySchema } from "./judge-identity.js";
import { describeMembers, memberMeanings } from "./member-meanings.js";
import { observationSchema } from "./observation.js";
import { quantitySchema, ratioSchema } from "./quantity.js";
import { reportSchema, reportToolSchema } from "./report.js";
import { recordedTrialSchema, runSchema } from "./run.js";
import { economicsSchema, rubricSchema, scoreSchema } from "./score.js";
import { surfaceSchema, surfaceToolSchema } from "./surface.js";
import { targetSchema } from "./target.js";
import { taskListSchema, taskSchema } from "./task.js";

/** A task file: what `gradable tasks` writes and `--tasks-from` reads besides a report. */
const taskFileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  tasks: taskListSchema,
});

/** The documents Gradable writes for others to read, by the name their schema has in `rubric/`. */
export const DOCUMENT_SCHEMAS = {
  report: reportSchema,
  failed: failedSchema,
  surface: surfaceSchema,
  tasks: taskFileSchema,
  annotations: annotationListSchema,
} as const;
export type DocumentName = keyof typeof DOCUMENT_SCHEMAS;

/** The nouns that get a definition of their own name in the JSON Schemas; everything else is written where it is used. */
for (const [schema, id, description] of [
  [quantitySchema, "Quantity", "An exact rational and the double nearest to it; `exact` decides."],
  [ratioSchema, "Ratio", "A ratio of two stored counts; a zero denominator is not measured, with a reason."],
  [targetSchema, "Target", "What was scanned, with every secret left out."],
  [surfaceToolSchema, "SurfaceTool", "A tool as its server declared it."],
  [reportToolSchema, "ReportTool", "A tool by name, hash and figures; no text of the server."],
  [observationSchema, "Observation", "Something noticed on the way. Explains, moves no score."],
  [factsSchema, "Facts", "Flat facts beside a code."],
  [taskSchema, "Task", "One request and the tool that should answer it."],
  [stageIdentitySchema, "StageIdentity", "Who answered one question, as reported by what answered."],
  [judgeIdentitySchema, "JudgeIdentity", "The judge of a report, and who answered each stage."],
  [recordedTrialSchema, "Trial", "One task asked once, with its rows of the user-value chain."],
  [runSchema, "Run", "All trials over one surface, their counts and metrics."],
  [defectSchema, "Defect", "One description defect of one tool."],
  [suggestionSchema, "Suggestion", "A suggested description: a hypothesis to check against the handler."],
  [confusablePairSchema, "ConfusablePair", "Two tools an agent may take for one another."],
  [annotationSchema, "Annotation", "A maintainer's remark on one finding of one tool. Moves no score."],
  [
    reportAnnotationsSchema,
    "Annotations",
    "The maintainer's remarks a report was made with, and their hash.",
  ],
  [economicsSchema, "Economics", "Token figures and where they come from."],
  [scoreSchema, "Score", "Composite, grade, interval and the four categories with their inputs."],
  [rubricSchema, "Rubric", "The constants the score was computed with."],
  [stageDerivationSchema, "StageDerivation", "The six rows of one trial."],
  [stageReasonSchema, "StageReason", "Why a stage has its state."],
  [evalRateMeasurementSchema, "Rate", "One rate with the arithmetic behind it."],
  [evalCaseVerdictAggregationSchema, "CaseVerdict", "One task's trials, counted and decided."],
  [evalVerdictDecisionSchema, "VerdictDecision", "The decision of verdict policy v2."],
  [evalStageTallySchema, "StageTally", "One stage's counts."],
  [evalStageAnalyticsSchema, "StageAnalytics", "The funnel of the baseline run: counts only."],
] as const) {
  z.globalRegistry.add(schema, { id, description });
}

/**
 * JSON Schema (2020-12) of a document, for readers that do not use this package. It says what a document may look like;
 * what must hold between its numbers is for `verify`.
 */
export function documentJsonSchema(name: DocumentName): Record<string, unknown> {
  const schema = z.toJSONSchema(DOCUMENT_SCHEMAS[name], {
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The definition's key says it already.
      delete jsonSchema.id;
      // zod bounds every integer by what a double holds; a reader of the schema learns nothing from that.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  }) as Record<string, unknown>;
  describeMembers(schema, memberMeanings(...Object.values(DOCUMENT_SCHEMAS)));
  return { $id: `https://gradable.dev/schema/${name}-v1.json`, title: `Gradable ${name}`, ...schema };
}
