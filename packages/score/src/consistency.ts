import { DEFECTS, isGradeable, type Report, type RunKind, type Trial } from "@gradable/contract";
import { type Mismatch, mismatch, quoted } from "./mismatch.js";

// What must hold between the recorded facts of a report before anything is computed from them. Each rule looks at one
// kind of fact; verify runs them all. [M6.2]

type Rule = (report: Report) => Mismatch[];

/** Every task asks for a tool that the surface has. */
const tasksAskForDeclaredTools: Rule = (report) => {
  const names = toolNames(report);
  return report.tasks.flatMap((task, index) =>
    names.has(task.tool)
      ? []
      : [
          mismatch(
            `tasks[${index}].tool`,
            task.tool,
            "a tool of surface.tools",
            "the surface has no such tool",
          ),
        ],
  );
};

/** Each run is filed under its own kind; a rewrite run and its judge exist only with suggestions to try. */
const runsAreWhatTheySay: Rule = (report) => {
  const { runs, analysis, judge } = report;
  const found: Mismatch[] = [];
  for (const [kind, run] of runsOf(report)) {
    if (run.kind !== kind)
      found.push(mismatch(`runs.${kind}.kind`, run.kind, kind, "it is filed under the other kind"));
  }
  if (runs.after_rewrite !== undefined && analysis.suggestions.length === 0) {
    found.push(
      mismatch("runs.after_rewrite", "a run", undefined, "there is no suggestion that it could have tried"),
    );
  }
  if (judge.stages.rewrite === null && analysis.suggestions.length > 0) {
    found.push(
      mismatch("judge.stages.rewrite", null, "an identity", "there are suggestions, so somebody wrote them"),
    );
  }
  return found;
};

/** A run holds each task once per configured trial, in the order of the tasks. Only the first that does not fit is named. */
const trialsFollowTheTasks: Rule = (report) => {
  const { tasks, trialsPerTask } = report;
  return runsOf(report).flatMap(([kind, { trials }]) => {
    const path = `runs.${kind}.trials`;
    const told = (trial?: { readonly taskId: string; readonly trial: number }) =>
      trial && `${trial.taskId}, trial ${trial.trial}`;
    for (let index = 0; index < Math.max(trials.length, tasks.length * trialsPerTask); index++) {
      const task = tasks[Math.floor(index / trialsPerTask)];
      const expected = told(task && { taskId: task.id, trial: index % trialsPerTask });
      const found = told(trials[index]);
      if (found !== expected) {
        return [
          mismatch(`${path}[${index}]`, found, expected, "each task stands once per trial, in task order"),
        ];
      }
    }
    return [];
  });
};

/** What a trial says about its answer agrees with the answer. */
const trialsAgreeWithThemselves: Rule = (report) => {
  const names = toolNames(report);
  return runsOf(report).flatMap(([kind, run]) =>
    run.trials.flatMap((trial, index) =>
      trialContradictions(trial, names, report.economics.definitionTokensSource).map(
        ([member, found, expected, why]) =>
          mismatch(`runs.${kind}.trials[${index}].${member}`, found, expected, why),
      ),
    ),
  );
};

type Contradiction = readonly [member: string, found: unknown, expected: unknown, why: string];

function trialContradictions(trial: Trial, names: ReadonlySet<string>, source: string): Contradiction[] {
  const found: Contradiction[] = [];
  const { error, status, action, calls, firstCall } = trial;
  if (error !== undefined && error.evaluator !== (status === "completed")) {
    found.push([
      "error.evaluator",
      error.evaluator,
      status === "completed",
      `the trial's status is ${status}`,
    ]);
  }
  const answered = isGradeable(trial);
  if (answered !== (action !== null)) {
    const why = answered ? "a gradeable trial has an action" : "a trial without a gradeable answer has none";
    found.push(["action", action, answered ? "call, confirm or none" : null, why]);
  }
  const calling = action === "call" || action === "confirm";
  if (calling !== calls.length > 0) {
    found.push(["calls", calls.length, calling ? "at least one call" : 0, `the action is ${quoted(action)}`]);
  }
  const called = calls[0]?.tool ?? null;
  if (trial.selected !== called) {
    found.push(["selected", trial.selected, called, "it is the tool of the first call"]);
  }
  if ((firstCall === null) !== (called === null)) {
    const why = called === null ? "there is no call" : "there is a first call";
    found.push(["firstCall", firstCall, called === null ? null : "its validation", why]);
  }
  if (firstCall !== null && firstCall.wellFormed !== (firstCall.violations.length === 0)) {
    const why = `it lists ${firstCall.violations.length} violations`;
    found.push(["firstCall.wellFormed", firstCall.wellFormed, !firstCall.wellFormed, why]);
  }
  if (firstCall?.wellFormed && called !== null && !names.has(called)) {
    found.push([
      "firstCall.wellFormed",
      true,
      false,
      "a call to a tool that is not declared is not well-formed",
    ]);
  }
  if (trial.tokens.source !== source) {
    found.push(["tokens.source", trial.tokens.source, source, "one tokenizer counts everything in a report"]);
  }
  return found;
}

