import { ABSENCES } from "../analytics/absence.js";
import { LEGAL_STAGE_REASONS, STAGE_ANALYZER_VERSION } from "../stages/derivation.js";
import { UNITS } from "./decision.js";
import { type DecisionVocabularyName, wordsOf } from "./explain.js";
import { SIGNALS } from "./friction.js";
import { REASON_GROUPS, REASONS } from "./reason.js";
import { STAGE_STATES, STAGES } from "./stage.js";
import { CATEGORIES } from "./trial.js";
import { column } from "./vocabulary.js";

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

const reason = (member: string) => REASONS.entries[member as keyof typeof REASONS.entries];

const sections: readonly Section[] = [
  {
    name: "stages",
    title: "Stages",
    note: "The order is part of the contract: `notReached` is derived from it.",
    extra: [
      quoting("Question", column(STAGES.entries, "question")),
      quoting("What good looks like", column(STAGES.entries, "outcome")),
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
      { heading: "Group", cell: (member) => REASON_GROUPS.labels[reason(member).group] },
      { heading: "State", cell: (member) => `\`${reason(member).state}\`` },
    ],
  },
  { name: "stageReasonGroups", title: "Groups of stage reasons" },
  {
    name: "failureCategories",
    title: "Failure categories",
    note: "A category is a bucket and a first failed stage is a location. Neither is a cause, and neither is a reason to change a server.",
    extra: [quoting("Next owner", column(CATEGORIES.entries, "nextAction"))],
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
    extra: [quoting("Plural", column(UNITS.entries, "plural"))],
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
    extra: [quoting("Benign reading", column(SIGNALS.entries, "benignReading"))],
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
  const words = Object.entries(wordsOf(section.name));
  const extra = section.extra ?? [];
  return [
    `## ${section.title} (${words.length})`,
    "",
    ...(section.note === undefined ? [] : [section.note, ""]),
    ...table(
      ["Wire value", "Label", ...extra.map(({ heading }) => heading), "Meaning"],
      words.map(([member, { label, meaning }]) => [
        `\`${member}\``,
        `"${label}"`,
        ...extra.map(({ cell }) => cell(member)),
        meaning,
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
      Object.entries(ABSENCES.labels).map(([absence, label]) => [`\`${absence}\``, `"${label}"`]),
    ),
    "",
  ];
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map(() => "-")), ...rows.map(line)];
}
