import type { OutputUnit } from "@cfworker/json-schema";
import { type Node, PATTERN_FORMAT, type SchemaCopy } from "./schema-copy.js";

/** One place where a value does not fit its schema. */
export interface SchemaViolation {
  /** The keyword that is not met. */
  readonly keyword: string;
  /** JSON Pointer to the value that does not fit, empty for the whole. */
  readonly path: string;
  /** What is wrong there, in our words: "must be <= 5", `missing required parameter "path"`. */
  readonly message: string;
}

/** Units that only say that something below them failed; what failed has a unit of its own. */
const WRAPPERS = new Set([
  "$ref",
  "allOf",
  "dependentSchemas",
  "if",
  "items",
  "additionalItems",
  "additionalProperties",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** A failed validation as violations, those of the outermost places first. */
export function violationsOf(
  units: readonly OutputUnit[],
  copy: SchemaCopy,
  lookup: Readonly<Record<string, Node | boolean>>,
): SchemaViolation[] {
  const violations: SchemaViolation[] = [];
  for (const [index, unit] of units.entries()) {
    const { keyword } = unit;
    // A `false` subschema is named by the keyword that held it: that is the unit before it.
    if (keyword === "false" && WRAPPERS.has(units[index - 1]?.keyword ?? "")) continue;
    const next = units[index + 1];
    const closed = WRAPPERS.has(keyword) && next?.keyword === "false" ? next : undefined;
    if (WRAPPERS.has(keyword) && closed === undefined) continue;
    if (keyword === "format" && unit.error.includes(`"${PATTERN_FORMAT}`)) {
      violations.push({ keyword: "pattern", path: pathOf(unit), message: patternMessage(unit, copy) });
      continue;
    }
    const expected = keywordValue(unit, copy, lookup);
    violations.push(
      closed === undefined
        ? { keyword, path: pathOf(unit), message: messageOf(unit, expected) }
        : { keyword, path: pathOf(closed), message: closedMessage(keyword, pathOf(closed)) },
    );
  }
  return violations.sort((a, b) => depthOf(a) - depthOf(b) || closing(a) - closing(b));
}

/** How deep the value stands that is at fault: a missing or an unknown member is a fault of its object. */
function depthOf({ keyword, path }: SchemaViolation): number {
  const depth = path.split("/").length;
  return /^(?:additional|unevaluated)Properties$/.test(keyword) ? depth - 1 : depth;
}

/** That no alternative fits is said after why each does not. */
const closing = ({ keyword }: SchemaViolation): number => (/^(?:anyOf|oneOf)$/.test(keyword) ? 1 : 0);

function closedMessage(keyword: string, path: string): string {
  const name = path
    .slice(path.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  if (/^(?:additional|unevaluated)Properties$/.test(keyword))
    return `unknown parameter ${JSON.stringify(name)}`;
  return /Items$|^items$/.test(keyword) ? "must NOT have more items" : "must NOT be given";
}

function patternMessage({ error }: OutputUnit, { patterns }: SchemaCopy): string {
  const key = /"(pattern:.*)"\.$/s.exec(error)?.[1] ?? "";
  return `must match pattern "${patterns.get(key)?.source ?? ""}"`;
}

function messageOf({ keyword, error }: OutputUnit, expected: unknown): string {
  const count = typeof expected === "object" ? JSON.stringify(expected) : String(expected);
  switch (keyword) {
    case "required":
      return `missing required parameter ${JSON.stringify(quotedIn(error))}`;
    case "enum":
      return `not one of ${JSON.stringify(Array.isArray(expected) ? expected.slice(0, 12) : [])}`;
    case "const":
      return `not ${JSON.stringify(expected)}`;
    case "type":
      return `must be ${Array.isArray(expected) ? expected.join(",") : count}`;
    case "format":
      return `must match format "${count}"`;
    case "minimum":
      return `must be >= ${count}`;
    case "maximum":
      return `must be <= ${count}`;
    case "exclusiveMinimum":
      return `must be > ${count}`;
    case "exclusiveMaximum":
      return `must be < ${count}`;
    case "multipleOf":
      return `must be multiple of ${count}`;
    case "minLength":
      return `must NOT have fewer than ${count} characters`;
    case "maxLength":
      return `must NOT have more than ${count} characters`;
    case "minItems":
      return `must NOT have fewer than ${count} items`;
    case "maxItems":
      return `must NOT have more than ${count} items`;
    case "minProperties":
      return `must NOT have fewer than ${count} properties`;
    case "maxProperties":
      return `must NOT have more than ${count} properties`;
    case "uniqueItems":
      return "must NOT have duplicate items";
    case "contains":
    case "minContains":
      return "must contain a valid item";
    case "anyOf":
      return "must match a schema in anyOf";
    case "oneOf":
      return "must match exactly one schema in oneOf";
    case "not":
      return "must NOT be valid";
    case "false":
      return "boolean schema is false";
    default:
      return error;
  }
}

/** The name in `Instance does not have required property "…".` */
function quotedIn(error: string): string {
  return error.slice(error.indexOf('"') + 1, error.lastIndexOf('"'));
}

const pathOf = ({ instanceLocation }: OutputUnit): string => decode(instanceLocation.slice(1));

/** What the failed keyword says, found by the place that the validator names. */
function keywordValue(
  { keyword, keywordLocation }: OutputUnit,
  { schema }: SchemaCopy,
  lookup: Readonly<Record<string, Node | boolean>>,
): unknown {
  let node: unknown = schema;
  for (const step of keywordLocation.split("/").slice(1, -1)) {
    if (typeof node !== "object" || node === null) return undefined;
    const at = node as Node;
    node =
      step === "$ref"
        ? lookup[String(at.__absolute_ref__)]
        : at[decode(step).replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return typeof node === "object" && node !== null ? (node as Node)[keyword] : undefined;
}

function decode(text: string): string {
  try {
    return decodeURI(text).replaceAll("%23", "#");
  } catch {
    return text;
  }
}
