import {
  COVERAGE_DETAILS,
  EXCLUSION_CLASSES,
  MATERIALIZATION_STATES,
  PARITY_BLOCKERS,
  PHASES,
  REACHES,
  SLICE_DIMENSIONS,
} from "./analytics.js";
import { ATTEMPTS, CONDITIONS, CONFIDENCES, SKIP_REASONS } from "./condition.js";
import { DECISION_REASONS, RATE_STATES, TRIAL_EXCLUSIONS, UNITS } from "./decision.js";
import { NOT_MEASURED, ORDERINGS, PAGINATION_KEYS, SIGNALS } from "./friction.js";
import { REASON_GROUPS, REASONS } from "./reason.js";
import { STAGES, STATES } from "./stage.js";
import { CATEGORIES, STATUSES } from "./trial.js";
import { CHAIN_STATUSES, SUMMARY_VERDICTS, UNDECIDED_REASONS, VERDICT_SOURCES } from "./verdict.js";
import { column, type Word } from "./vocabulary.js";

/** Every closed vocabulary by name. The first five names are the published contract's. */
const VOCABULARIES = {
  stages: STAGES,
  stageStates: STATES,
  failureCategories: CATEGORIES,
  stageReasons: REASONS,
  verdictDecisionReasons: DECISION_REASONS,
  stageReasonGroups: REASON_GROUPS,
  iterationStatuses: STATUSES,
  runDecisionVerdicts: SUMMARY_VERDICTS,
  runDecisionVerdictSources: VERDICT_SOURCES,
  runDecisionUndecidedReasons: UNDECIDED_REASONS,
  trialExclusionReasons: TRIAL_EXCLUSIONS,
  measurementUnits: UNITS,
  rateStates: RATE_STATES,
  chainStatuses: CHAIN_STATUSES,
  stageExclusionClasses: EXCLUSION_CLASSES,
  excludedTrialDetails: COVERAGE_DETAILS,
  stageParityBlockers: PARITY_BLOCKERS,
  materializationStates: MATERIALIZATION_STATES,
  sliceDimensions: SLICE_DIMENSIONS,
  stageReach: REACHES,
  setupPhases: PHASES,
  frictionSignalKinds: SIGNALS,
  frictionNotMeasuredReasons: NOT_MEASURED,
  frictionOrderings: ORDERINGS,
  paginationArgKeys: PAGINATION_KEYS,
  suspectedConditions: CONDITIONS,
  suspectedConditionConfidences: CONFIDENCES,
  suspectedConditionVerdictStatuses: ATTEMPTS,
  suspectedConditionSkipReasons: SKIP_REASONS,
} as const;
/** The name of one closed vocabulary. */
export type DecisionVocabularyName = keyof typeof VOCABULARIES;

const NAMES = Object.keys(VOCABULARIES) as DecisionVocabularyName[];

/** The words of one vocabulary, by member. */
export function wordsOf(name: DecisionVocabularyName): Readonly<Record<string, Word>> {
  return VOCABULARIES[name].entries;
}

/** Every closed vocabulary by name, each as its members in normative order. */
export const DECISION_LABEL_VOCABULARIES = byName((name) => VOCABULARIES[name].members) as {
  readonly [Name in DecisionVocabularyName]: (typeof VOCABULARIES)[Name]["members"];
};

/** Every label map by vocabulary name. Pagination keys are argument names, so they are their own labels. */
export const DECISION_LABELS = byName((name): Readonly<Record<string, string>> => VOCABULARIES[name].labels);

/** What each member means, in one sentence, by vocabulary. */
export const DECISION_MEANINGS = byName((name) => column(wordsOf(name), "meaning"));

function byName<Value>(
  pick: (name: DecisionVocabularyName) => Value,
): Readonly<Record<DecisionVocabularyName, Value>> {
  return Object.freeze(Object.fromEntries(NAMES.map((name) => [name, pick(name)]))) as Record<
    DecisionVocabularyName,
    Value
  >;
}

/** One member, explained. */
export interface MemberExplanation extends Word {
  readonly vocabulary: DecisionVocabularyName;
  readonly value: string;
}

/** The places a wire value is a member of, each with its label and meaning. Empty for a value no vocabulary knows. */
export function explainMember(value: string): MemberExplanation[] {
  return NAMES.flatMap((vocabulary) => {
    const words = wordsOf(vocabulary);
    if (!Object.hasOwn(words, value)) return [];
    const { label, meaning } = words[value] as Word;
    return [{ vocabulary, value, label, meaning }];
  });
}
