// Embedded defects and confusable pairs against the labels, with each server left out where something was fitted.
//
//   node bench/gold/analysis.mjs
//
// Needs the built packages. `measureAnalysis()` returns the rows for `npm run bench:gold`.
import { pathToFileURL } from "node:url";
import MiniSearch from "minisearch";
import {
  NEWS_THRESHOLD,
  newsOf,
} from "../../packages/analyze/dist/builtin/defects/name_restates_behavior.js";
import { surfaceEvidence } from "../../packages/analyze/dist/builtin/evidence.js";
import { confusablePairs as pairsOf } from "../../packages/analyze/dist/builtin/pairs/confusable-pairs.js";
import { analyze, rewriteSurface } from "../../packages/analyze/dist/index.js";
import { loadTokenizer } from "../../packages/model/dist/tokens/index.js";
import { fitPairs, pairKey, pairRows } from "./fit-pairs.mjs";
import { ABSENT, labelledServers } from "./shared.mjs";

const TYPES = ["name_restates_behavior", "params_unexplained", "no_return_description"];
/** Rubric v1: what a pair of each severity weighs. */
const PAIR_WEIGHTS = { low: 0.25, medium: 0.6, high: 1 };
/** Thresholds tried for "how much news" when a server is left out. */
const THRESHOLDS = [0.5, 1, 1.5, 2, 2.5, 3];

/** True and false positives and misses of two sets of keys. */
function compare(found, labelled) {
  const right = [...found].filter((key) => labelled.has(key)).length;
  return { right, wrong: found.size - right, missed: labelled.size - right };
}

const defectKeys = (list, type) => new Set(list.filter((one) => one.type === type).map(({ tool }) => tool));
const severities = (pairs) => new Map(pairs.map(({ tools, severity }) => [pairKey(tools), severity]));
const weightOf = (bySeverity) => [...bySeverity.values()].reduce((sum, one) => sum + PAIR_WEIGHTS[one], 0);

/** Pairs against the labels: counts, severity agreement, and how many medium and high ones were found at any severity. */
function comparePairs(found, labelled) {
  const serious = [...labelled].filter(([, severity]) => severity !== "low").map(([key]) => key);
  const both = [...labelled].filter(([key]) => found.has(key));
  return {
    ...compare(new Set(found.keys()), new Set(labelled.keys())),
    severityAgrees: both.filter(([key, severity]) => found.get(key) === severity).length,
    serious: serious.length,
    seriousFound: serious.filter((key) => found.has(key)).length,
  };
}

/** Without rules: a short text restates the name, an undescribed parameter is unexplained, no "return" means none. */
function naiveDefects(surface) {
  return surface.tools.flatMap(({ name, description = "", inputSchema, outputSchema }) => {
    const required = Array.isArray(inputSchema?.required) ? inputSchema.required : [];
    const bare = required.some((key) => !inputSchema.properties?.[key]?.description);
    return [
      ...(description.split(/\s+/).length < 10 ? [{ tool: name, type: TYPES[0] }] : []),
      ...(bare ? [{ tool: name, type: TYPES[1] }] : []),
      ...(!/return/i.test(description) && outputSchema === undefined ? [{ tool: name, type: TYPES[2] }] : []),
    ];
  });
}

/** Without rules: BM25 of one tool's text against another's, as a share of the score it has against itself. */
function naivePairScores(surface) {
  const search = new MiniSearch({ fields: ["text"] });
  const texts = surface.tools.map(
    ({ name, description }) => `${name.replace(/[_-]/g, " ")} ${description ?? ""}`,
  );
  search.addAll(texts.map((text, id) => ({ id, text })));
  const scores = new Map();
  texts.forEach((text, at) => {
    const results = search.search(text.slice(0, 2000));
    const own = results.find(({ id }) => id === at)?.score ?? 1;
    for (const { id, score } of results) {
      if (id === at) continue;
      const key = pairKey([surface.tools[at].name, surface.tools[id].name]);
      scores.set(key, Math.max(scores.get(key) ?? 0, score / own));
    }
  });
  return scores;
}

export const f1 = ({ right, wrong, missed }) => (2 * right) / Math.max(1, 2 * right + wrong + missed);

/** The threshold with the best F1 over all servers: the naive pairs get the benefit of a fit that the rules do not. */
function bestNaiveThreshold(servers, scores) {
  let best = { threshold: 1, value: 0 };
  for (let threshold = 0.1; threshold < 1; threshold += 0.05) {
    const sum = servers.reduce(
      (total, { confusablePairs }, at) => {
        const found = new Set([...scores[at]].filter(([, score]) => score >= threshold).map(([key]) => key));
        const counts = compare(found, new Set(confusablePairs.map(({ tools }) => pairKey(tools))));
        return add(total, counts);
      },
      { right: 0, wrong: 0, missed: 0 },
    );
    if (f1(sum) > best.value) best = { threshold, value: f1(sum) };
  }
  return best.threshold;
}

function add(a, b) {
  return Object.fromEntries(
    Object.entries(b).map(([key, value]) => [
      key,
      typeof value === "object" ? add(a[key] ?? {}, value) : (a[key] ?? 0) + value,
    ]),
  );
}

/** Name defects at a threshold other than the built-in one. */
function nameDefectsAt(threshold, evidence) {
  const found = evidence.tools.filter(
    (own) => own.readability !== "other" && newsOf(own, evidence).weight < threshold,
  );
  return new Set(found.map(({ tool }) => tool.name));
}

/**
 * One row per labelled server, counts only: `defects` per type, `pairs`, the same with the fitted constants of the other servers
 * (`leftOut`), the naive baseline's, and the two weights of the legibility formula, labelled and embedded. Empty where
 * the labels are absent.
 */
