// Embedded selection against the labels: how often the expected tool comes first, and whether the call is right.
//
//   node bench/gold/selection.mjs
//
// Needs the built packages. `measureSelection()` returns the rows for `npm run bench:gold`.
import { pathToFileURL } from "node:url";
import MiniSearch from "minisearch";
import { builtinSelector, judge, toolRanking } from "../../packages/judge/dist/index.js";
import { loadTokenizer } from "../../packages/model/dist/tokens/index.js";
import { tasks as generateTasks, readTaskSet } from "../../packages/tasks/dist/index.js";
import { ABSENT, labelledServers } from "./shared.mjs";

/** Every expected member is there with an equal value; texts are compared without case and outer white space. */
function holds(args, expected) {
  if (Array.isArray(expected)) {
    return Array.isArray(args) && expected.every((item) => args.some((given) => holds(given, item)));
  }
  if (typeof expected === "object" && expected !== null) {
    return (
      typeof args === "object" &&
      args !== null &&
      Object.entries(expected).every(([key, value]) => Object.hasOwn(args, key) && holds(args[key], value))
    );
  }
  return String(args).trim().toLowerCase() === String(expected).trim().toLowerCase();
}

/** The naive judge: BM25 over name and description, words as they are. */
function baselineRanking(surface) {
  const search = new MiniSearch({ fields: ["name", "description"] });
  search.addAll(
    surface.tools.map(({ name, description }, id) => ({
      id,
      name: name.replace(/[_-]/g, " "),
      description: description ?? "",
    })),
  );
  return (prompt, limit = 3) =>
    search
      .search(prompt)
      .slice(0, limit)
      .map(({ id }) => surface.tools[id].name);
}

/** Counts of one task list: `{tasks, top1, top3}`. */
function places(ranking, list) {
  const counts = { tasks: list.length, top1: 0, top3: 0 };
  for (const { prompt, tool } of list) {
    const found = ranking(prompt, 3);
    if (found[0] === tool) counts.top1++;
    if (found.includes(tool)) counts.top3++;
  }
  return counts;
}

async function firstCalls(surface, taskSet, tokenizer) {
  const { trials } = await judge({
    surface,
    tasks: taskSet.tasks,
    kind: "baseline",
    selector: builtinSelector(),
    tokenizer,
  });
  const byId = new Map(taskSet.tasks.map((task) => [task.id, task]));
  const counts = { correct: 0, wellFormed: 0, argumentsPresent: 0 };
  for (const trial of trials) {
    const task = byId.get(trial.taskId);
    if (trial.selected !== task.tool) continue;
    counts.correct++;
    if (trial.firstCall.wellFormed) counts.wellFormed++;
    if (holds(trial.calls[0].arguments, task.expectedArguments)) counts.argumentsPresent++;
  }
  return counts;
}

/**
 * One row per labelled server: counts for the labelled and the embedded tasks, the naive baseline's beside them, and the calls
 * of correct selections. `confusable` says whether the labels hold a medium or high pair. Empty where the labels are absent.
 */
export async function measureSelection() {
  const tokenizer = await loadTokenizer("estimate");
  const rows = [];
  for (const { slug, surface, tasks, confusablePairs } of labelledServers()) {
    const labelledSet = readTaskSet({ tasks }, surface);
    const embeddedSet = await generateTasks(surface);
    const ranking = toolRanking(surface);
    const baseline = baselineRanking(surface);
    rows.push({
      slug,
      confusable: confusablePairs.some(({ severity }) => severity !== "low"),
      labelled: {
        ...places(ranking, labelledSet.tasks),
        ...(await firstCalls(surface, labelledSet, tokenizer)),
        baseline: places(baseline, labelledSet.tasks),
      },
      embedded: {
        ...places(ranking, embeddedSet.tasks),
        ...(await firstCalls(surface, embeddedSet, tokenizer)),
        baseline: places(baseline, embeddedSet.tasks),
      },
    });
  }
  return rows;
}

/** The same counts summed over rows. */
export function totalOf(rows) {
  const add = (a, b) =>
    Object.fromEntries(
      Object.entries(b).map(([key, value]) => [
        key,
        typeof value === "object" ? add(a[key] ?? {}, value) : (a[key] ?? 0) + value,
      ]),
    );
  return rows.reduce((sum, { labelled, embedded }) => add(sum, { labelled, embedded }), {
    labelled: {},
    embedded: {},
  });
}

/** The rows as lines of a table. */
export function selectionTable(rows) {
  const share = (part, whole) => (whole > 0 ? (part / whole).toFixed(2) : "  – ");
  const line = (name, { labelled, embedded }, mark = "") =>
    [
      `${name}${mark}`.padEnd(46),
      String(labelled.tasks).padStart(5),
      share(labelled.top1, labelled.tasks),
      share(labelled.top3, labelled.tasks),
      share(labelled.wellFormed, labelled.correct),
      share(labelled.argumentsPresent, labelled.correct),
      `(${share(labelled.baseline.top1, labelled.baseline.tasks)})`,
      String(embedded.tasks).padStart(6),
      share(embedded.top1, embedded.tasks),
      share(embedded.wellFormed, embedded.correct),
      share(embedded.argumentsPresent, embedded.correct),
      `(${share(embedded.baseline.top1, embedded.baseline.tasks)})`,
    ].join("  ");
  const plain = rows.filter(({ confusable }) => !confusable);
  return [
    `${"".padEnd(46)}  labelled: n, top-1, top-3, well-formed, arguments, (naive top-1)  embedded: n, top-1, well-formed, arguments, (naive)`,
    ...rows.map((row) => line(row.slug, row, row.confusable ? " *" : "")),
    line("all", totalOf(rows)),
    ...(plain.length > 0 ? [line("without medium or high pairs", totalOf(plain))] : []),
    "* the labels hold a pair that is often or always open. Well-formed and arguments: of the correct selections.",
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const rows = await measureSelection();
  console.log(rows.length === 0 ? ABSENT : selectionTable(rows).join("\n"));
}
