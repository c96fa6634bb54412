import { format as FORMATS } from "@cfworker/json-schema";
import { compilePattern, type Pattern } from "./pattern.js";

/** A schema that cannot be checked against; the message says why. */
export class UnusableSchemaError extends Error {
  override readonly name = "UnusableSchemaError";
}

/** The dialects that are told apart. */
export type Dialect = "7" | "2019-09" | "2020-12";

/** What a copy is made for. */
export interface CopyOptions {
  readonly dialect: Dialect;
  /** Whether `format` constrains; an annotation otherwise. */
  readonly formats: boolean;
  /** Every property name of the value that will be checked, for `patternProperties`. */
  readonly names: readonly string[];
}

/** A schema as the validator may have it, the patterns it refers to by format name, and whether it holds for the given names only. */
export interface SchemaCopy {
  readonly schema: Node | boolean;
  readonly patterns: ReadonlyMap<string, Pattern>;
  readonly dependsOnNames: boolean;
}

export type Node = Record<string, unknown>;

const SCHEMAS = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const SCHEMA_LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SCHEMA_MAPS = new Set(["$defs", "definitions", "dependentSchemas", "properties"]);
const NUMBERS = new Set([
  "maxContains",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minContains",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
]);
/** Values, never schemas, whatever they look like. */
const DATA = new Set(["default", "example", "examples", "$vocabulary"]);
const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
/** Keywords that draft-07 does not know. */
const LATER = new Set([
  "dependentRequired",
  "dependentSchemas",
  "maxContains",
  "minContains",
  "prefixItems",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Formats begin so that stand for a pattern; no server can spell one, since formats are looked up among the known. */
export const PATTERN_FORMAT = "pattern:";

/**
 * A copy of a schema that is safe to hand to an interpreting validator: only keywords that constrain, each of the shape its dialect asks for, and no
 * pattern left for the host's regular expressions. A `pattern` becomes a format of ours; the patterns of `patternProperties`
 * are run on the given names and become alternations of those that matched.
 *
 * @throws {UnusableSchemaError} for a keyword of the wrong shape or a pattern that is none
 */
export function copySchema(schema: unknown, options: CopyOptions): SchemaCopy {
  const copier = new Copier(options);
  return { schema: copier.schema(schema), patterns: copier.patterns, dependsOnNames: copier.dependsOnNames };
}

class Copier {
  readonly patterns = new Map<string, Pattern>();
  dependsOnNames = false;
  constructor(private readonly options: CopyOptions) {}

  schema(schema: unknown): Node | boolean {
    if (typeof schema === "boolean") return schema;
    if (!isObject(schema))
      throw new UnusableSchemaError("a schema inside it is neither an object nor a boolean");
    const copy: Node = {};
    const alsoAll: unknown[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (this.options.dialect === "7" && LATER.has(keyword)) continue;
      const copied = this.keyword(keyword, value, schema, alsoAll);
      if (copied !== undefined) copy[keyword] = copied;
    }
    reference(schema, copy);
    if (alsoAll.length > 0) copy.allOf = [...((copy.allOf as unknown[] | undefined) ?? []), ...alsoAll];
    return copy;
  }

  private keyword(keyword: string, value: unknown, schema: Node, alsoAll: unknown[]): unknown {
    if (SCHEMAS.has(keyword)) return this.schema(value);
    if (SCHEMA_LISTS.has(keyword)) return array(keyword, value).map((entry) => this.schema(entry));
    if (SCHEMA_MAPS.has(keyword)) return this.map(keyword, value, (entry) => this.schema(entry));
    if (NUMBERS.has(keyword)) return bound(keyword, value, schema);
    switch (keyword) {
      case "$id":
      case "$anchor":
      case "$ref":
        return typeof value === "string" ? value : wrongShape(keyword);
      case "exclusiveMaximum":
      case "exclusiveMinimum":
        return exclusive(keyword, value, schema);
      case "type":
        return types(value, schema.nullable === true);
      case "const":
        return value;
      case "enum":
        return array(keyword, value);
      case "required":
        return strings(keyword, value);
      case "uniqueItems":
        return typeof value === "boolean" ? value : wrongShape(keyword);
      case "items":
        return Array.isArray(value) ? value.map((entry) => this.schema(entry)) : this.schema(value);
      case "dependentRequired":
        return this.map(keyword, value, (entry) => strings(keyword, entry));
      case "dependencies":
        return this.map(keyword, value, (entry) =>
          Array.isArray(entry) ? strings(keyword, entry) : this.schema(entry),
        );
      case "format":
        return this.format(value);
      case "pattern":
        alsoAll.push({ format: this.pattern(typeof value === "string" ? value : wrongShape(keyword)) });
        return undefined;
      case "patternProperties":
        return this.patternProperties(value);
      default:
        return this.unknown(keyword, value);
    }
  }

  /** A reference may point into a keyword that no dialect knows ("#/components/schemas/x"); what is no schema there constrains nothing. */
  private unknown(keyword: string, value: unknown): unknown {
    if (DATA.has(keyword) || keyword.startsWith("__") || !isObject(value)) return undefined;
    try {
      return this.schema(value);
    } catch (error) {
      if (error instanceof UnusableSchemaError) return undefined;
      throw error;
    }
  }

  private map(keyword: string, value: unknown, copyEntry: (entry: unknown) => unknown): Node {
    if (!isObject(value)) return wrongShape(keyword);
    const copy = Object.create(null) as Node;
    for (const [name, entry] of Object.entries(value)) copy[name] = copyEntry(entry);
    return copy;
  }

  private format(value: unknown): string | undefined {
    if (!this.options.formats || typeof value !== "string") return undefined;
    // The validator's own expression for this non-standard one backtracks without end.
    if (value === "url") return "uri";
    return Object.hasOwn(FORMATS, value) && !value.startsWith(PATTERN_FORMAT) ? value : undefined;
  }

  private pattern(source: string): string {
    const key = `${PATTERN_FORMAT}${source}`;
    this.patterns.set(key, this.compile(source));
    return key;
  }

  private compile(source: string): Pattern {
    const pattern = compilePattern(source);
    if (pattern === undefined)
      throw new UnusableSchemaError(`Invalid regular expression: ${JSON.stringify(source)}`);
    return pattern;
  }

  private patternProperties(value: unknown): Node {
    if (!isObject(value)) return wrongShape("patternProperties");
    this.dependsOnNames = true;
    const copy = Object.create(null) as Node;
    for (const [source, entry] of Object.entries(value)) {
      const pattern = this.compile(source);
      const matching = this.options.names.filter((name) => {
        const found = pattern.test(name);
        if (found === undefined) throw new UnusableSchemaError("a pattern of its property names runs away");
        return found;
      });
      const key = literally(matching);
      const schema = this.schema(entry);
      // Two patterns that match the same names become one key: both schemas apply to it.
      copy[key] = copy[key] === undefined ? schema : { allOf: [copy[key], schema] };
    }
    return copy;
  }
}

/** Within one document a dynamic reference is an ordinary one to its anchor. */
function reference(schema: Node, copy: Node): void {
  if (typeof schema.$dynamicAnchor === "string" && copy.$anchor === undefined)
    copy.$anchor = schema.$dynamicAnchor;
  const dynamic = schema.$dynamicRef ?? schema.$recursiveRef;
  if (typeof dynamic !== "string") return;
  if (copy.$ref === undefined) copy.$ref = dynamic;
  else copy.allOf = [...((copy.allOf as unknown[] | undefined) ?? []), { $ref: dynamic }];
}

function bound(keyword: string, value: unknown, schema: Node): unknown {
  if (typeof value !== "number") return wrongShape(keyword);
  // Draft-04: `{minimum: 1, exclusiveMinimum: true}`.
  const turned = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" }[keyword];
  return turned !== undefined && schema[turned] === true ? undefined : value;
}

function exclusive(keyword: string, value: unknown, schema: Node): unknown {
  if (typeof value === "number") return value;
  if (typeof value !== "boolean") return wrongShape(keyword);
  const inclusive = keyword === "exclusiveMinimum" ? schema.minimum : schema.maximum;
  return value && typeof inclusive === "number" ? inclusive : undefined;
}

function types(value: unknown, nullable: boolean): unknown {
  const names = Array.isArray(value) ? value : [value];
  if (names.length === 0 || !names.every((name) => TYPES.has(name as string))) return wrongShape("type");
  return nullable ? [...names, "null"] : value;
}

function literally(texts: readonly string[]): string {
  if (texts.length === 0) return "(?!)";
  return `^(?:${texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})$`;
}

function isObject(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function array(keyword: string, value: unknown): unknown[] {
  return Array.isArray(value) ? value : wrongShape(keyword);
}

function strings(keyword: string, value: unknown): string[] {
  const entries = array(keyword, value);
  return entries.every((entry) => typeof entry === "string") ? (entries as string[]) : wrongShape(keyword);
}

function wrongShape(keyword: string): never {
  throw new UnusableSchemaError(`its "${keyword}" does not have the shape the dialect asks for`);
}