export async function measureAnalysis() {
  const servers = labelledServers();
  const tokenizer = await loadTokenizer("estimate");
  const evidences = servers.map(({ surface }) => surfaceEvidence(surface));
  const rows = servers.map(pairRows);
  const naiveScores = servers.map(({ surface }) => naivePairScores(surface));
  const naiveThreshold = bestNaiveThreshold(servers, naiveScores);
  const labelledDefects = servers.map(({ defects }) =>
    defects.flatMap(({ tool, types }) => types.map((type) => ({ tool, type }))),
  );
  const names = labelledDefects.map((list) => defectKeys(list, TYPES[0]));
  const nameCounts = THRESHOLDS.map((threshold) =>
    evidences.map((evidence, at) => compare(nameDefectsAt(threshold, evidence), names[at])),
  );

  const measured = [];
  for (const [at, { slug, surface, confusablePairs }] of servers.entries()) {
    const { analysis } = await analyze(surface, { tokenizer });
    const after = await analyze(rewriteSurface(surface, analysis.suggestions), { tokenizer });
    const labelled = severities(confusablePairs);
    const found = severities(analysis.confusablePairs);
    const leftOutModel = fitPairs(rows.filter((_, other) => other !== at).flat());
    const leftOutPairs = severities(pairsOf(evidences[at], leftOutModel));
    const others = nameCounts.map((counts) =>
      counts.filter((_, other) => other !== at).reduce(add, { right: 0, wrong: 0, missed: 0 }),
    );
    const chosen = others.reduce((best, counts, i) => (f1(counts) > f1(others[best]) ? i : best), 0);
    const naive = naiveDefects(surface);
    const naivePairs = [...naiveScores[at]].filter(([, score]) => score >= naiveThreshold);
    const perType = (list) =>
      Object.fromEntries(
        TYPES.map((type) => [type, compare(defectKeys(list, type), defectKeys(labelledDefects[at], type))]),
      );
    measured.push({
      slug,
      tools: surface.tools.length,
      defects: perType(analysis.defects),
      pairs: comparePairs(found, labelled),
      leftOut: {
        name_restates_behavior: nameCounts[chosen][at],
        pairs: comparePairs(leftOutPairs, labelled),
      },
      naive: {
        defects: perType(naive),
        pairs: comparePairs(new Map(naivePairs.map(([key]) => [key, "low"])), labelled),
      },
      defectWeight: { labelled: labelledDefects[at].length, embedded: analysis.defects.length },
      ambiguousPairWeight: { labelled: weightOf(labelled), embedded: weightOf(found) },
      defectsAfterRewrite: after.analysis.defects.length,
    });
  }
  return measured;
}

/** Counts of all rows together. */
export function totalOf(rows) {
  return rows.map(({ slug, ...counts }) => counts).reduce(add, {});
}

/** Counts of all defect types together. */
export const allTypes = (defects) => TYPES.map((type) => defects[type]).reduce(add);

/** The rows as lines of a table. */
export function analysisTable(rows) {
  const share = (part, whole) => (whole > 0 ? (part / whole).toFixed(2) : "  – ");
  const scores = (counts) =>
    counts.right + counts.wrong + counts.missed === 0
      ? "   –    –    – "
      : [
          share(counts.right, counts.right + counts.wrong),
          share(counts.right, counts.right + counts.missed),
          f1(counts).toFixed(2),
        ].join(" ");
  const line = (name, row) =>
    [
      name.padEnd(42),
      ...TYPES.map((type) => scores(row.defects[type])),
      scores(allTypes(row.defects)),
      scores(row.pairs),
      share(row.pairs.seriousFound, row.pairs.serious),
      share(row.pairs.severityAgrees, row.pairs.right),
      `${row.defectWeight.labelled}/${row.defectWeight.embedded}`.padStart(9),
      `${row.ambiguousPairWeight.labelled.toFixed(2)}/${row.ambiguousPairWeight.embedded.toFixed(2)}`.padStart(
        13,
      ),
      String(row.defectsAfterRewrite).padStart(5),
    ].join("  ");
  const total = totalOf(rows);
  const brief = (name, defects, pairs) =>
    `${name.padEnd(42)}  ${[...TYPES.map((type) => (defects[type] ? scores(defects[type]) : "              ")), "              ", scores(pairs)].join("  ")}  ${share(pairs.seriousFound, pairs.serious)}`;
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const gap = (key, ceiling) =>
    mean(
      rows.map((row) =>
        Math.abs(Math.min(ceiling, row[key].labelled) - Math.min(ceiling, row[key].embedded)),
      ),
    );
  return [
    `${"precision recall F1 of".padEnd(42)}  name_restates   params_unexpl.  no_return       all defects     pairs           med+high found, severity agrees; weights labelled/embedded: defects, pairs; defects after rewrite`,
    ...rows.map((row) => line(row.slug, row)),
    line("all", total),
    brief("each server left out of the fit", total.leftOut, total.leftOut.pairs),
    brief("naive (no rules)", total.naive.defects, total.naive.pairs),
    `mean absolute difference: defectWeight ${gap("defectWeight", 30).toFixed(2)} of 30, ambiguousPairWeight ${gap("ambiguousPairWeight", 10).toFixed(2)} of 10`,
    `The news threshold in the source is ${NEWS_THRESHOLD}; params_unexplained and no_return_description fit no number.`,
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const rows = await measureAnalysis();
  console.log(rows.length === 0 ? ABSENT : analysisTable(rows).join("\n"));
}
