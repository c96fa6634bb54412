import { DECISION_LABEL_VOCABULARIES, DECISION_LABELS, explainMember } from "@gradable/chain";
import {
  type AnyVocabulary,
  BUILTIN_JUDGE,
  CATEGORIES,
  COMPARISON_NOTES,
  COVERAGE_RULES,
  DEFECTS,
  DIFFERENCE_CAUSES,
  DIFFERENCE_READINGS,
  DOCUMENT_SCHEMAS,
  EXCLUSION_REASONS,
  FAILURE_OWNERS,
  GRADES,
  INTERVAL_METHODS,
  LATENCY_BASES,
  LOSSES,
  METRICS,
  memberMeanings,
  NOT_MEASURED_REASONS,
  OBSERVATIONS,
  PAIR_SEVERITIES,
  PROVENANCES,
  REQUEST_FINDINGS,
  ROW_FLAGS,
  RUN_KINDS,
  SCAN_STAGES,
  SHOWN_WORDS,
  SUGGESTION_MODES,
  TARGET_KINDS,
  TASK_CHANGES,
  TASK_ORIGINS,
  TOKEN_SOURCES,
  TOKENIZERS,
  TRIAL_ACTIONS,
  UNITS,
} from "@gradable/contract";
import { comparisonSchema, leaderboardSchema } from "@gradable/insight";
import { RUBRIC } from "@gradable/score";

/** What a word means, and the vocabulary it belongs to. */
export interface Meaning {
  readonly vocabulary: string;
  readonly text: string;
}

type Meanings = readonly [vocabulary: string, texts: Readonly<Record<string, string>>];

const meanings = (vocabulary: AnyVocabulary): Meanings => [
  vocabulary.name,
  Object.fromEntries(vocabulary.ids.map((id) => [id, vocabulary.meaning(id)])),
];

/** A metric with how it is computed. */
const metric = (id: (typeof METRICS.ids)[number]): string => {
  const { meaning, numerator, denominator } = METRICS.entries[id];
  const counts = numerator.length > 1 ? `(${numerator.join(" + ")})` : numerator[0];
  return `${meaning}: ${counts} ÷ ${denominator}`;
};

/** What a grade takes, from the rubric. */
const grade = (letter: (typeof GRADES)[number]): string =>
  letter === "F" ? `a composite under ${RUBRIC.grades.D}` : `a composite of ${RUBRIC.grades[letter]} or more`;

/** The rows of the fix brief by the words they are shown with: what costs points, and the rates a rewrite moves. */
const briefRows = (): Record<string, string> =>
  Object.fromEntries([
    ...LOSSES.ids.map((id) => [LOSSES.label(id), LOSSES.meaning(id)]),
    ...METRICS.ids
      .filter((id) => METRICS.label(id) !== id)
      .map((id) => [METRICS.label(id), `${METRICS.meaning(id)} (${id})`]),
  ]);

/** Vocabularies of the scan itself, beside those of the chain. */
const OWN: readonly Meanings[] = [
  ...[OBSERVATIONS, NOT_MEASURED_REASONS, DEFECTS, REQUEST_FINDINGS].map(meanings),
  [METRICS.name, Object.fromEntries(METRICS.ids.map((id) => [id, metric(id)]))],
  ...[CATEGORIES, PAIR_SEVERITIES, FAILURE_OWNERS, PROVENANCES, RUN_KINDS, TASK_ORIGINS].map(meanings),
  ...[BUILTIN_JUDGE, TRIAL_ACTIONS].map(meanings),
  ["grade", Object.fromEntries(GRADES.map((letter) => [letter, grade(letter)]))],
  ...[TARGET_KINDS, TOKEN_SOURCES, TOKENIZERS, SUGGESTION_MODES, INTERVAL_METHODS].map(meanings),
  ...[COVERAGE_RULES, LATENCY_BASES, UNITS, SCAN_STAGES, ROW_FLAGS, EXCLUSION_REASONS].map(meanings),
  ...[DIFFERENCE_READINGS, TASK_CHANGES, DIFFERENCE_CAUSES, COMPARISON_NOTES].map(meanings),
  ["row of the fix brief", briefRows()],
  meanings(SHOWN_WORDS),
  ["field", memberMeanings(...Object.values(DOCUMENT_SCHEMAS), leaderboardSchema, comparisonSchema)],
];

/** Every word that can be explained, each once. */
export const KNOWN_WORDS: readonly string[] = [
  ...new Set([
    ...Object.values(DECISION_LABEL_VOCABULARIES).flat(),
    ...OWN.flatMap(([, texts]) => Object.keys(texts)),
  ]),
];

/** Words by what outputs show for them: "Restates the name" for `name_restates_behavior`. */
const SHOWN_AS: readonly (readonly [shown: string, word: string])[] = [
  ...Object.values(DECISION_LABELS).flatMap((labels) =>
    Object.entries(labels).map(([word, shown]) => [shown, word] as const),
  ),
  ...[DEFECTS, ROW_FLAGS, OBSERVATIONS, EXCLUSION_REASONS, NOT_MEASURED_REASONS].flatMap(
    (vocabulary: AnyVocabulary) => vocabulary.ids.map((id) => [vocabulary.label(id), id] as const),
  ),
  ...KNOWN_WORDS.map((word) => [word, word] as const),
];

/**
 * Every meaning of a word; empty when no vocabulary has it. A word may be in several (`passed` is a state and a verdict). It may be
 * spelt as in the file, or as an output shows it.
 */
export function meaningsOf(word: string): Meaning[] {
  const exact = meaningsAsSpelt(word);
  if (exact.length > 0) return exact;
  const words = SHOWN_AS.filter(([shown]) => key(shown) === key(word)).map(([, known]) => known);
  return [...new Set(words)].flatMap(meaningsAsSpelt);
}

const key = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, "");

function meaningsAsSpelt(word: string): Meaning[] {
  const ofChain = explainMember(word).map(({ vocabulary, label, meaning }) => ({
    vocabulary: spaced(vocabulary),
    text: meaning === label ? label : `${label}\n  ${meaning}`,
  }));
  const own = OWN.flatMap(([vocabulary, texts]) => {
    const text = Object.hasOwn(texts, word) ? texts[word] : undefined;
    return text === undefined ? [] : [{ vocabulary, text }];
  });
  return [...ofChain, ...own];
}

/** `stageReasons` as `stage reasons`. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
