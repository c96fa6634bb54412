import { type SurfaceTool, sha256Text } from "@gradable/contract";
import type { NotGenerated } from "./task-generator.js";

/** Of tools with one name a client reaches only the first; a tool without a name it cannot call. */
export function reachable(tools: readonly SurfaceTool[], notGenerated: NotGenerated[]): SurfaceTool[] {
  const seen = new Set<string>();
  return tools.filter(({ name }) => {
    const reason =
      name === "" ? "it has no name" : seen.has(name) ? "an earlier tool has the same name" : undefined;
    seen.add(name);
    if (reason !== undefined) notGenerated.push({ tool: name, reason });
    return reason === undefined;
  });
}

/**
 * How many tasks each tool gets: `perTool` where that fits into `maxTasks`; else as many as all can have, and one more for some; else
 * one for an even sample. Who is drawn depends on names and on the seed, not on the order of the list.
 */
export function share(
  tools: readonly SurfaceTool[],
  seed: string,
  perTool: number,
  maxTasks: number,
): { tool: SurfaceTool; count: number }[] {
  if (tools.length * perTool <= maxTasks) return tools.map((tool) => ({ tool, count: perTool }));
  const base = Math.floor(maxTasks / tools.length);
  const drawn = tools
    .map((tool) => ({ name: tool.name, draw: sha256Text(`${seed}\0${tool.name}`) }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, maxTasks - base * tools.length);
  const extra = new Set(drawn.map(({ name }) => name));
  return tools
    .map((tool) => ({ tool, count: base + (extra.has(tool.name) ? 1 : 0) }))
    .filter(({ count }) => count > 0);
}

/** Readable, unique per tool name, and the same on every generation: `create-issue-1a2b3c4d-1`. */
export function taskId(name: string, ordinal: number): string {
  const readable = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${readable === "" ? "tool" : readable}-${sha256Text(name).slice(0, 8)}-${ordinal + 1}`;
}
