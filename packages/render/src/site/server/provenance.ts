import { countText, JUDGE_STAGES, OBSERVATIONS, type Report } from "@gradable/contract";
import { annotationsOn } from "@gradable/insight";
import { scanCommand } from "../../phrase/subject.js";
import { code, html, joinHtml, ours, shown } from "../html.js";
import { annotationView } from "./annotations.js";
import type { ServerContext } from "./context.js";

/** Who answered each question, as reported by what answered it. */
export function judgeView({ judge }: Report) {
  return JUDGE_STAGES.ids.map((stage) => {
    const who = judge.stages[stage];
    const differs =
      who !== null &&
      (who.cli !== judge.cli || who.model !== judge.model || who.cliVersion !== judge.cliVersion);
    return {
      question: ours(JUDGE_STAGES.label(stage)),
      who: who === null ? null : shown(`${who.cli} ${who.cliVersion}`, { maxChars: 80 }),
      model: who === null ? null : shown(who.model, { maxChars: 80 }),
      version: who === null ? null : code(who.version),
      differs,
    };
  });
}

/** What the connection and the list showed; it moves no score. */
export function observationsView({ report, annotations }: ServerContext) {
  return report.observations.map((observation) => ({
    id: ours(observation.id),
    what: ours(OBSERVATIONS.label(observation.id)),
    count: observation.count > 1 ? ours(countText(observation.count)) : null,
    tools: joinHtml(
      (observation.tools ?? []).slice(0, 20).map((name) => code(name)),
      ", ",
    ),
    hasTools: (observation.tools ?? []).length > 0,
    facts: Object.entries(observation.facts).map(
      ([name, value]) =>
        html`${shown(name, { maxChars: 60 })}: ${code(Array.isArray(value) ? value.join(", ") : String(value), { maxChars: 160 })}`,
    ),
    remarks: annotationsOn(annotations, observation.id, observation.tools ?? [""]).map(annotationView),
  }));
}

/** Commands that check and contest the score, ready to be pasted. */
export function commandsView(report: Report) {
  return [
    {
      what: ours("Recompute every figure from the recorded evidence, offline"),
      command: ours("npx gradable verify report.json"),
    },
    {
      what: ours(
        "Ask the very same requests again, of your build or with another judge (--judge-cli, --judge-model)",
      ),
      command: shown(`npx ${scanCommand(report.target)} --tasks-from report.json`, { maxChars: 2400 }),
    },
    {
      what: ours("Set your result beside this one, blockers first"),
      command: ours(`npx gradable compare report.json gradable/${report.slug}/report.json`),
    },
    {
      what: ours("Write the text of an issue that disputes this score"),
      command: ours("npx gradable contest report.json"),
    },
  ];
}
