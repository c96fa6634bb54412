// Where the labels and the corpus lie: beside the checkout, as CI lays them. Absent, the lists are empty.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SHARED = fileURLToPath(new URL("../../../shared/", import.meta.url));
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const files = (folder) =>
  existsSync(`${SHARED}${folder}`)
    ? readdirSync(`${SHARED}${folder}`)
        .filter((name) => name.endsWith(".json"))
        .sort()
    : [];

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

/** Every labelled server: `{slug, surface, tasks, defects, confusablePairs}`. */
export function labelledServers() {
  return files("gold").map((file) => {
    const { tasks, defects, confusablePairs } = read(`${SHARED}gold/${file}`);
    return { slug: file.slice(0, -5), surface: surfaceOf(file), tasks, defects, confusablePairs };
  });
}
