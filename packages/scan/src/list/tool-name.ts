import type { SurfaceTool } from "@gradable/contract";
import type { Observations } from "./observations.js";

/** Longest tool name that the strictest large provider takes; the protocol itself recommends up to 128. */
const PROVIDER_NAME_LIMIT = 64;

/** What every large provider takes: letters, digits, underscore and hyphen, not starting with a digit or a hyphen. */
const PORTABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** What is unusual about the names of a list, on each tool that has it. */
export function nameFindings(tools: readonly SurfaceTool[], observations: Observations): void {
  const seen = new Map<string, number>();
  const aliases = new Map<string, Set<string>>();
  for (const { name } of tools) {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    const alias = portableAlias(name);
    aliases.set(alias, (aliases.get(alias) ?? new Set()).add(name));
  }
  for (const { name } of tools) {
    if (name === "") continue;
    if (!PORTABLE_NAME.test(name)) {
      const collides = (aliases.get(portableAlias(name))?.size ?? 0) > 1;
      observations.addTool(
        "tool-name-irregular",
        name,
        collides ? { aliasCollisions: [portableAlias(name)] } : {},
      );
    }
    if ([...name].length > PROVIDER_NAME_LIMIT) {
      observations.addTool("tool-name-too-long", name, { limitChars: PROVIDER_NAME_LIMIT });
    }
  }
  const repeated = [...seen].filter(([name, times]) => times > 1 && name !== "");
  const mostTimes = repeated.reduce((most, [, times]) => Math.max(most, times), 0);
  for (const [name] of repeated) observations.addTool("tool-name-duplicate", name, { mostTimes });
}

/** What clients commonly make of a name that a provider refuses. */
function portableAlias(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, PROVIDER_NAME_LIMIT);
}
