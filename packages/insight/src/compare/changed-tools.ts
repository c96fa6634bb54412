import type { Comparison } from "./schema.js";

/** A tool that was added, removed or declared otherwise, with its definition tokens where they compare. */
export interface ChangedTool {
  readonly tool: string;
  readonly how: "added" | "removed" | "changed";
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: number | null;
}

/** Every tool that is not the same on both sides, the largest change of tokens first. */
export function changedTools({ surface, tokens }: Comparison): ChangedTool[] {
  const named = (how: ChangedTool["how"]) => (tool: string) => ({
    tool,
    how,
    a: null,
    b: null,
    difference: null,
  });
  if (!tokens.sameTokenizer) {
    const { added, removed, changed } = surface;
    return [...added.map(named("added")), ...removed.map(named("removed")), ...changed.map(named("changed"))];
  }
  const sized = new Set(tokens.tools.map(({ tool }) => tool));
  return [
    ...tokens.tools.map(
      (row): ChangedTool => ({
        ...row,
        how: row.a === null ? "added" : row.b === null ? "removed" : "changed",
      }),
    ),
    ...surface.changed.filter((tool) => !sized.has(tool)).map(named("changed")),
  ];
}
