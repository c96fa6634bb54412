// Fits the weights of the embedded selection on the labelled tasks, and shows what the fit reaches on servers left out of it.
//
//   node bench/gold/fit-selection.mjs        (some minutes)
//
// Coordinate ascent from plain round numbers over the grid below. The embedded tasks of all corpus servers take part (one in thirty), so
// that plain requests are not traded for the labelled ones. The weights in packages/judge/src/builtin/weights.ts are the
// last line of this script or near it: settings within a percentage point of one another were decided for the plainer one.
import { rank } from "../../packages/judge/dist/builtin/rank.js";
import { readRequest } from "../../packages/judge/dist/builtin/request.js";
import { indexTools } from "../../packages/judge/dist/builtin/tool-index.js";
import { WEIGHTS } from "../../packages/judge/dist/builtin/weights.js";
import { builtinTaskGenerator } from "../../packages/tasks/dist/index.js";
import { ABSENT, corpusServers, labelledServers } from "./shared.mjs";

const START = {
  name: 3,
  title: 1,
  summary: 2,
  description: 0.7,
  parameterNames: 0.8,
  parameterTexts: 0.5,
  b: 0.7,
  k: 1.2,
  concept: 0.6,
  denied: 0.4,
  aside: 0.5,
  laterAction: 0.6,
  weakAction: 0.4,
  askedDeed: 0.4,
  asking: 0.7,
  kindWord: 0.2,
  idPrefix: 0.4,
  enough: 1,
  action: 0.5,
  mood: 0.1,
  named: 0.4,
  fit: 0.2,
  coverage: 0.2,
  choice: 0.1,
};
const GRID = {
  action: [0.8, 1.1],
  named: [0.8, 1.3, 1.8],
  coverage: [0, 0.5],
  fit: [0, 0.4],
  mood: [0, 0.25],
  choice: [0, 0.2],
  concept: [0.4, 0.8, 1],
  weakAction: [0.2, 0.6],
  idPrefix: [0.2, 0.6],
  aside: [0.3, 0.75],
  laterAction: [0.4, 0.8],
  askedDeed: [0.2, 0.6],
  asking: [0.5, 1],
  denied: [0.2, 0.7],
  kindWord: [0, 0.4],
  enough: [0.5, 1.5],
  name: [2, 4.5],
  title: [0, 2],
  summary: [1.2, 3],
  description: [0.3, 1.2],
  parameterNames: [0.4, 1.2],
  parameterTexts: [0.2, 0.9],
  b: [0.5, 0.9],
  k: [0.8, 1.6],
};
const PASSES = 1;

const servers = [];
const gold = labelledServers();
for (const { slug, surface } of corpusServers()) {
  const { tasks } = await builtinTaskGenerator().generate(surface, { perTool: 2, maxTasks: 400 });
  servers.push({
    slug,
    index: indexTools(surface),
    labelled: gold.find((server) => server.slug === slug)?.tasks ?? [],
    embedded: tasks.filter((_, at) => at % 30 === 0),
  });
}

/** Number of tasks, of first places, and the sum of reciprocal ranks. */
function measure(index, tasks, weights) {
  const sums = { tasks: tasks.length, first: 0, reciprocal: 0 };
  for (const { prompt, tool } of tasks) {
    const at = rank(index, readRequest(prompt, weights), weights).findIndex(
      ({ position }) => index.tools[position].tool.name === tool,
    );
    if (at === 0) sums.first++;
    if (at >= 0) sums.reciprocal += 1 / (at + 1);
  }
  return sums;
}

// Folds follow much the same path, so a setting is measured once, per server.
const measured = new Map();
function measureAll(weights) {
  const key = JSON.stringify(weights);
  let known = measured.get(key);
  if (known === undefined) {
    known = servers.map(({ slug, index, labelled, embedded }) => ({
      slug,
      labelled: measure(index, labelled, weights),
      embedded: measure(index, embedded, weights),
    }));
    measured.set(key, known);
  }
  return known;
}

const shareOf = (rows, list, sum) =>
  rows.reduce((total, row) => total + row[list][sum], 0) /
  rows.reduce((total, row) => total + row[list].tasks, 0);

function objective(weights, leftOut) {
  const rows = measureAll(weights).filter(({ slug }) => slug !== leftOut);
  const labelled = (shareOf(rows, "labelled", "first") + shareOf(rows, "labelled", "reciprocal")) / 2;
  return labelled + 0.5 * shareOf(rows, "embedded", "first");
}

function fitWeights(leftOut) {
  let weights = START;
  let best = objective(weights, leftOut);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [key, values] of Object.entries(GRID)) {
      for (const value of values) {
        const tried = { ...weights, [key]: value };
        const reached = objective(tried, leftOut);
        if (reached > best + 1e-4) {
          best = reached;
          weights = tried;
        }
      }
    }
  }
  return weights;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;
if (gold.length === 0) console.log(ABSENT);
else {
  let held = 0;
  let all = 0;
  for (const { slug, tasks } of gold) {
    const row = measureAll(fitWeights(slug)).find((server) => server.slug === slug).labelled;
    held += row.first;
    all += tasks.length;
    console.log(slug.padEnd(46), `left out ${percent(row.first / row.tasks)}`);
  }
  const fitted = fitWeights();
  const line = (name, weights) => {
    const rows = measureAll(weights);
    console.log(
      name.padEnd(10),
      `labelled top-1 ${percent(shareOf(rows, "labelled", "first"))}`,
      `embedded top-1 ${percent(shareOf(rows, "embedded", "first"))}`,
    );
  };
  console.log(`left out   labelled top-1 ${percent(held / all)}`);
  line("start", START);
  line("fitted", fitted);
  line("in force", WEIGHTS);
  console.log(JSON.stringify(fitted));
}
