import type { JsonValue, Surface } from "@gradable/contract";

/**
 * Everything an analyst may see of a tool: its name, its schemas and its description, as declared. Not the title or the
 * annotations, not the server's instructions, never its source or what a call returns: no finding and no suggestion can
 * know more than this file lets through. `index` is the tool's place in the declared list (names may repeat).
 */
export interface VisibleTool {
  readonly index: number;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonValue | undefined;
  readonly outputSchema: JsonValue | undefined;
}

/** A blank that an author has still to fill in: `[returns: …]`. It says nothing yet, so nobody reads it. */
const BLANK = /\[[a-z][^[\]\n]{0,160}: ?(?:…|\.\.\.)\]/gi;

/** A text without the blanks that are still to be filled in. */
export function withoutBlanks(text: string): string {
  return text.replace(BLANK, "").trim();
}

/** The one place where a declared surface becomes what an analyst may see; a missing description is the empty text, a blank left in it is none. */
export function visibleTools(surface: Surface): VisibleTool[] {
  return surface.tools.map((tool, index) => ({
    index,
    name: tool.name,
    description: withoutBlanks(tool.description ?? ""),
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  }));
}