/** Findings name tools by the place and the name that the surface gives them. */
const findingsNameTheirTools: Rule = (report) => {
  const { tools } = report.surface;
  const { defects, suggestions, confusablePairs } = report.analysis;
  const wrong = (path: string, index: number, name: string) => {
    const declared = tools[index]?.name;
    if (declared === name) return [];
    return declared === undefined
      ? [mismatch(path, index, `an index below ${tools.length}`, "the surface has no tool there")]
      : [mismatch(path, name, declared, `that is the name of surface.tools[${index}]`)];
  };
  return [
    ...defects.flatMap((defect, i) => wrong(`analysis.defects[${i}]`, defect.toolIndex, defect.tool)),
    ...suggestions.flatMap((suggestion, i) =>
      wrong(`analysis.suggestions[${i}]`, suggestion.toolIndex, suggestion.tool),
    ),
    ...confusablePairs.flatMap((pair, i) =>
      [0, 1].flatMap((side) =>
        wrong(
          `analysis.confusablePairs[${i}].tools[${side}]`,
          pair.toolIndexes[side] as number,
          pair.tools[side] as string,
        ),
      ),
    ),
  ];
};

/** Findings stand once each, in the order of the surface; pairs name the earlier tool first. */
const findingsAreInOrder: Rule = (report) => {
  const { defects, suggestions, confusablePairs } = report.analysis;
  return [
    ...ascending(
      "analysis.defects",
      defects.map((defect) => [defect.toolIndex, DEFECTS.ids.indexOf(defect.type)]),
    ),
    ...ascending(
      "analysis.suggestions",
      suggestions.map((suggestion) => [suggestion.toolIndex]),
    ),
    ...ascending(
      "analysis.confusablePairs",
      confusablePairs.map((pair) => pair.toolIndexes),
    ),
    ...confusablePairs.flatMap((pair, i) =>
      ascending(
        `analysis.confusablePairs[${i}].toolIndexes`,
        pair.toolIndexes.map((index) => [index]),
      ),
    ),
  ];
};

/** A suggestion answers a defect of its tool, and only unexplained parameters name parameters. */
const suggestionsAnswerDefects: Rule = ({ analysis }) => {
  const defective = new Set(analysis.defects.map((defect) => defect.toolIndex));
  return [
    ...analysis.suggestions.flatMap((suggestion, i) =>
      defective.has(suggestion.toolIndex)
        ? []
        : [
            mismatch(
              `analysis.suggestions[${i}]`,
              suggestion.tool,
              "a tool with a defect",
              "the tool has no defect",
            ),
          ],
    ),
    ...analysis.defects.flatMap((defect, i) =>
      defect.parameters === undefined || defect.type === "params_unexplained"
        ? []
        : [
            mismatch(
              `analysis.defects[${i}].parameters`,
              defect.parameters,
              undefined,
              `${defect.type} names none`,
            ),
          ],
    ),
  ];
};

/** The source of a token count is what its tokenizer gives. */
const tokensHaveTheirSource: Rule = ({ economics }) => {
  const expected = economics.tokenizer === "o200k_base" ? "exact" : "estimated";
  return economics.definitionTokensSource === expected
    ? []
    : [
        mismatch(
          "economics.definitionTokensSource",
          economics.definitionTokensSource,
          expected,
          `the tokenizer is ${economics.tokenizer}`,
        ),
      ];
};

/** All rules, in the order in which their findings are listed. */
export const consistencyRules: readonly Rule[] = [
  tasksAskForDeclaredTools,
  runsAreWhatTheySay,
  trialsFollowTheTasks,
  trialsAgreeWithThemselves,
  findingsNameTheirTools,
  findingsAreInOrder,
  suggestionsAnswerDefects,
  tokensHaveTheirSource,
];

function runsOf(report: Report): [RunKind, Report["runs"]["baseline"]][] {
  const { baseline, after_rewrite } = report.runs;
  return after_rewrite === undefined
    ? [["baseline", baseline]]
    : [
        ["baseline", baseline],
        ["after_rewrite", after_rewrite],
      ];
}

function toolNames(report: Report): ReadonlySet<string> {
  return new Set(report.surface.tools.map((tool) => tool.name));
}

/** Keys must rise strictly, compared member by member. */
function ascending(path: string, keys: readonly (readonly number[])[]): Mismatch[] {
  return keys.flatMap((key, index) => {
    const previous = keys[index - 1];
    if (previous === undefined) return [];
    const differing = key.findIndex((part, i) => part !== previous[i]);
    const rises = differing >= 0 && (key[differing] as number) > (previous[differing] as number);
    return rises
      ? []
      : [
          mismatch(
            `${path}[${index}]`,
            key,
            `after ${quoted(previous)}`,
            "entries stand once each, in ascending order",
          ),
        ];
  });
}
