import { type IdOf, vocabulary } from "./vocabulary.js";

/** What the judge did with a request. */
export const TRIAL_ACTIONS = vocabulary("what the judge did with a request", {
  call: { meaning: "proposed a call" },
  confirm: { meaning: "asked before a call" },
  none: { meaning: "picked no tool" },
});
export type TrialAction = IdOf<typeof TRIAL_ACTIONS>;

export const RUN_KINDS = vocabulary("run", {
  baseline: { meaning: "the requests asked of the surface as declared; the only run that is scored" },
  after_rewrite: {
    meaning: "the same requests asked again with the suggested descriptions in place; not scored",
  },
});
export type RunKind = IdOf<typeof RUN_KINDS>;

export const TASK_ORIGINS = vocabulary("origin of a request", {
  builtin: { meaning: "written by rule from the tool's declaration" },
  prompted: { meaning: "written by a language model from the tool's declaration" },
  supplied: { meaning: "given with --tasks-from" },
});

/** The five questions a judge answers, in the order they are asked. */
export const JUDGE_STAGES = vocabulary("question to a judge", {
  tasks: { label: "which requests to ask" },
  selection: { label: "which tool to call" },
  defects: { label: "which descriptions have defects" },
  pairs: { label: "which tools are easily confused" },
  rewrite: { label: "what a description could say instead" },
});
export type JudgeStage = IdOf<typeof JUDGE_STAGES>;

/** Whether one judge answered every stage of a report. */
export const PROVENANCES = vocabulary("provenance", {
  uniform: { meaning: "one judge answered every stage" },
  mixed: {
    meaning: "some stage was answered by another judge than the block names; do not compare this score",
  },
});
export type Provenance = IdOf<typeof PROVENANCES>;
