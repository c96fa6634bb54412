// What becomes of a score when descriptions are taken away, exchanged, padded, or given the suggestions as they stand.
//
//   node bench/gold/ablations.mjs [folder of surfaces] [--only slug,slug] [--list]
//
// Needs the built packages and the surfaces beside the checkout. Every surface of five tools and more; the built-in judge throughout.
import { pathToFileURL } from "node:url";
import { analyze, rewriteSurface } from "../../packages/analyze/dist/index.js";
import { surfaceSha256 } from "../../packages/contract/dist/index.js";
import { isDestructive } from "../../packages/intent/dist/index.js";
import { builtinSelector, judge } from "../../packages/judge/dist/index.js";
import { definitionTokens, loadTokenizer } from "../../packages/model/dist/tokens/index.js";
import { deriveReport } from "../../packages/score/dist/index.js";
import { tasks as writeTasks } from "../../packages/tasks/dist/index.js";
import { corpusServers } from "./shared.mjs";

const FILLER =
  " It is part of a modern platform that people love, built with care, and it works very well in many places every day.";

const described = (surface, change) => {
  const tools = surface.tools.map((tool, at) => {
    const { description: _left, ...rest } = tool;
    const text = change(tool, at, surface.tools);
    return text === undefined ? rest : { ...rest, description: text };
  });
  return { ...surface, tools, surfaceSha256: surfaceSha256(tools) };
};

export const VARIANTS = {
  declared: (surface) => surface,
  deleted: (surface) => described(surface, () => undefined),
  rotated: (surface) => described(surface, (_tool, at, tools) => tools[(at + 1) % tools.length].description),
  padded: (surface) =>
    described(
      surface,
      ({ description = "" }) =>
        description + FILLER.repeat(Math.max(1, Math.ceil((2 * description.length) / FILLER.length))),
    ),
};

const tokenizer = await loadTokenizer("o200k_base");

/** The report of a surface by the built-in judge, or why there is none; `after` gives the surface with its suggestions. */
export async function scoreOf(surface) {
  try {
    const set = await writeTasks(surface);
    const run = await judge({
      surface,
      tasks: set.tasks,
      kind: "baseline",
      selector: builtinSelector(),
      tokenizer,
    });
    const analyzed = await analyze(surface, { tokenizer });
    const tokens = definitionTokens(surface.tools, tokenizer);
    const { defects, pairs, rewrite } = analyzed.identities;
    const report = deriveReport({
      gradableVersion: "0.0.0",
      slug: "ablation",
      target: { kind: "file", label: "ablation" },
      scannedAt: "2026-01-01T00:00:00.000Z",
      surface: {
        surfaceSha256: surface.surfaceSha256,
        serverInfo: null,
        protocolVersion: null,
        listing: { pageSizes: [surface.tools.length], attempts: 1 },
        tools: surface.tools.map((tool, at) => ({
          name: tool.name,
          sha256: surfaceSha256([tool]),
          definitionTokens: tokens.perTool[at],
          destructive: isDestructive(tool),
        })),
      },
      observations: [],
      stages: { tasks: set.identity, selection: run.identity, defects, pairs, rewrite },
      tasks: set.tasks,
      trialsPerTask: 1,
      trials: { baseline: run.trials },
      analysis: analyzed.analysis,
      annotations: [],
      economics: {
        definitionTokens: tokens.total,
        definitionTokensSource: tokenizer.source,
        tokenizer: tokenizer.name,
        responses: null,
      },
    });
    return { report, suggestions: analyzed.analysis.suggestions };
  } catch (error) {
    return { error: error.code ?? error.message, suggestions: [] };
  }
}

/** Per server and variant the composite, `null` where there is none. */
export async function measureAblations(only) {
  const rows = [];
  for (const { slug, surface } of corpusServers()) {
    if (surface.tools.length < 5 || surface.tools.length > 200 || (only && !only.includes(slug))) continue;
    const row = { slug, tools: surface.tools.length };
    const whole = {};
    for (const [name, make] of Object.entries(VARIANTS)) whole[name] = await scoreOf(make(surface));
    const { suggestions } = whole.declared;
    whole.pasted = await scoreOf(
      suggestions.length === 0 ? surface : { ...rewriteSurface(surface, suggestions) },
    );
    for (const [name, { report }] of Object.entries(whole)) {
      row[name] = report?.score.composite.value ?? null;
      row[`${name}Selection`] = report?.runs.baseline.metrics.selectionAccuracy.value ?? null;
      row[`${name}Decided`] =
        report === undefined ? null : report.runs.baseline.counts.gradeableTrials / report.tasks.length;
      row[`${name}Grade`] = report?.score.grade ?? "-";
    }
    rows.push(row);
  }
  return rows;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** What METHODOLOGY prints of the rows. */
export function summaryOf(rows) {
  const scored = rows.filter(({ declared }) => declared !== null);
  const both = (name) => scored.filter((row) => row[name] !== null);
  const rise = (name) => both(name).filter((row) => row[name] > row.declared + 1e-9);
  return {
    servers: rows.length,
    scored: scored.length,
    deletedScored: both("deleted").length,
    deletedRaised: rise("deleted").map(
      ({ slug, declared, deleted }) => `${slug} ${(deleted - declared).toFixed(2)}`,
    ),
    rotatedMedian: median(both("rotated").map((row) => row.declared - row.rotated)),
    rotatedRaised: rise("rotated").map(
      ({ slug, declared, rotated }) => `${slug} ${(rotated - declared).toFixed(2)}`,
    ),
    paddedRaised: rise("padded").map(
      ({ slug, declared, padded }) => `${slug} ${(padded - declared).toFixed(2)}`,
    ),
    pastedMoved: both("pasted")
      .filter((row) => Math.abs(row.pasted - row.declared) > 0.5)
      .map(({ slug, declared, pasted }) => `${slug} ${(pasted - declared).toFixed(2)}`),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const only = process.argv.includes("--only")
    ? process.argv[process.argv.indexOf("--only") + 1].split(",")
    : undefined;
  const rows = await measureAblations(only);
  if (process.argv.includes("--list")) {
    for (const row of rows) {
      const cell = (name) => (row[name] === null ? "   –" : row[name].toFixed(1).padStart(5));
      console.log(
        `${row.slug.slice(0, 44).padEnd(45)}${String(row.tools).padStart(4)}  ${Object.keys(VARIANTS).map(cell).join(" ")} ${cell("pasted")}  ${row.declaredGrade}  decided ${(row.declaredDecided ?? 0).toFixed(2)}  right ${(row.declaredSelection ?? 0).toFixed(2)} rotated ${(row.rotatedSelection ?? 0).toFixed(2)} (${(row.rotatedDecided ?? 0).toFixed(2)})`,
      );
    }
  }
  console.log(summaryOf(rows));
}
