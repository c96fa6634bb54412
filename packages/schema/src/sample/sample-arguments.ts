import type { JsonValue } from "@gradable/contract";
import { type Random, randomFrom } from "../random.js";
import { checkSchema } from "../validate/schema-check.js";
import { flatSchema, isObject, mergeSchemas, type RawSchema } from "./flat-schema.js";
import { arrayOf, isNested, NoValue } from "./sample-array.js";
import { sampleNumber } from "./sample-number.js";
import { sampleString } from "./sample-string.js";

/** What arguments are made for. */
export interface SampleOptions {
  /** The same seed gives the same values for the same schema. */
  readonly seed: string;
  /** Optional parameters of the tool to give beside the required ones, by name; unknown names are ignored. */
  readonly optional?: readonly string[];
  /** What the tool is about ("invoice"): its letters begin ids that have no noun of their own. */
  readonly subject?: string;
}

/** Arguments that the schema accepts, or why none were found. */
export type Sample = { readonly arguments: { [key: string]: JsonValue } } | { readonly problem: string };

/** Draws of one set of arguments before the schema is given up. */
const ATTEMPTS = 24;
const MAX_DEPTH = 12;

/**
 * Arguments for a tool as a person's request would hold them: every required parameter, and the `optional` ones. Values follow
 * examples, allowed values, formats, patterns and bounds of the declaration, else the parameter's name. Never arguments that the schema refuses.
 */
export function sampleArguments(inputSchema: JsonValue | undefined, options: SampleOptions): Sample {
  const schema = inputSchema ?? {};
  const added = new Map<string, Set<string>>([["", new Set(options.optional ?? [])]]);
  let problem = "no value was found that it accepts";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = randomFrom(`${options.seed}\0${attempt}`);
    const maker = new Maker(schema, random, attempt, options.subject ?? "", added);
    try {
      const made = maker.value(schema, "", "", 0, true);
      if (!isObject(made)) return { problem: "the schema accepts no object" };
      const check = checkSchema(schema, made);
      if ("unusable" in check) return { problem: check.unusable };
      const first = check.violations[0];
      if (first === undefined) return { arguments: made };
      problem = `${first.path === "" ? "arguments" : first.path}: ${first.message}`;
      for (const { keyword, path, message } of check.violations) addMissing(added, keyword, path, message);
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      problem = error.message;
    }
  }
  return { problem };
}

/** A member that a condition asks for is given at the next attempt. */
function addMissing(added: Map<string, Set<string>>, keyword: string, path: string, message: string): void {
  const name =
    keyword === "required"
      ? /^missing required parameter (".*")$/s.exec(message)?.[1]
      : /does not have (".*")\.$/s.exec(message)?.[1];
  if (name === undefined) return;
  const names = added.get(path) ?? new Set();
  names.add(keyword === "required" ? (JSON.parse(name) as string) : name.slice(1, -1));
  added.set(path, names);
}

class Maker {
  constructor(
    private readonly root: JsonValue,
    private readonly random: Random,
    private readonly attempt: number,
    private readonly subject: string,
    private readonly added: ReadonlyMap<string, ReadonlySet<string>>,
  ) {}

  /** A value for a node. `asObject` where only an object will do. */
  value(
    declared: JsonValue | undefined,
    name: string,
    path: string,
    depth: number,
    asObject = false,
  ): JsonValue {
    const place = path === "" ? "arguments" : path;
    const schema = flatSchema(declared, this.root, (options) => this.choose(options, asObject));
    if (schema === undefined) throw new NoValue(`${place}: the schema accepts no value`);
    if (depth > MAX_DEPTH) throw new NoValue(`${place}: nested deeper than ${MAX_DEPTH} levels`);
    const given = asObject ? undefined : this.given(schema);
    if (given !== undefined) return given;
    switch (asObject ? "object" : typeOf(schema)) {
      case "integer":
      case "number":
        return (
          sampleNumber(name, schema, this.random, this.attempt) ?? noValue(place, "number between its bounds")
        );
      case "boolean":
        return this.attempt < 4 || this.random.chance(0.5);
      case "null":
        return null;
      case "array":
        return arrayOf(schema, this.attempt, (node, index) =>
          this.value(node, singular(name), `${path}/${index}`, depth + 1),
        );
      case "object":
        return this.object(schema, path, depth);
      default:
        return (
          sampleString(name, schema, this.random, this.attempt, this.subject) ??
          noValue(place, patternReason(schema))
        );
    }
  }

