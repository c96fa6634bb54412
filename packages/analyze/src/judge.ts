import type { JsonValue, Surface } from "@gradable/contract";
import { withoutBlanks } from "@gradable/intent";

/**
 * Everything an analyst may see of a tool: its name, its schemas and its description, as declared. Not the title or the
 * annotations, not the server's instructions, never its source or what a call returns: no finding can know more than this
 * file lets through. A suggestion may also repeat what the annotations declare. `index` is the tool's place in the declared list (names may repeat).
 */
export interface VisibleTool {
  readonly index: number;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonValue | undefined;
  readonly outputSchema: JsonValue | undefined;
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
