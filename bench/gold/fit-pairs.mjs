// Fits the constants of packages/analyze/src/builtin/pairs/confusability.ts on the labelled servers.
//
//   node bench/gold/fit-pairs.mjs
//
// Needs the built packages. Prints PAIR_MODEL as it stands in the source, rounded to two decimals.
import { pathToFileURL } from "node:url";
import { surfaceEvidence } from "../../packages/analyze/dist/builtin/evidence.js";
import { CUES, PAIR_MODEL } from "../../packages/analyze/dist/builtin/pairs/confusability.js";
import { scoredPairs } from "../../packages/analyze/dist/builtin/pairs/confusable-pairs.js";
import { ABSENT, labelledServers } from "./shared.mjs";

/** Ridge on the standardised weights: keeps cues that few labelled pairs have from taking extreme ones. */
const RIDGE = 3;
const STEPS = 30;

/** One name for a pair of tool names, whatever their order. */
export const pairKey = (tools) => [...tools].sort().join("\u0000");

/** Rows to learn from: the cues of every compared pair of a server, whether the labels hold it, and its weight. */
export function pairRows({ surface, confusablePairs }) {
  const labelled = new Set(confusablePairs.map(({ tools }) => pairKey(tools)));
  const pairs = scoredPairs(surfaceEvidence(surface));
  const weight = (30 * Math.sqrt(surface.tools.length)) / Math.max(1, pairs.length);
  return pairs.map(({ indexes, likeness }) => ({
    cues: CUES.map((cue) => likeness[cue]),
    label: labelled.has(pairKey(indexes.map((index) => surface.tools[index].name))) ? 1 : 0,
    weight,
  }));
}

/** Weighted logistic regression with a ridge, by Newton's method on standardised cues: `{constant, weights}`. */
export function fitPairs(rows) {
  const size = CUES.length;
  const mean = CUES.map((_, i) => rows.reduce((sum, row) => sum + row.cues[i], 0) / rows.length);
  const scale = CUES.map(
    (_, i) =>
      Math.sqrt(rows.reduce((sum, row) => sum + (row.cues[i] - mean[i]) ** 2, 0) / rows.length) + 1e-9,
  );
  const inputs = rows.map(({ cues }) => [1, ...cues.map((cue, i) => (cue - mean[i]) / scale[i])]);
  let beta = new Array(size + 1).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = beta.map((value, i) => (i === 0 ? 0 : RIDGE * value));
    const hessian = beta.map((_, i) => beta.map((__, j) => (i === j ? (i === 0 ? 1e-6 : RIDGE + 1e-6) : 0)));
    inputs.forEach((input, r) => {
      const chance = 1 / (1 + Math.exp(-input.reduce((sum, value, i) => sum + value * beta[i], 0)));
      const { weight, label } = rows[r];
      const curvature = weight * chance * (1 - chance);
      for (let i = 0; i <= size; i++) {
        gradient[i] += weight * (chance - label) * input[i];
        for (let j = 0; j <= size; j++) hessian[i][j] += curvature * input[i] * input[j];
      }
    });
    const change = solve(hessian, gradient);
    beta = beta.map((value, i) => value - change[i]);
    if (Math.max(...change.map(Math.abs)) < 1e-8) break;
  }
  const raw = CUES.map((_, i) => beta[i + 1] / scale[i]);
  const constant = beta[0] - raw.reduce((sum, value, i) => sum + value * mean[i], 0);
  const rounded = (value) => Math.round(value * 100) / 100;
  return {
    constant: rounded(constant),
    weights: Object.fromEntries(CUES.map((cue, i) => [cue, rounded(raw[i])])),
  };
}

/** Solves a symmetric positive definite system by elimination with pivoting. */
function solve(matrix, vector) {
  const rows = matrix.map((row, i) => [...row, vector[i]]);
  const size = vector.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (let r = i + 1; r < size; r++) {
      const factor = rows[r][i] / rows[i][i];
      for (let c = i; c <= size; c++) rows[r][c] -= factor * rows[i][c];
    }
  }
  const solution = new Array(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let rest = rows[i][size];
    for (let c = i + 1; c < size; c++) rest -= rows[i][c] * solution[c];
    solution[i] = rest / rows[i][i];
  }
  return solution;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const servers = labelledServers();
  if (servers.length === 0) console.log(ABSENT);
  else {
    const fitted = fitPairs(servers.flatMap(pairRows));
    console.log(JSON.stringify(fitted, null, 2));
    const same = JSON.stringify(fitted) === JSON.stringify(PAIR_MODEL);
    console.log(same ? "PAIR_MODEL in the source is this one." : "PAIR_MODEL in the source differs.");
  }
}
