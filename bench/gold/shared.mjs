// Where the labels and the corpus lie: beside the checkout, as CI lays them. Absent, the lists are empty.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SHARED = fileURLToPath(new URL("../../../shared/", import.meta.url));
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const jsonFiles = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .sort()
    : [];
const files = (folder) => jsonFiles(`${SHARED}${folder}`);

/** Said by the measuring scripts where there is nothing to measure. */
export const ABSENT = `No labels found in ${SHARED}: nothing to measure.`;

/** A corpus file as a surface: the tools as declared, `_meta` and unknown members left out. */
function surfaceOf(file) {
  const { serverInfo, protocolVersion, capabilities, tools } = read(`${SHARED}corpus/surfaces/${file}`);
  const kept = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];
  return {
    schemaVersion: 1,
    target: { kind: "file", label: file },
    serverInfo:
      serverInfo === null ? null : { name: serverInfo.name ?? null, version: serverInfo.version ?? null },
    protocolVersion,
    capabilities,
    tools: tools.map((tool) =>
      Object.fromEntries(kept.filter((key) => key in tool).map((key) => [key, tool[key]])),
    ),
    surfaceSha256: "0".repeat(64),
    listing: { pageSizes: [tools.length], attempts: 1 },
    observations: [],
  };
}

/** Every server of the corpus: `{slug, surface}`. */
export function corpusServers() {
  return files("corpus/surfaces").map((file) => ({ slug: file.slice(0, -5), surface: surfaceOf(file) }));
}

/** Labels that were made for this repository, and where others lie that are not part of it; a slug in two is read from the first. */
const LABELS = fileURLToPath(new URL("labels/", import.meta.url));
/** `--untouched`: the labels that nobody looks at while rules are written, and no others. */
const labelFolders = () =>
  process.argv.includes("--untouched")
    ? [`${LABELS}untouched`]
    : [LABELS, ...(process.env.GRADABLE_LABELS ?? "").split(":").filter(Boolean), `${SHARED}gold`];

/** Every labelled server: `{slug, surface, tasks, effects, defects, confusablePairs}`; `effects` is undefined where nobody labelled them. */
export function labelledServers() {
  const bySlug = new Map();
  for (const folder of labelFolders())
    for (const file of jsonFiles(folder)) if (!bySlug.has(file)) bySlug.set(file, `${folder}/${file}`);
  return [...bySlug]
    .filter(([file]) => existsSync(`${SHARED}corpus/surfaces/${file}`))
    .map(([file, path]) => {
      const { tasks, effects, defects, confusablePairs } = read(path);
      return { slug: file.slice(0, -5), surface: surfaceOf(file), tasks, effects, defects, confusablePairs };
    });
}
