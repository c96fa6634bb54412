// Legibility, economics and discoverability (70 points) by the method's formulas, once from the labels and once from the embedded
// judge: what the labels would give a server with a judge that always picks right, against what a scan gives it.

import { builtinSelector, judge } from "@gradable/judge";
import { definitionTokens, loadTokenizer } from "@gradable/model/tokens";
import {
  definitionEfficiency,
  descriptionQuality,
  disambiguationQuality,
  discoverabilityPoints,
  economicsPoints,
  exact,
  isCorrectSelection,
  isSuccessfulFirstCall,
  legibilityPoints,
  taskEfficiency,
} from "@gradable/score";
import { tasks as generateTasks } from "@gradable/tasks";
import { labelledServers } from "./shared.mjs";

const KEYS = ["legibility", "economics", "discoverability"];

/** One row per labelled server: `{slug, labelled, embedded}`, each with the three categories and their sum as numbers. */
export async function measurePoints(analysisRows) {
  const tokenizer = await loadTokenizer("o200k_base");
  const rows = [];
  for (const { slug, surface } of labelledServers()) {
    const set = await generateTasks(surface);
    const byId = new Map(set.tasks.map((task) => [task.id, task]));
    const { trials } = await judge({
      surface,
      tasks: set.tasks,
      kind: "baseline",
      selector: builtinSelector(),
      tokenizer,
    });
    const count = (test) => trials.filter((trial) => test(trial, byId.get(trial.taskId))).length;
    const tokens = trials.reduce((sum, trial) => sum + trial.tokens.prompt + trial.tokens.completion, 0);
    const weights = analysisRows.find((row) => row.slug === slug);
    const economics = economicsPoints({
      definition: definitionEfficiency(exact(definitionTokens(surface.tools, tokenizer).total)),
      task: taskEfficiency(exact(tokens).div(trials.length)),
    }).valueOf();
    const points = (selection, firstCall, which) => {
      const legibility = legibilityPoints({
        selectionAccuracy: selection,
        descriptionQuality: descriptionQuality(weights.defectWeight[which]),
        disambiguationQuality: disambiguationQuality(exact(weights.ambiguousPairWeight[which].toFixed(2))),
      }).valueOf();
      const discoverability = discoverabilityPoints({
        selectionAccuracy: selection,
        firstCallSuccess: firstCall,
      }).valueOf();
      return { legibility, economics, discoverability, sum: legibility + economics + discoverability };
    };
    rows.push({
      slug,
      labelled: points(exact(1), exact(1), "labelled"),
      embedded: points(
        exact(count(isCorrectSelection)).div(trials.length),
        exact(count(isSuccessfulFirstCall)).div(trials.length),
        "embedded",
      ),
    });
  }
  return rows;
}

/** Rank correlation with average ranks for ties; `null` where one side is constant. */
export function spearman(xs, ys) {
  const [a, b] = [ranks(xs), ranks(ys)];
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  const cov = a.reduce((sum, value, i) => sum + (value - ma) * (b[i] - mb), 0);
  const spread = Math.sqrt(
    a.reduce((s, v) => s + (v - ma) ** 2, 0) * b.reduce((s, v) => s + (v - mb) ** 2, 0),
  );
  return spread === 0 ? null : cov / spread;
}

function ranks(values) {
  const order = values.map((value, index) => ({ value, index })).sort((x, y) => x.value - y.value);
  const result = new Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && order[to + 1].value === order[from].value) to++;
    for (let at = from; at <= to; at++) result[order[at].index] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return result;
}

/** The rows as lines of a table. */
export function pointsTable(rows) {
  const number = (value, width = 6) => value.toFixed(1).padStart(width);
  const cell = (row, key) => `${number(row.labelled[key])} ${number(row.embedded[key])}`;
  const columns = [...KEYS, "sum"];
  const head = `${"labels, then embedded".padEnd(42)}${columns.map((key) => key.padStart(15)).join("")}`;
  const agree = (key) => {
    const a = rows.map((row) => row.labelled[key]);
    const b = rows.map((row) => row.embedded[key]);
    const correlation = spearman(a, b);
    const difference = a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
    return { correlation, difference };
  };
  return [
    head,
    ...rows.map(
      (row) => `${row.slug.padEnd(42)}${columns.map((key) => cell(row, key).padStart(15)).join("")}`,
    ),
    `${"Spearman".padEnd(42)}${columns.map((key) => (agree(key).correlation?.toFixed(2) ?? "–").padStart(15)).join("")}`,
    `${"mean absolute difference".padEnd(42)}${columns.map((key) => agree(key).difference.toFixed(2).padStart(15)).join("")}`,
  ];
}
