import { STAGE_REASON_LABELS } from "@gradable/chain";
import { isGradeable, type RecordedTrial, type Task } from "@gradable/contract";
import { groupBy, REQUEST_OUTCOMES, type RequestOutcome, requestsByOutcome } from "@gradable/insight";
import { code, type Html, html, joinHtml, ours, shown } from "../html.js";
import type { ServerContext } from "./context.js";

const OUTCOME_LABELS: Readonly<Record<RequestOutcome, { readonly name: string; readonly means: string }>> = {
  missed: { name: "Missed", means: "another tool was picked, or none" },
  malformed: { name: "Malformed", means: "the right tool, with arguments that do not fit its input schema" },
  unsafe: { name: "Not asked about", means: "a destructive call was made without asking first" },
  ungraded: { name: "Not graded", means: "no answer that could be graded; counts neither way" },
  held: { name: "As expected", means: "the right tool with a well-formed first call" },
};

/** Requests listed per outcome; what went wrong is worth more room than what went well. */
const LISTED: Readonly<Record<RequestOutcome, number>> = {
  missed: 120,
  malformed: 60,
  unsafe: 60,
  ungraded: 30,
  held: 60,
};

/** The requests of a report, by how they went. A request stands once, under the first that holds. */
export function requestsView({ report }: ServerContext) {
  const byOutcome = requestsByOutcome(report);
  return REQUEST_OUTCOMES.flatMap((outcome) => {
    const requests = byOutcome.get(outcome) ?? [];
    if (requests.length === 0) return [];
    return [
      {
        name: ours(OUTCOME_LABELS[outcome].name),
        means: ours(OUTCOME_LABELS[outcome].means),
        outcome: ours(outcome),
        held: outcome === "held",
        count: requests.length,
        more: Math.max(0, requests.length - LISTED[outcome]),
        requests: requests.slice(0, LISTED[outcome]).map(({ task, trials: own }) => ({
          prompt: shown(task.prompt, { maxChars: 240 }),
          tool: code(task.tool),
          picked: pickedHtml(task, own),
          detail: detailHtml(task, own),
        })),
      },
    ];
  });
}

/** What was picked, by how often where a request was asked several times. */
function pickedHtml(task: Task, trials: readonly RecordedTrial[]): Html {
  const groups = [...groupBy(trials.filter(isGradeable), (trial) => trial.selected)];
  if (groups.length === 0) return html`${ours("nothing")}`;
  return joinHtml(
    groups.map(([selected, group]) => {
      const name =
        selected === null
          ? html`${ours("no tool")}`
          : selected === task.tool
            ? html`${ours("the same")}`
            : code(selected);
      return trials.length > 1 ? html`${name} (${group.length} of ${trials.length})` : name;
    }),
    ", ",
  );
}

/** Violations of the input schema, and why trials were not graded. */
function detailHtml(task: Task, trials: readonly RecordedTrial[]): Html | null {
  // How a call to another tool is formed is beside the point.
  const right = trials.filter((trial) => trial.selected === task.tool);
  const violations = [...new Set(right.flatMap((trial) => trial.firstCall?.violations ?? []))].slice(0, 4);
  const errors = [
    ...new Set(trials.flatMap((trial) => (trial.error === undefined ? [] : [trial.error.message]))),
  ];
  const reasons = [
    ...new Set(
      trials
        .filter((trial) => !isGradeable(trial))
        .flatMap((trial) =>
          trial.chain.stageResults.flatMap(({ reason }) =>
            reason === "evaluatorError" || reason === "providerError" ? [STAGE_REASON_LABELS[reason]] : [],
          ),
        ),
    ),
  ];
  const parts = [
    ...violations.map((violation) => code(violation, { maxChars: 160 })),
    ...errors.slice(0, 2).map((message) => html`${shown(message, { maxChars: 160 })}`),
    ...reasons.map((reason) => html`${ours(reason)}`),
  ];
  return parts.length === 0 ? null : joinHtml(parts, "; ");
}
