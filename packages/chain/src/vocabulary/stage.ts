import { column, vocabulary } from "./vocabulary.js";

// Wire values, their order and labels follow the published user-value-chain contract (spec §1.1-1.2 and §1.11); a pin test holds
// them byte for byte. Never sort these lists: the order of the stages is what "an earlier stage failed" is derived from, and the
// order of the others is the order every output lists them in.

/** The six stages one trial walks, in chain order. */
export const STAGES = vocabulary({
  connection: {
    label: "Connection",
    meaning: "The first stage: reaching the server and initializing a session.",
    question: "Could the client reach the server and initialize a session?",
    outcome: "Session connected",
  },
  discovery: {
    label: "Discovery",
    meaning: "Listing what the server offers, with names, descriptions and schemas that can be used.",
    question: "Did the client receive usable primitives and metadata?",
    outcome: "Tools and resources discovered",
  },
  selection: {
    label: "Selection",
    meaning: "The model's choice of a tool, compared with what the case expects.",
    question: "Did the model choose the right tool for the request?",
    outcome: "Right tool selected",
  },
  call: {
    label: "Tool call",
    meaning: "The arguments of the call, and whether the call produced any result.",
    question: "Was the call made with usable arguments?",
    outcome: "Valid call made",
  },
  response: {
    label: "Response",
    meaning: "What the server answered, and whether it was an answer the model could use.",
    question: "Did the server return data the model could use?",
    outcome: "Usable response returned",
  },
  userValue: {
    label: "User value",
    meaning: "The last stage: whether the person who asked got what they asked for.",
    question: "Was the user's actual request satisfied?",
    outcome: "Request satisfied",
  },
});
export const USER_VALUE_STAGES = STAGES.members;
/** One stage of the chain. */
export type UserValueStage = (typeof USER_VALUE_STAGES)[number];
/** Accepts exactly the six stages. */
export const userValueStageSchema = STAGES.schema;
/** True for one of the six stages. */
export const isUserValueStage = STAGES.is;
/** The name of each stage. */
export const USER_VALUE_STAGE_LABELS = STAGES.labels;
/** The question each stage answers. */
export const USER_VALUE_STAGE_QUESTIONS = column(STAGES.entries, "question");
/** What good looks like at each stage. */
export const USER_VALUE_STAGE_OUTCOMES = column(STAGES.entries, "outcome");

/**
 * What a stage did in one trial. Only `passed` and `failed` are verdicts; the other three are three different
 * reasons for having none, and none of them is a pass. Strings only: no numeric encoding exists.
 */
export const STATES = vocabulary({
  passed: {
    label: "passed",
    meaning: "Evidence was inspected and was good. A verdict.",
  },
  failed: {
    label: "failed",
    meaning: "Evidence was inspected and was bad. A verdict.",
  },
  notReached: {
    label: "never ran (an earlier stage failed)",
    meaning:
      "Position only: an earlier stage failed and this one decided nothing itself. Not a verdict, and not a pass.",
  },
  notMeasured: {
    label: "not measured",
    meaning: "The stage applies and nothing captured can decide it. Not a verdict, and not a pass.",
  },
  notApplicable: {
    label: "not applicable to this case",
    meaning: "Nothing in the authored case can be decided here. Not a verdict, and not a pass.",
  },
});
export const STAGE_STATES = STATES.members;
/** One stage state. */
export type StageState = (typeof STAGE_STATES)[number];
/** Accepts exactly the five stage states. */
export const stageStateSchema = STATES.schema;
/** True for one of the five stage states. */
export const isStageState = STATES.is;
/** What a stage did. The three non-verdicts have three different labels and are never merged. */
export const STAGE_STATE_LABELS = STATES.labels;
