import {
  DECISION_LABELS,
  FRICTION_SIGNAL_BENIGN_READINGS,
  NEXT_ACTION_BY_FAILURE_CATEGORY,
  USER_VALUE_STAGE_OUTCOMES,
  USER_VALUE_STAGE_QUESTIONS,
} from "@gradable/chain";
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

const EXTRA: Readonly<Record<string, (word: string) => string | undefined>> = {
  stages: (word) =>
    join(own(USER_VALUE_STAGE_QUESTIONS, word), "good: ", own(USER_VALUE_STAGE_OUTCOMES, word)),
  failureCategories: (word) => join("", "next: ", own(NEXT_ACTION_BY_FAILURE_CATEGORY, word)),
  frictionSignalKinds: (word) => join("", "benign reading: ", own(FRICTION_SIGNAL_BENIGN_READINGS, word)),
};

const ALL: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...DECISION_LABELS, ...OWN };

/** Every word that can be explained, each once. */
export const KNOWN_WORDS: readonly string[] = [
  ...new Set(Object.values(ALL).flatMap((labels) => Object.keys(labels))),
];

/** Every meaning of a wire value; empty when no vocabulary has it. A word may be in several (`passed` is a state and a verdict). */
export function meaningsOf(word: string): Meaning[] {
  return Object.entries(ALL).flatMap(([vocabulary, labels]) => {
    const label = own(labels, word);
    if (label === undefined) return [];
    const extra = EXTRA[vocabulary]?.(word);
    return [{ vocabulary: spaced(vocabulary), text: extra ? `${label}\n  ${extra}` : label }];
  });
}

function own(labels: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(labels, word) ? labels[word] : undefined;
}

function join(first: string | undefined, between: string, second: string | undefined): string | undefined {
  return second === undefined ? first : `${first ? `${first} ` : ""}${between}${second}`;
}

/** `stageReasons` as `stage reasons`. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
