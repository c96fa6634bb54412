import { about, defined } from "@gradable/chain";
import { z } from "zod";
import { sha256Schema } from "./surface.js";
import { PROVENANCES, type Provenance } from "./vocabulary/trial.js";

/**
 * Who answered one question, as reported by the object that answered it. `version` names the rules or the prompt
 * template that the answer followed (`builtin-tasks-v1`, `selection-v1`).
 */
export const stageIdentitySchema = z.strictObject({
  cli: z
    .string()
    .min(1)
    .register(...about("program that answered as the judge; builtin is the embedded one")),
  cliVersion: z
    .string()
    .min(1)
    .register(...about("version of the judge's program")),
  model: z
    .string()
    .min(1)
    .register(...about("model of the judge")),
  version: z.string().min(1),
});
export type StageIdentity = z.infer<typeof stageIdentitySchema>;

/**
 * The judge of a report: the block of the method, taken from the selection stage and the task generator, and the
 * identity per stage. A stage that was not asked (no defective tool, so no rewrite) is `null`.
 */
export const judgeIdentitySchema = z.strictObject({
  cli: z.string().min(1),
  cliVersion: z.string().min(1),
  model: z.string().min(1),
  taskGeneratorVersion: z
    .string()
    .min(1)
    .register(...about("version of what wrote the requests")),
  promptTemplateVersion: z
    .string()
    .min(1)
    .register(...about("version of the text that asks which tool to call")),
  stages: z
    .strictObject({
      tasks: stageIdentitySchema,
      selection: stageIdentitySchema,
      defects: stageIdentitySchema,
      pairs: stageIdentitySchema.describe("as a stage of the judge: finding tools that are easily confused"),
      rewrite: stageIdentitySchema
        .nullable()
        .describe("as a stage of the judge: what a description could say instead"),
    })
    .register(
      ...about("who answered each kind of question; in the analytics, the counts of each stage of the chain"),
    ),
  /** Hash of the calibration of this judge (`gradable judges --calibrate`), where the scan was given one. */
  calibrationSha256: sha256Schema
    .optional()
    .describe("sha256 of the calibration of the judge, where one was given"),
});
export type JudgeIdentity = z.infer<typeof judgeIdentitySchema>;

/** `uniform`: one judge answered every stage. `mixed`: some stage was answered by another. */
export const provenanceSchema = z.enum(PROVENANCES.ids);

/** The judge block of a report, from the identities of the objects that answered, and the hash of their calibration. */
export function judgeIdentity(stages: JudgeIdentity["stages"], calibrationSha256?: string): JudgeIdentity {
  return {
    cli: stages.selection.cli,
    cliVersion: stages.selection.cliVersion,
    model: stages.selection.model,
    taskGeneratorVersion: stages.tasks.version,
    promptTemplateVersion: stages.selection.version,
    stages,
    ...defined({ calibrationSha256 }),
  };
}

/** `mixed` when any stage that was asked names another cli, cliVersion or model than the block. */
export function provenanceOf(judge: JudgeIdentity): Provenance {
  const differs = (stage: StageIdentity | null) =>
    stage !== null &&
    (stage.cli !== judge.cli || stage.cliVersion !== judge.cliVersion || stage.model !== judge.model);
  return Object.values(judge.stages).some(differs) ? "mixed" : "uniform";
}

/**
 * What must be equal for two scores to be comparable: cli, model, taskGeneratorVersion, promptTemplateVersion,
 * methodology, joined by NUL. The cli's version is recorded and reported, and does not split.
 */
export function comparabilityKey(judge: JudgeIdentity, methodology: string): string {
  return [judge.cli, judge.model, judge.taskGeneratorVersion, judge.promptTemplateVersion, methodology].join(
    "\0",
  );
}