  /** The first alternative that is not null at first, any later. */
  private choose(options: readonly RawSchema[], asObject: boolean): RawSchema {
    const fitting = options.filter((option) => option.const !== null && option.type !== "null");
    const objects = asObject ? fitting.filter((option) => (option.type ?? "object") === "object") : fitting;
    const best = objects.length > 0 ? objects : options;
    return this.attempt === 0 ? (best[0] as RawSchema) : this.random.pick(best);
  }

  /** A constant, one of the allowed values, an example, or a default that says something. */
  private given(schema: RawSchema): JsonValue | undefined {
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) {
      const types = schema.enum.filter((value) => fitsType(value, schema) && value !== null && value !== "");
      const sayable = types.filter(isSayable);
      const choices = sayable.length > 0 ? sayable : types.length > 0 ? types : schema.enum;
      return choices.length > 0 ? this.random.pick(choices.slice(0, 200)) : undefined;
    }
    if (this.attempt > 6) return undefined;
    const examples = (Array.isArray(schema.examples) ? schema.examples : [schema.example])
      .slice(0, 20)
      .filter((value) => value !== undefined)
      .filter((value) => isSayable(value) && fitsType(value, schema));
    if (examples.length > 0) return this.random.pick(examples);
    const { default: usual } = schema;
    return usual !== undefined && typeof usual !== "boolean" && isSayable(usual) && fitsType(usual, schema)
      ? usual
      : undefined;
  }

  private object(declared: RawSchema, path: string, depth: number): JsonValue {
    let schema = declared;
    let made = this.members(schema, path, depth);
    // A condition is decided by what was made, and its consequence may ask for more.
    const condition = schema.if;
    if (condition !== undefined) {
      const holds = this.holds(condition, made);
      const consequence = flatSchema(holds ? schema.then : schema.else, this.root, (options) =>
        this.choose(options, true),
      );
      if (consequence !== undefined && Object.keys(consequence).length > 0) {
        schema = mergeSchemas(schema, consequence);
        made = { ...this.members(schema, path, depth), ...(holds ? keep(made, condition) : {}) };
      }
    }
    return made;
  }

  private holds(condition: JsonValue, value: JsonValue): boolean {
    const definitions = isObject(this.root)
      ? { $defs: this.root.$defs, definitions: this.root.definitions }
      : {};
    const check = checkSchema(JSON.parse(JSON.stringify({ ...definitions, allOf: [condition] })), value);
    return "violations" in check && check.violations.length === 0;
  }

  private members(schema: RawSchema, path: string, depth: number): { [key: string]: JsonValue } {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const names = this.chosen(schema, properties, path);
    const made: [string, JsonValue][] = names.map((name) => [
      name,
      this.value(
        Object.hasOwn(properties, name) ? properties[name] : otherMember(schema, name),
        name,
        `${path}/${name}`,
        depth + 1,
      ),
    ]);
    const wanted = typeof schema.minProperties === "number" ? schema.minProperties : 0;
    // What accepts any member is a map: of the arguments themselves only what must be there, deeper two entries.
    const isMap =
      path !== "" && Object.keys(properties).length === 0 && schema.additionalProperties !== false;
    const entries = isMap && names.length === 0 ? Math.max(2, wanted) : wanted;
    const most = typeof schema.maxProperties === "number" ? schema.maxProperties : 20;
    for (const key of this.mapKeys(schema)) {
      if (made.length >= Math.min(entries, most)) break;
      if (!made.some(([name]) => name === key))
        made.push([key, this.value(otherMember(schema, key), key, `${path}/${key}`, depth + 1)]);
    }
    // A parameter may be called __proto__.
    return Object.fromEntries(made);
  }

  private chosen(schema: RawSchema, properties: RawSchema, path: string): string[] {
    const names = new Set(
      (Array.isArray(schema.required) ? schema.required : []).filter((name) => typeof name === "string"),
    );
    for (const name of this.added.get(path) ?? [])
      if (path !== "" || Object.hasOwn(properties, name) || names.has(name)) names.add(name);
    if (path !== "" && names.size === 0) for (const name of tellingMembers(properties)) names.add(name);
    for (const table of [schema.dependentRequired, schema.dependencies]) {
      if (!isObject(table)) continue;
      for (const name of names)
        if (Object.hasOwn(table, name) && Array.isArray(table[name]))
          for (const other of table[name]) if (typeof other === "string") names.add(other);
    }
    const declared = Object.keys(properties);
    return [...names].sort((a, b) => order(declared, a) - order(declared, b));
  }

  private mapKeys(schema: RawSchema): string[] {
    const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
    const names = isObject(schema.propertyNames) ? schema.propertyNames : undefined;
    const constraint: RawSchema | undefined = patterns[0] === undefined ? names : { pattern: patterns[0] };
    if (constraint === undefined) return ["north", "south", "east", "west", "centre"];
    if (Array.isArray(constraint.enum)) return constraint.enum.filter((key) => typeof key === "string");
    return Array.from(
      { length: 6 },
      () => sampleString("key", constraint, this.random, this.attempt, "") ?? "",
    ).filter((key, index, keys) => key !== "" && keys.indexOf(key) === index);
  }
}

