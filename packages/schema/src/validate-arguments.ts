import { createRequire } from "node:module";
import { type JsonValue, plainText, type SurfaceTool } from "@gradable/contract";
import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import { linearRegExp } from "./linear-regexp.js";
import { prepareSchema } from "./prepare-schema.js";

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
 * than can be checked. A tool without an input schema accepts any object. The compiled check is kept per schema object, which a tool shares with its rewritten self.
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
  const check = checkOf(tool.inputSchema);
  if (typeof check === "string") return failed([check]);
  if (check === null) return { wellFormed: true, violations: [] };
  try {
    if (check(args)) return { wellFormed: true, violations: [] };
    return failed((check.errors ?? []).map(violationText));
  } catch (error) {
    // A schema that refers to itself without consuming anything overflows the stack here.
    return failed([unusable(error)]);
  }
}

/** Loads the validator of the dialect that most schemas are in. The first {@link validateArguments} does so otherwise. */
export function loadValidator(): void {
  validatorOf("2020-12");
}

/** A compiled check; `null` where anything fits; a text where the schema cannot be used. */
type Check = ValidateFunction | string | null;
const checks = new WeakMap<object, Check>();

function checkOf(schema: SurfaceTool["inputSchema"]): Check {
  if (schema === undefined) return null;
  if (typeof schema !== "object" || schema === null) return compile(schema);
  let check = checks.get(schema);
  if (check === undefined) {
    check = compile(schema);
    checks.set(schema, check);
  }
  return check;
}

function failed(violations: readonly string[]): ArgumentCheck {
  const texts = [...new Set(violations.map((text) => plainText(text, { maxChars: 200 })))];
  return { wellFormed: false, violations: texts.slice(0, MAX_VIOLATIONS) };
}

function compile(schema: JsonValue): Check {
  try {
    const prepared = prepareSchema(schema);
    if ("problem" in prepared) return prepared.problem;
    const validator = validatorOf(prepared.dialect);
    validator.compiled++;
    const { ajv } = validator;
    const validate = ajv.compile(prepared.schema);
    // Compiled schemas are kept with the schema, not in ajv: thousands of tools pass through one instance.
    if (typeof prepared.schema === "object") ajv.removeSchema(prepared.schema);
    return validate;
  } catch (error) {
    return unusable(error);
  }
}

function unusable(error: unknown): string {
  if (error instanceof RangeError)
    return "the input schema cannot be checked: it refers to itself without end";
  const reason = error instanceof Error ? error.message : String(error);
  return `the input schema cannot be used: ${reason}`;
}

const require = createRequire(import.meta.url);
/**
 * Schemas compiled by one instance of ajv: its scope keeps the names and the source of everything it ever compiled, some 10 KB a tool,
 * also after `removeSchema`. A new instance takes some tens of milliseconds.
 */
const MAX_COMPILED = 500;
const validators = new Map<string, Validator>();

interface Validator {
  readonly ajv: Ajv;
  compiled: number;
}

function validatorOf(dialect: "draft-07" | "2019-09" | "2020-12"): Validator {
  let validator = validators.get(dialect);
  if (validator === undefined || validator.compiled >= MAX_COMPILED) {
    const options: Options = {
      // Unknown keywords and formats are allowed by JSON Schema; only what constrains a value is checked.
      strict: false,
      logger: false,
      allErrors: true,
      // `constructor` and `__proto__` are ordinary parameter names.
      ownProperties: true,
      // Two tools may declare the same $id; inlining would let nested references grow exponentially.
      addUsedSchema: false,
      inlineRefs: false,
      // A schema is compiled once and used a few times: optimising its code costs more than it saves.
      code: { regExp: linearRegExp, optimize: false },
    };
    // Required rather than imported: ajv and its meta-schemas load only when the first call is checked.
    const module = require(MODULES[dialect]) as { default: new (options: Options) => Ajv };
    const ajv = new module.default(options);
    const formats = require("ajv-formats") as { default: (ajv: Ajv) => Ajv };
    formats.default(ajv);
    if (dialect === "draft-07") ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
    validator = { ajv, compiled: 0 };
    validators.set(dialect, validator);
  }
  return validator;
}

const MODULES = { "draft-07": "ajv", "2019-09": "ajv/dist/2019.js", "2020-12": "ajv/dist/2020.js" } as const;

function violationText(error: ErrorObject): string {
  const place = error.instancePath === "" ? "arguments" : error.instancePath;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "required":
      return `${place}: missing required parameter ${JSON.stringify(params.missingProperty)}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `${place}: unknown parameter ${JSON.stringify(params.additionalProperty ?? params.unevaluatedProperty)}`;
    case "enum":
      return `${place}: not one of ${JSON.stringify((params.allowedValues as unknown[]).slice(0, 12))}`;
    case "const":
      return `${place}: not ${JSON.stringify(params.allowedValue)}`;
    default:
      return `${place}: ${error.message ?? error.keyword}`;
  }
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
