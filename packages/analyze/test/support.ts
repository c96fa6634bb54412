import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type JsonValue, type Surface, type SurfaceTool, surfaceSha256 } from "@gradable/contract";

/** A surface of these tools; everything about the transport is filler. */
export function surfaceOf(tools: readonly SurfaceTool[]): Surface {
  return {
    schemaVersion: 1,
    target: { kind: "file", label: "test" },
    serverInfo: { name: "test", version: "1.0.0" },
    protocolVersion: "2025-06-18",
    capabilities: {},
    tools: [...tools],
    surfaceSha256: surfaceSha256(tools),
    listing: { pageSizes: [tools.length], attempts: 1 },
    observations: [],
  };
}

/** An input schema of string parameters with these descriptions; all required. */
export function takes(parameters: Record<string, JsonValue | string>): JsonValue {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, schema]) => [
      name,
      typeof schema === "string"
        ? schema === ""
          ? { type: "string" }
          : { type: "string", description: schema }
        : schema,
    ]),
  );
  return { type: "object", properties, required: Object.keys(parameters) };
}

export const NO_PARAMETERS: JsonValue = { type: "object", properties: {} };

const SHARED = fileURLToPath(new URL("../../../../shared/", import.meta.url));
/** Whether the corpus and the labels lie beside the checkout, as in CI. */
export const HAS_SHARED = existsSync(`${SHARED}corpus/surfaces`) && existsSync(`${SHARED}gold`);

/** Slugs of all corpus servers, or of the labelled ones. */
export function slugs(folder: "corpus/surfaces" | "gold"): string[] {
  return readdirSync(`${SHARED}${folder}`)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -5))
    .sort();
}

/** A corpus server's surface as declared. */
export function corpusSurface(slug: string): Surface {
  const { tools } = JSON.parse(readFileSync(`${SHARED}corpus/surfaces/${slug}.json`, "utf8"));
  const kept = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];
  return surfaceOf(
    (tools as Record<string, JsonValue>[]).map(
      (tool) =>
        Object.fromEntries(
          kept.filter((key) => key in tool).map((key) => [key, tool[key]]),
        ) as unknown as SurfaceTool,
    ),
  );
}

/** What the labels say of a server. */
export function labels(slug: string): {
  defects: { tool: string; types: string[] }[];
  confusablePairs: { tools: [string, string]; severity: string }[];
} {
  return JSON.parse(readFileSync(`${SHARED}gold/${slug}.json`, "utf8"));
}
