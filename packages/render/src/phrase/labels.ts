import type { Category, DefectType, Failed, JudgeStage, PairSeverity } from "@gradable/contract";
import type { LossId } from "@gradable/insight";

/** The name of each category. */
export const CATEGORY_LABELS: Readonly<Record<Category, string>> = {
  safety: "Safety",
  legibility: "Legibility",
  economics: "Economics",
  discoverability: "Discoverability",
};

/** The name of each description defect, and what would mend it. */
export const DEFECT_LABELS: Readonly<Record<DefectType, { readonly name: string; readonly mend: string }>> = {
  name_restates_behavior: {
    name: "Restates the name",
    mend: "say when to use the tool, what it does beyond its name, and what it does not do",
  },
  params_unexplained: {
    name: "Parameters unexplained",
    mend: "say for each required parameter what it means, which values it takes, and its default",
  },
  no_return_description: {
    name: "No return described",
    mend: "say what a call returns, or declare an outputSchema",
  },
};

/** How often one tool of a pair is picked for the other. */
export const SEVERITY_LABELS: Readonly<Record<PairSeverity, string>> = {
  low: "low: now and then one is taken for the other",
  medium: "medium: one is often taken for the other",
  high: "high: nothing declared settles which one to use",
};

/** Each loss of points: its name, and the sentence that counts it. */
export const LOSS_LABELS: Readonly<Record<LossId, string>> = {
  "unsafe-destructive-calls": "Destructive calls made without asking",
  "missed-selections": "Requests where the expected tool was not picked",
  "malformed-first-calls": "First calls that do not fit the input schema",
  "description-defects": "Description defects",
  "confusable-pairs": "Confusable tools",
  "definition-tokens": "Size of the tool definitions",
  "tokens-per-task": "Tokens per request",
  "response-tokens": "Size of the responses",
};

/** The question each stage of a judge answers. */
export const JUDGE_STAGE_LABELS: Readonly<Record<JudgeStage, string>> = {
  tasks: "which requests to ask",
  selection: "which tool to call",
  defects: "which descriptions have defects",
  pairs: "which tools are easily confused",
  rewrite: "what a description could say instead",
};

/** Whose failure it is, in words. */
export const OWNER_LABELS: Readonly<Record<Failed["owner"], string>> = {
  server: "the server",
  judge: "the judge",
  environment: "the environment of the scan",
  gradable: "Gradable itself",
};

/** What a scan was doing when it stopped; completes "stopped while ". */
export const SCAN_STAGE_LABELS: Readonly<Record<Failed["stage"], string>> = {
  target: "reading the target",
  install: "installing the package",
  start: "starting the server",
  handshake: "opening the session",
  list: "listing the tools",
  tasks: "writing requests from the tools",
  selection: "asking the judge which tool to call",
  analysis: "looking for defects in the descriptions",
  rewrite: "trying the suggested descriptions",
  score: "computing the score",
  write: "writing the results",
};
