import { DECISION_LABEL_VOCABULARIES, explainMember } from "@gradable/chain";
import { NOT_MEASURED_LABELS, OBSERVATIONS } from "@gradable/contract";

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
};

/** Every word that can be explained, each once. */
export const KNOWN_WORDS: readonly string[] = [
  ...new Set([
    ...Object.values(DECISION_LABEL_VOCABULARIES).flat(),
    ...Object.values(OWN).flatMap((labels) => Object.keys(labels)),
  ]),
];

/** Every meaning of a wire value; empty when no vocabulary has it. A word may be in several (`passed` is a state and a verdict). */
export function meaningsOf(word: string): Meaning[] {
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
