import type { Report, ReportTool } from "@gradable/contract";
import type { Comparison, ToolTokens } from "./schema.js";

/**
 * The tools of a surface by a key that names the same tool on two surfaces: its name, and its place among tools of that
 * name, because names may repeat.
 */
export function toolKeys(report: Report): string[] {
  const met = new Map<string, number>();
  return report.surface.tools.map(({ name }) => {
    const place = met.get(name) ?? 0;
    met.set(name, place + 1);
    return `${name}\0${place}`;
  });
}

/** Which tools were added, removed or declared otherwise. */
export function surfaceComparison(a: Report, b: Report): Comparison["surface"] {
  const { both, onlyA, onlyB } = matched(a, b);
  const order = (tools: readonly string[]) => tools.filter((key) => both.has(key)).join("\n");
  return {
    same: a.surface.surfaceSha256 === b.surface.surfaceSha256,
    added: onlyB.map(({ name }) => name),
    removed: onlyA.map(({ name }) => name),
    changed: [...both.values()]
      .filter(([left, right]) => left.sha256 !== right.sha256)
      .map(([{ name }]) => name),
    reordered: order(toolKeys(a)) !== order(toolKeys(b)),
  };
}

/** Tools whose definition takes another number of tokens, the largest change first, then in the order of their names. */
export function toolTokens(a: Report, b: Report): ToolTokens[] {
  const { both, onlyA, onlyB } = matched(a, b);
  return [
    ...[...both.values()].map(([left, right]) => ({
      tool: left.name,
      a: left.definitionTokens,
      b: right.definitionTokens,
      difference: right.definitionTokens - left.definitionTokens,
    })),
    ...onlyA.map(({ name, definitionTokens }) => ({
      tool: name,
      a: definitionTokens,
      b: null,
      difference: -definitionTokens,
    })),
    ...onlyB.map(({ name, definitionTokens }) => ({
      tool: name,
      a: null,
      b: definitionTokens,
      difference: definitionTokens,
    })),
  ]
    .filter((tool) => tool.difference !== 0 || tool.a === null || tool.b === null)
    .sort(
      (left, right) =>
        Math.abs(right.difference) - Math.abs(left.difference) || (left.tool < right.tool ? -1 : 1),
    );
}

function matched(a: Report, b: Report) {
  const keyed = (report: Report) => {
    const keys = toolKeys(report);
    return new Map(report.surface.tools.map((tool, index) => [keys[index] as string, tool]));
  };
  const [left, right] = [keyed(a), keyed(b)];
  const both = new Map<string, readonly [ReportTool, ReportTool]>();
  for (const [key, tool] of left) {
    const other = right.get(key);
    if (other !== undefined) both.set(key, [tool, other]);
  }
  const without = (tools: Map<string, ReportTool>) =>
    [...tools].filter(([key]) => !both.has(key)).map(([, tool]) => tool);
  return { both, onlyA: without(left), onlyB: without(right) };
}
