// Fits the weights of the embedded selection on the labelled tasks and shows what they reach on servers left out.
//
//   node bench/gold/fit-selection.mjs
//
// The weights in packages/judge/src/builtin/weights.ts are this script's last line, rounded. A field's search score is linear in
// its weight, so each field is searched once and the fit runs on the numbers. The embedded tasks of all corpus servers
// take part (a tenth of them), so that the fit does not trade plain requests for the labelled ones.

import { featuresOf, scoreOf } from "../../packages/judge/dist/builtin/rank.js";
import { readRequest } from "../../packages/judge/dist/builtin/request.js";
import { FIELDS, indexTools } from "../../packages/judge/dist/builtin/tool-index.js";
import { WEIGHTS } from "../../packages/judge/dist/builtin/weights.js";
import { builtinTaskGenerator } from "../../packages/tasks/dist/index.js";
import { corpusServers, labelledServers } from "./shared.mjs";

const OTHERS = ["action", "mood", "named", "fit", "coverage", "choice"];
const GRID = {
  name: [1, 1.5, 2, 3, 4.5, 6],
  title: [0, 0.5, 1, 2],
  summary: [0.5, 1, 1.5, 2, 3],
  description: [0.1, 0.2, 0.4, 0.7, 1],
  parameterNames: [0.1, 0.2, 0.4, 0.8, 1.2],
  parameterTexts: [0, 0.1, 0.25, 0.5, 0.8],
  action: [0.2, 0.4, 0.6, 0.8, 1, 1.3],
  mood: [0, 0.05, 0.1, 0.2, 0.4],
  named: [0.2, 0.4, 0.6, 0.8, 1.1, 1.5],
  fit: [0, 0.1, 0.2, 0.35, 0.5],
  coverage: [0, 0.1, 0.2, 0.35, 0.5],
  choice: [0, 0.05, 0.1, 0.2, 0.3],
};

/** One task: the position of the right tool among candidates, and each candidate's raw field scores and other features. */
function examplesOf(index, tasks) {
  return tasks.flatMap((task) => {
    const request = readRequest(task.prompt, WEIGHTS);
    const candidates = featuresOf(index, request, WEIGHTS);
    const right = candidates.findIndex(({ position }) => index.tools[position].tool.name === task.tool);
    const byField = FIELDS.map((field) => {
      const only = Object.fromEntries(FIELDS.map((other) => [other, other === field ? 1 : 0]));
      return new Map(
        index.search(request.terms, { ...WEIGHTS, ...only }).map(({ position, score }) => [position, score]),
      );
    });
    const rows = candidates.map(({ position, features }) => ({
      fields: byField.map((scores) => scores.get(position) ?? 0),
      features,
    }));
    return [{ right, rows }];
  });
}

/** Share of first places, and mean reciprocal rank. */
function measure(examples, weights) {
  let first = 0;
  let reciprocal = 0;
  for (const { right, rows } of examples) {
    if (right < 0) continue;
    const searched = rows.map(({ fields }) =>
      fields.reduce((sum, score, at) => sum + score * weights[FIELDS[at]], 0),
    );
    const best = Math.max(...searched);
    const scores = rows.map(({ features }, at) =>
      scoreOf({ ...features, search: searched[at] / best }, weights),
    );
    let rank = 0;
    for (let at = 0; at < scores.length; at++) {
      if (scores[at] > scores[right] || (scores[at] === scores[right] && at < right)) rank++;
    }
    if (rank === 0) first++;
    reciprocal += 1 / (rank + 1);
  }
  return { first: first / examples.length, reciprocal: reciprocal / examples.length };
}

function objective(labelled, embedded, weights) {
  const onLabels = measure(labelled, weights);
  return 0.5 * onLabels.first + 0.5 * onLabels.reciprocal + 0.5 * measure(embedded, weights).first;
}

/** Coordinate ascent from the weights in force until no single change helps. */
function fit(labelled, embedded) {
  let weights = { ...WEIGHTS };
  let best = objective(labelled, embedded, weights);
  for (let moved = true; moved; ) {
    moved = false;
    for (const key of [...FIELDS, ...OTHERS]) {
      for (const value of GRID[key]) {
        const tried = { ...weights, [key]: value };
        const reached = objective(labelled, embedded, tried);
        if (reached > best + 1e-4) {
          best = reached;
          weights = tried;
          moved = true;
        }
      }
    }
  }
  return weights;
}

const labelled = new Map();
const embedded = [];
const gold = labelledServers();
for (const { slug, surface } of corpusServers()) {
  const index = indexTools(surface);
  const { tasks } = await builtinTaskGenerator().generate(surface, { perTool: 2, maxTasks: 400 });
  embedded.push(
    ...examplesOf(
      index,
      tasks.filter((_, at) => at % 10 === 0),
    ),
  );
  const labels = gold.find((server) => server.slug === slug);
  if (labels !== undefined) labelled.set(slug, examplesOf(index, labels.tasks));
}

const all = [...labelled.values()].flat();
const percent = (share) => `${(100 * share).toFixed(1)} %`;
let held = 0;
for (const [slug, examples] of labelled) {
  const rest = [...labelled].filter(([other]) => other !== slug).flatMap(([, list]) => list);
  const reached = measure(examples, fit(rest, embedded)).first;
  held += reached * examples.length;
  console.log(
    slug.padEnd(46),
    `left out ${percent(reached)}`,
    `in force ${percent(measure(examples, WEIGHTS).first)}`,
  );
}
const fitted = fit(all, embedded);
console.log(
  `labelled top-1: left out ${percent(held / all.length)}, fitted ${percent(measure(all, fitted).first)}, in force ${percent(measure(all, WEIGHTS).first)}`,
);
console.log(
  `embedded top-1 (a tenth): fitted ${percent(measure(embedded, fitted).first)}, in force ${percent(measure(embedded, WEIGHTS).first)}`,
);
console.log(JSON.stringify(fitted));
