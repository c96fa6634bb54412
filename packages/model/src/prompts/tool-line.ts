import type { JsonValue, SurfaceTool } from "@gradable/contract";
import { promptedError } from "../prompted-errors.js";

/** What the analysis may see of a tool (METHODOLOGY §3); `index` is its place in the declared list. */
export interface AnalysedTool {
  readonly index: number;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonValue | undefined;
  readonly outputSchema: JsonValue | undefined;
}

/**
 * A tool as a choosing model sees it: everything declared, as one line of JSON in declared key order.
 * `declaredName` stands beside `name` where that is an alias.
 */
export function selectionLine(tool: SurfaceTool, alias: string): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return line({ ...named(name, alias), title, description, inputSchema, outputSchema, annotations }, name);
}

/** A tool as the analysis sees it: name, description, schemas, nothing else. */
export function analysisLine(tool: AnalysedTool, alias: string): string {
  const { name, description, inputSchema, outputSchema } = tool;
  return line({ ...named(name, alias), description, inputSchema, outputSchema }, name);
}

/** JSON on one line: no line break of a server's text can begin a line of the prompt. */
function line(value: Record<string, unknown>, tool: string): string {
  try {
    return JSON.stringify(value).replace(
      /[\u2028\u2029\u0085]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  } catch (cause) {
    // A schema nested too deeply for the call stack.
    throw promptedError(
      "judge-surface-unpresentable",
      { detail: `${(cause as Error).message}, tool ${JSON.stringify(tool)}` },
      cause,
    );
  }
}

function named(name: string, alias: string): Record<string, string> {
  return name === alias ? { name } : { name: alias, declaredName: name };
}
