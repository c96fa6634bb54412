import { DECISION_LABEL_VOCABULARIES, DECISION_LABELS, explainMember } from "@gradable/chain";
import { NOT_MEASURED_LABELS, OBSERVATIONS } from "@gradable/contract";
import {
  COMPARISON_NOTE_LABELS,
  DIFFERENCE_CAUSE_LABELS,
  DIFFERENCE_READING_LABELS,
  EXCLUSION_LABELS,
  ROW_FLAG_LABELS,
  TASK_CHANGE_LABELS,
} from "@gradable/insight";
import { DEFECT_LABELS, LOSS_LABELS, SCAN_STAGE_LABELS } from "@gradable/render";
import { RUBRIC } from "@gradable/score";
import { FIELD_MEANINGS } from "./field-meanings.js";

/** What a word means, and the vocabulary it belongs to. */
export interface Meaning {
  readonly vocabulary: string;
  readonly text: string;
}

/** Vocabularies of the scan itself, beside those of the chain. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  observation: OBSERVATIONS,
  "not-measured reason of a metric": NOT_MEASURED_LABELS,
  "description defect": {
    name_restates_behavior:
      "the description mostly repeats the tool's name instead of adding when, why or behaviour",
    params_unexplained:
      "a required parameter's meaning, accepted values or default appear nowhere an agent can see",
    no_return_description:
      "nothing says what the call returns, neither the description nor the output schema",
  },
  "finding an annotation can name": {
    confusable_pair: "two tools of which one may be taken for the other",
    missed_selection: "a request for the tool was answered with another tool, or with none",
    malformed_first_call: "the right tool was picked and its arguments do not fit its input schema",
    unsafe_destructive_call: "a destructive call was made without asking first",
  },
  metric: {
    selectionAccuracy: "how often the expected tool was picked: correctSelections ÷ gradeableTrials",
    firstCallSuccess:
      "how often the first call was the right tool with well-formed arguments: successfulFirstCalls ÷ gradeableTrials",
    avgStepsToCompletion: "mean calls per task: toolCalls ÷ gradeableTrials",
    avgTokenCostPerTask: "mean tokens per task: (promptTokens + completionTokens) ÷ gradeableTrials",
    destructiveSafetyRate:
      "how often a destructive call was asked about first: destructiveConfirmed ÷ destructiveCandidates",
  },
  category: {
    safety: "are destructive calls asked about first? METHODOLOGY M2.3",
    legibility:
      "can the right tool be told from the others, and its description be understood? METHODOLOGY M2.4",
    economics: "how many tokens does it take to read the tools and to use one? METHODOLOGY M2.5",
    discoverability: "is the right tool found, and called well the first time? METHODOLOGY M2.7",
  },
  "confusable pair severity": {
    low: "occasionally the wrong one of the two is picked",
    medium: "without careful reading the wrong one is often picked",
    high: "from the declared text the two are practically interchangeable",
  },
  "owner of a failure": {
    server: "the scanned server failed; only this may count against it",
    judge: "the judge failed, so there is no score",
    environment: "this machine or its network stopped the scan",
    gradable: "Gradable itself failed",
  },
  provenance: {
    uniform: "one judge answered every stage",
    mixed: "some stage was answered by another judge than the block names; do not compare this score",
  },
  run: {
    baseline: "the requests asked of the surface as declared; the only run that is scored",
    after_rewrite: "the same requests asked again with the suggested descriptions in place; not scored",
  },
  "origin of a request": {
    builtin: "written by rule from the tool's declaration",
    prompted: "written by a language model from the tool's declaration",
    supplied: "given with --tasks-from",
  },
  judge: { builtin: "the embedded judge: a lexical probe of the declared surface, not a reader" },
  "what the judge did with a request": {
    call: "proposed a call",
    confirm: "asked before a call",
    none: "picked no tool",
  },
  grade: {
    ...Object.fromEntries(
      Object.entries(RUBRIC.grades).map(([grade, from]) => [grade, `a composite of ${from} or more`]),
    ),
    F: `a composite under ${RUBRIC.grades.D}`,
  },
  "kind of target": {
    stdio: "a command line, spoken to over stdin and stdout",
    npm: "an npm package, installed and started",
    http: "an address, spoken to over streamable HTTP or SSE",
    file: "a captured surface or a tools/list result",
    config: "an entry of an mcpServers file",
  },
  "source of a token count": {
    exact: "counted by the tokenizer",
    estimated: "UTF-8 bytes ÷ 4",
  },
  tokenizer: {
    o200k_base: "the byte-pair encoding of that name",
    "utf8-bytes-div-4": "no tokenizer: UTF-8 bytes ÷ 4",
  },
  "mode of a suggestion": {
    append: "to be added to the end of the description",
    replace: "to be put in place of the description",
  },
  "method of an interval": {
    "percentile-bootstrap-over-tasks":
      "requests drawn anew many times, and the middle 95 % of the scores that follow",
    "pairwise-mover": "two scores are told apart where the interval of their difference leaves out zero",
  },
  "coverage rule of a verdict": {
    allConfiguredTrialsAttempted: "every trial that was to be run was begun",
    minEligibleTrials: "at least so many trials count",
  },
  "basis of a latency": {
    setup_phase_wall: "time from the start to the end of a setup phase",
    evidence_span_union: "time covered by the recorded calls, overlaps once",
  },
  unit: { ms: "milliseconds" },
  "stage of a scan": SCAN_STAGE_LABELS,
  "flag of a leaderboard row": Object.fromEntries(
    Object.entries(ROW_FLAG_LABELS).map(([flag, { meaning }]) => [flag, meaning]),
  ),
  "reason for having no rank": EXCLUSION_LABELS,
  "reading of a difference": DIFFERENCE_READING_LABELS,
  "change of a request between two reports": TASK_CHANGE_LABELS,
  "cause that a difference suggests": DIFFERENCE_CAUSE_LABELS,
  "note on a comparison": COMPARISON_NOTE_LABELS,
  "row of the fix brief": {
    [LOSS_LABELS["unsafe-destructive-calls"]]: "destructive first calls without a question before; safety",
    [LOSS_LABELS["missed-selections"]]:
      "first calls to another tool than the request was written for, or none; legibility and discoverability",
    [LOSS_LABELS["malformed-first-calls"]]:
      "right tool, arguments that its input schema refuses; discoverability",
    [LOSS_LABELS["description-defects"]]: "defects of the tools' descriptions; legibility",
    [LOSS_LABELS["confusable-pairs"]]: "pairs of tools of which one may be taken for the other; legibility",
    [LOSS_LABELS["definition-tokens"]]: "tokens of all definitions, read with every request; economics",
    [LOSS_LABELS["tokens-per-task"]]:
      "tokens that the judge read and wrote for one request on average; economics",
    [LOSS_LABELS["response-tokens"]]: "tokens of one recorded response on average; economics",
    "Right tool picked": "how often the expected tool was picked (selectionAccuracy)",
    "Right tool, well-formed first call":
      "how often the first call was the right tool with well-formed arguments (firstCallSuccess)",
    "Destructive calls asked about first":
      "how often a destructive call was asked about first (destructiveSafetyRate)",
  },
  "word of the fix brief and the leaderboard": {
    "points to gain": "what mending it all would add to the composite with everything else unchanged",
    "95 % interval": "how far the score would move had other requests of the kind been asked (ci95)",
    "no spread": "all requests of the server went alike, so drawing them anew shows no interval",
    pp: "percentage points: the difference of two rates, not points of the score",
    net: "requests for the tool answered rightly more than before, less those it draws from others",
    "drawn from others": "requests for other tools that go to this one only with the suggestions",
    "newly confused":
      "a tool and another one picked for its requests with the suggestions and never as declared",
    undecided: "a stage that was not measured, or of which nobody knows whether it was reached",
    handler: "the code of the server that answers a call; no scan ever sees or runs it",
  },
  field: FIELD_MEANINGS,
};

/** Every word that can be explained, each once. */
export const KNOWN_WORDS: readonly string[] = [
  ...new Set([
    ...Object.values(DECISION_LABEL_VOCABULARIES).flat(),
    ...Object.values(OWN).flatMap((labels) => Object.keys(labels)),
  ]),
];

/** Words by what outputs show for them: "Restates the name" for `name_restates_behavior`. */
const SHOWN_AS: readonly (readonly [shown: string, word: string])[] = [
  ...Object.values(DECISION_LABELS).flatMap((labels) =>
    Object.entries(labels).map(([word, shown]) => [shown, word] as const),
  ),
  ...Object.entries(DEFECT_LABELS).map(([word, { name }]) => [name, word] as const),
  ...Object.entries(ROW_FLAG_LABELS).map(([word, { name }]) => [name, word] as const),
  ...Object.entries({ ...OBSERVATIONS, ...EXCLUSION_LABELS, ...NOT_MEASURED_LABELS }).map(
    ([word, shown]) => [shown, word] as const,
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
  const own = Object.entries(OWN).flatMap(([vocabulary, labels]) => {
    const text = Object.hasOwn(labels, word) ? labels[word] : undefined;
    return text === undefined ? [] : [{ vocabulary, text }];
  });
  return [...ofChain, ...own];
}

/** `stageReasons` as `stage reasons`. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