/** The schema of a member that is not declared by name. */
function otherMember(schema: RawSchema, name: string): JsonValue | undefined {
  if (isObject(schema.patternProperties)) {
    for (const [pattern, node] of Object.entries(schema.patternProperties)) {
      const check = checkSchema({ patternProperties: { [pattern]: false } }, { [name]: 0 });
      if ("violations" in check && check.violations.length > 0) return node;
    }
  }
  const rest = schema.additionalProperties;
  return isObject(rest) && Object.keys(rest).length > 0 ? rest : { type: "string" };
}

/** The members that a condition looks at, as they were when it held. */
function keep(made: { [key: string]: JsonValue }, condition: JsonValue): { [key: string]: JsonValue } {
  const names =
    isObject(condition) && isObject(condition.properties) ? Object.keys(condition.properties) : [];
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(made, name)).map((name) => [name, made[name] as JsonValue]),
  );
}

/** Of an object that requires nothing, the two members that a person would give. */
function tellingMembers(properties: RawSchema): readonly string[] {
  const all = Object.keys(properties);
  const plain = all.filter((name) => !isNested(properties[name]));
  const names = plain.length > 0 ? plain : all;
  const telling = names.filter((name) =>
    /name|title|subject|content|body|description|text|status/i.test(name),
  );
  const others = names.filter(
    (name) => !telling.includes(name) && !/id$|created|modified|etag|@/i.test(name),
  );
  return [...telling, ...others, ...names].slice(0, 2);
}

function typeOf(schema: RawSchema): string {
  const types = [schema.type].flat().filter((type) => typeof type === "string");
  const declared = types.find((type) => type !== "null") ?? types[0];
  if (declared !== undefined) return declared;
  if (isObject(schema.properties) || schema.required !== undefined || isObject(schema.additionalProperties))
    return "object";
  if (schema.items !== undefined || schema.prefixItems !== undefined) return "array";
  if (
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].some(
      (key) => schema[key] !== undefined,
    )
  )
    return "number";
  return "string";
}

function fitsType(value: JsonValue, schema: RawSchema): boolean {
  const types = [schema.type].flat().filter((type) => typeof type === "string");
  const actual = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return (
    types.length === 0 || types.includes(actual) || (types.includes("integer") && Number.isInteger(value))
  );
}

/** Whether a value of the declaration can stand in a sentence. */
function isSayable(value: JsonValue): boolean {
  if (Array.isArray(value))
    return (
      value.length > 0 &&
      value.length <= 5 &&
      value.every((entry) => !Array.isArray(entry) && isSayable(entry))
    );
  if (typeof value === "number") return true;
  return (
    typeof value === "string" &&
    value.trim() === value &&
    value !== "" &&
    value.length <= 80 &&
    !/["“”`\p{C}]/u.test(value)
  );
}

function patternReason(schema: RawSchema): string {
  if (typeof schema.pattern === "string")
    return `text that matches ${JSON.stringify(schema.pattern.slice(0, 80))}`;
  return typeof schema.format === "string"
    ? `text in the format ${JSON.stringify(schema.format)}`
    : "text of the right length";
}

function noValue(place: string, what: string): never {
  throw new NoValue(`${place}: no ${what} was found`);
}

const order = (names: readonly string[], name: string) =>
  names.includes(name) ? names.indexOf(name) : names.length;

/** The name of one of several: tags → tag. */
function singular(name: string): string {
  return name.length > 3 && /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
