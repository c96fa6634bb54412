import { type JsonValue, plainText, type SurfaceTool } from "@gradable/contract";
import { checkSchema } from "./schema-check.js";

/** Whether a call's arguments fit the tool's input schema; at most eight violations, in our words, safe to print. */
export interface ArgumentCheck {
  readonly wellFormed: boolean;
  readonly violations: string[];
}

/** Violations kept of one call: the trial schema of the contract holds no more. */
const MAX_VIOLATIONS = 8;
/** Arguments nested deeper than this are refused unread: a recursive schema could make a validator work for ever on them. */
const MAX_ARGUMENT_DEPTH = 32;

/**
 * Checks a call's arguments against the input schema that the tool declares, by its `$schema` (draft-04 to 2020-12, the
 * default). Nothing is fetched: a reference to another document is a violation, and so is a schema that is invalid or larger
 * than can be checked. A tool without an input schema accepts any object.
 */
export function validateArguments(tool: SurfaceTool, args: JsonValue): ArgumentCheck {
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    return failed([
      `arguments must be a JSON object, not ${args === null ? "null" : Array.isArray(args) ? "an array" : `a ${typeof args}`}`,
    ]);
  }
  if (depthExceeds(args, MAX_ARGUMENT_DEPTH)) {
    return failed([`arguments are nested deeper than ${MAX_ARGUMENT_DEPTH} levels`]);
  }
  const { inputSchema } = tool;
  if (inputSchema === undefined) return { wellFormed: true, violations: [] };
  if (typeof inputSchema !== "boolean" && !isObject(inputSchema)) {
    return failed(["the input schema is not a JSON Schema: it is neither an object nor a boolean"]);
  }
  const check = checkSchema(inputSchema, args);
  if ("unusable" in check) return failed([unusable(check.unusable)]);
  if (check.violations.length === 0) return { wellFormed: true, violations: [] };
  return failed(
    check.violations.map(({ keyword, path, message }) => {
      const place = /^(?:additional|unevaluated)Properties$/.test(keyword) ? parentOf(path) : path;
      return `${place === "" ? "arguments" : place}: ${message}`;
    }),
  );
}

function failed(violations: readonly string[]): ArgumentCheck {
  const texts = [...new Set(violations.map((text) => plainText(text, { maxChars: 200 })))];
  return { wellFormed: false, violations: texts.slice(0, MAX_VIOLATIONS) };
}

function unusable(reason: string): string {
  if (reason.startsWith("the input schema")) return reason;
  return reason === "it refers to itself without end"
    ? `the input schema cannot be checked: ${reason}`
    : `the input schema cannot be used: ${reason}`;
}

const parentOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

function isObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Walks with its own stack: the depth is what is in question. */
function depthExceeds(value: JsonValue, limit: number): boolean {
  const stack: [JsonValue, number][] = [[value, 1]];
  while (stack.length > 0) {
    const [node, depth] = stack.pop() as [JsonValue, number];
    if (typeof node !== "object" || node === null) continue;
    if (depth > limit) return true;
    for (const member of Object.values(node)) stack.push([member, depth + 1]);
  }
  return false;
}
