import type { SurfaceTool } from "@gradable/contract";

/** Names every provider takes for a function: OpenAI's, Anthropic's and Google's rules at once. */
const SAFE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** How the tools of a surface are called in prompts and replies, and back. */
export interface ToolAliases {
  /**
   * By place in the declared list: the declared name where it is safe and not taken, else a safe one made
   * from it.
   */
  readonly names: readonly string[];
  /** The place of the tool a reply means: by alias, or by a declared name that only one tool has. */
  indexOf(name: string): number | undefined;
}

/**
 * Aliases for a surface. Deterministic in the declared order; the first of several equal names keeps it,
 * since it is the one a client would reach. An alias never equals another tool's declared name.
 */
export function toolAliases(tools: readonly Pick<SurfaceTool, "name">[]): ToolAliases {
  const declared = new Map<string, number[]>();
  for (const [index, { name }] of tools.entries()) {
    const places = declared.get(name);
    if (places === undefined) declared.set(name, [index]);
    else places.push(index);
  }
  const taken = new Map<string, number>();
  const names = tools.map(({ name }, index) => {
    if (SAFE_NAME.test(name) && declared.get(name)?.[0] === index) {
      taken.set(name, index);
      return name;
    }
    const stem = name
      .normalize("NFKD")
      .replace(/[^A-Za-z0-9_-]+/g, "_")
      .replace(/^[^A-Za-z]+|_+$/g, "")
      .slice(0, 52);
    const base = stem === "" ? `tool_${index + 1}` : stem;
    let alias = base;
    for (let n = 2; taken.has(alias) || (declared.has(alias) && SAFE_NAME.test(alias)); n++)
      alias = `${base}_${n}`;
    taken.set(alias, index);
    return alias;
  });
  return {
    names,
    indexOf(name) {
      const exact = taken.get(name);
      if (exact !== undefined) return exact;
      const places = declared.get(name);
      return places?.length === 1 ? places[0] : undefined;
    },
  };
}
