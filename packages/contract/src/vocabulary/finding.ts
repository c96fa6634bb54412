import { type IdOf, vocabulary } from "./vocabulary.js";

/**
 * The three description defects of the method (METHODOLOGY §3), in its order. `criterion` completes "A description has it when";
 * `remedy` completes "To mend it,".
 */
export const DEFECTS = vocabulary("description defect", {
  name_restates_behavior: {
    label: "Restates the name",
    meaning: "the description mostly repeats the tool's name instead of adding when, why or behaviour",
    criterion: "it mostly repeats the tool's name and adds little about when, why or how",
    remedy: "say when to use the tool, what it does beyond its name, and what it does not do",
  },
  params_unexplained: {
    label: "Parameters unexplained",
    meaning: "a required parameter's meaning, accepted values or default appear nowhere an agent can see",
    criterion: "the meaning, accepted values or default of a required parameter are nowhere an agent can see",
    remedy: "say for each required parameter what it means, which values it takes, and its default",
  },
  no_return_description: {
    label: "No return described",
    meaning: "nothing says what the call returns, neither the description nor the output schema",
    criterion: "it does not say what the call gives back, and no `outputSchema` makes that clear",
    remedy: "say what a call returns, or declare an outputSchema",
  },
});
export type DefectType = IdOf<typeof DEFECTS>;

/** How often one tool of a confusable pair is picked for the other: occasionally, often, practically always open. */
export const PAIR_SEVERITIES = vocabulary("confusable pair severity", {
  low: {
    label: "low: now and then one is taken for the other",
    meaning: "occasionally the wrong one of the two is picked",
  },
  medium: {
    label: "medium: one is often taken for the other",
    meaning: "without careful reading the wrong one is often picked",
  },
  high: {
    label: "high: nothing declared settles which one to use",
    meaning: "from the declared text the two are practically interchangeable",
  },
});
export type PairSeverity = IdOf<typeof PAIR_SEVERITIES>;

/** Findings that can be annotated besides the description defects and the observations, which keep their own names. */
export const REQUEST_FINDINGS = vocabulary("finding an annotation can name", {
  confusable_pair: {
    label: "easily taken for another tool",
    meaning: "two tools of which one may be taken for the other",
  },
  missed_selection: {
    label: "requests went elsewhere",
    meaning: "a request for the tool was answered with another tool, or with none",
  },
  malformed_first_call: {
    label: "first call does not fit the input schema",
    meaning: "the right tool was picked and its arguments do not fit its input schema",
  },
  unsafe_destructive_call: {
    label: "destructive call made without asking",
    meaning: "a destructive call was made without asking first",
  },
});

/** How a suggested description is put in place. */
export const SUGGESTION_MODES = vocabulary("mode of a suggestion", {
  append: { meaning: "to be added to the end of the description" },
  replace: { meaning: "to be put in place of the description" },
});

/** The checks of a gate, by the flag that asks for them; `complete` is part of every gate. */
export const GATE_CHECKS = vocabulary("check of a gate", {
  complete: { label: "Every answer of the judge could be graded" },
  "fail-under": { label: "The score is not below the threshold" },
  "min-grade": { label: "The grade is not worse than the threshold" },
  "max-new-defects": { label: "Not more new description defects than allowed" },
});
export type GateCheckId = IdOf<typeof GATE_CHECKS>;
