import { STAGE_ANALYTICS_ABSENCE_LABELS, STAGE_ANALYTICS_ABSENCES } from "../stages/absence.js";
import { LEGAL_STAGE_REASONS, STAGE_ANALYZER_VERSION } from "../stages/stage-derivation.js";
import {
  DECISION_LABEL_VOCABULARIES,
  DECISION_LABELS,
  type DecisionVocabularyName,
  EVAL_RUN_MEASUREMENT_UNIT_LABELS,
  FRICTION_SIGNAL_BENIGN_READINGS,
  NEXT_ACTION_BY_FAILURE_CATEGORY,
  STAGE_REASON_GROUP_LABELS,
  USER_VALUE_STAGE_OUTCOMES,
  USER_VALUE_STAGE_QUESTIONS,
} from "./labels.js";
import { DECISION_MEANINGS } from "./meanings.js";
import { STAGE_REASON_GROUP, STAGE_STATES, type StageReason } from "./stage.js";

interface Section {
  readonly name: DecisionVocabularyName;
  readonly title: string;
  readonly note?: string;
  readonly extra?: readonly { readonly heading: string; readonly cell: (member: string) => string }[];
}

/** A column that quotes a label map. */
const quoting = (heading: string, labels: Readonly<Record<string, string>>) => ({
  heading,
  cell: (member: string) => `"${labels[member] ?? ""}"`,
});

const unitWords: Readonly<Record<string, { one: string; many: string }>> = EVAL_RUN_MEASUREMENT_UNIT_LABELS;

const sections: readonly Section[] = [
  {
    name: "stages",
    title: "Stages",
    note: "The order is part of the contract: `notReached` is derived from it.",
    extra: [
      quoting("Question", USER_VALUE_STAGE_QUESTIONS),
      quoting("What good looks like", USER_VALUE_STAGE_OUTCOMES),
    ],
  },
  {
    name: "stageStates",
    title: "Stage states",
    note: "Only the first two are verdicts. The other three are three different facts, and none of them is a pass.",
  },
  {
    name: "stageReasons",
    title: "Stage reasons",
    note: 'Every label completes "…because ".',
    extra: [
      {
        heading: "Group",
        cell: (member) => STAGE_REASON_GROUP_LABELS[STAGE_REASON_GROUP[member as StageReason]],
      },
      { heading: "State", cell: (member) => stateOfReason(member as StageReason) },
    ],
  },
  { name: "stageReasonGroups", title: "Groups of stage reasons" },
  {
    name: "failureCategories",
    title: "Failure categories",
    note: "A category is a bucket and a first failed stage is a location. Neither is a cause, and neither is a reason to change a server.",
    extra: [quoting("Next owner", NEXT_ACTION_BY_FAILURE_CATEGORY)],
  },
  { name: "runDecisionVerdicts", title: "Run verdicts" },
  { name: "runDecisionVerdictSources", title: "Verdict sources" },
  { name: "runDecisionUndecidedReasons", title: "Undecided reasons" },
  {
    name: "verdictDecisionReasons",
    title: "Decision reasons",
    note: "Eight of the validity phase, then three of the task phase. A decision lists exactly the checks that failed, in this order.",
  },
  {
    name: "trialExclusionReasons",
    title: "Trial exclusion reasons of the verdict policy",
    note: "A different list from the exclusion classes of the funnel; the two are never mixed.",
  },
  { name: "iterationStatuses", title: "Iteration statuses" },
  {
    name: "measurementUnits",
    title: "Measurement units",
    note: "Every count is shown with its unit.",
    extra: [{ heading: "Plural", cell: (member) => `"${unitWords[member]?.many ?? ""}"` }],
  },
  { name: "rateStates", title: "Rate states" },
  { name: "chainStatuses", title: "Chain status of a diagnostic" },
  { name: "stageExclusionClasses", title: "Exclusion classes of the funnel" },
  { name: "excludedTrialDetails", title: "Exact grounds of exclusion from the funnel" },
  { name: "stageReach", title: "Reach" },
  { name: "sliceDimensions", title: "Slice dimensions" },
  { name: "setupPhases", title: "Setup phases" },
  { name: "materializationStates", title: "Materialization states" },
  {
    name: "stageParityBlockers",
    title: "Parity blockers",
    note: "No blockers means that two funnels measured comparable things. With blockers they are two separate observations.",
  },
  {
    name: "frictionSignalKinds",
    title: "Friction signals",
    note: "Report only. Every rendering carries the benign reading.",
    extra: [quoting("Benign reading", FRICTION_SIGNAL_BENIGN_READINGS)],
  },
  { name: "frictionNotMeasuredReasons", title: "Why friction was not measured" },
  { name: "frictionOrderings", title: "Call orderings" },
  { name: "paginationArgKeys", title: "Pagination keys" },
  {
    name: "suspectedConditions",
    title: "Suspected conditions",
    note: 'A judge\'s opinion on one trial. Every rendering says "suspected".',
  },
  { name: "suspectedConditionConfidences", title: "Confidences" },
  { name: "suspectedConditionVerdictStatuses", title: "Statuses of a suspected condition" },
  { name: "suspectedConditionSkipReasons", title: "Why a trial was not judged" },
];

