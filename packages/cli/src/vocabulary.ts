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
