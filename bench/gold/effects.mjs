// What a call does, as read from the declaration, against the labels: precision and recall of "destructive"; tools that the
// labels call arguable count for neither.
//
//   node bench/gold/effects.mjs [--wrong]
//
// Needs the built packages. `measureEffects()` returns the rows for `npm run bench:gold`.
import { pathToFileURL } from "node:url";
import { readTools } from "../../packages/intent/dist/index.js";
import { ABSENT, labelledServers } from "./shared.mjs";

/** One row per server whose labels say what its tools do: `{slug, right, wrong, missed, of}`, the latter three as lists of tools. */
export function measureEffects() {
  return labelledServers()
    .filter(({ effects }) => effects !== undefined)
    .map(({ slug, surface, effects }) => {
      const row = { slug, right: [], wrong: [], missed: [] };
      for (const { tool, effect } of readTools(surface)) {
        const label = effects[tool.name];
        const found = effect.effect === "destructive";
        if (label === "destructive") row[found ? "right" : "missed"].push(tool.name);
        else if (found && label !== "arguable" && label !== undefined) row.wrong.push(tool.name);
      }
      return row;
    });
}

/** The rows as lines of a table; the wrong and the missed tools by name where wanted. */
export function effectsTable(rows, { names = false } = {}) {
  const sum = (key) => rows.reduce((total, row) => total + row[key].length, 0);
  const [right, wrong, missed] = ["right", "wrong", "missed"].map(sum);
  const share = (part, whole) => (whole === 0 ? "–" : (part / whole).toFixed(2));
  const listed = ({ slug, wrong, missed }) => [
    ...wrong.map((name) => `  not destructive: ${slug} ${name}`),
    ...missed.map((name) => `  destructive: ${slug} ${name}`),
  ];
  return [
    `destructive: precision ${share(right, right + wrong)}, recall ${share(right, right + missed)} (${right} right, ${wrong} wrong, ${missed} missed, ${rows.length} servers)`,
    ...(names ? rows.flatMap(listed) : []),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const rows = measureEffects();
  const names = process.argv.includes("--wrong");
  console.log(rows.length === 0 ? ABSENT : effectsTable(rows, { names }).join("\n"));
}