/** The reference page: every member of every closed vocabulary, every label quoted exactly. Markdown. */
export function renderReferencePage(): string {
  return [
    "# The user-value chain, member by member",
    "",
    "Generated from `packages/chain`; a test compares this page with its source. Do not edit it by hand: run",
    "`npm run generate`.",
    "",
    `Stage analyzer version ${STAGE_ANALYZER_VERSION}. Wire values are in \`code\`; labels are in "quotes" and are what every surface shows.`,
    "Every vocabulary is closed: a reader refuses a member it does not know and never maps it to a neighbour.",
    "",
    ...sections.flatMap(renderSection),
    ...renderLegalPairs(),
    ...renderAbsences(),
  ].join("\n");
}

function renderSection(section: Section): string[] {
  const members: readonly string[] = DECISION_LABEL_VOCABULARIES[section.name];
  const labels = DECISION_LABELS[section.name];
  const meanings: Readonly<Record<string, string>> = DECISION_MEANINGS[section.name];
  const extra = section.extra ?? [];
  return [
    `## ${section.title} (${members.length})`,
    "",
    ...(section.note === undefined ? [] : [section.note, ""]),
    ...table(
      ["Wire value", "Label", ...extra.map(({ heading }) => heading), "Meaning"],
      members.map((member) => [
        `\`${member}\``,
        `"${labels[member] ?? ""}"`,
        ...extra.map(({ cell }) => cell(member)),
        meanings[member] ?? "",
      ]),
    ),
    "",
  ];
}

function renderLegalPairs(): string[] {
  return [
    "## Which reasons a state may carry",
    "",
    "Checked whenever a row is written. A row without a reason is legal: old producers omit it.",
    "",
    ...table(
      ["State", "Reasons"],
      STAGE_STATES.map((state) => [
        `\`${state}\``,
        LEGAL_STAGE_REASONS[state].map((reason) => `\`${reason}\``).join(", "),
      ]),
    ),
    "",
  ];
}

function renderAbsences(): string[] {
  return [
    "## When there is no funnel",
    "",
    "Different facts with different words. None of them is a funnel of zeros.",
    "",
    ...table(
      ["Value", "Label"],
      STAGE_ANALYTICS_ABSENCES.map((absence) => [
        `\`${absence}\``,
        `"${STAGE_ANALYTICS_ABSENCE_LABELS[absence]}"`,
      ]),
    ),
    "",
  ];
}

function stateOfReason(reason: StageReason): string {
  return `\`${STAGE_STATES.find((state) => LEGAL_STAGE_REASONS[state].includes(reason)) ?? ""}\``;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map(() => "-")), ...rows.map(line)];
}
