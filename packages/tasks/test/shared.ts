import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Surface, type SurfaceTool, surfaceSha256 } from "@gradable/contract";

/** A surface of the given tools, as a file scan would give it. */
export function surfaceOf(tools: readonly SurfaceTool[]): Surface {
  return {
    schemaVersion: 1,
    target: { kind: "file", label: "tools.json" },
    serverInfo: null,
    protocolVersion: null,
    capabilities: null,
    tools: [...tools],
    surfaceSha256: surfaceSha256(tools),
    listing: { pageSizes: [tools.length], attempts: 1 },
    observations: [],
  };
}

const CORPUS = fileURLToPath(new URL("../../../../shared/corpus/surfaces/", import.meta.url));

/** The real surfaces beside the checkout; none where they are not laid out. */
export function corpusSurfaces(): { slug: string; surface: Surface }[] {
  if (!existsSync(CORPUS)) return [];
  const kept = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"] as const;
  return readdirSync(CORPUS)
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const { tools } = JSON.parse(readFileSync(`${CORPUS}${file}`, "utf8")) as {
        tools: Record<string, unknown>[];
      };
      const read = tools.map((tool) =>
        Object.fromEntries(kept.filter((key) => key in tool).map((key) => [key, tool[key]])),
      );
      return { slug: file.slice(0, -5), surface: surfaceOf(read as unknown as SurfaceTool[]) };
    });
}
