import type { JsonValue } from "@gradable/contract";

type JsonObject = { readonly [key: string]: JsonValue };

/** One declared parameter, its `$ref` followed. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  /** The parameter's own description, trimmed; empty when there is none. */
  readonly description: string;
  /** The schema as declared, local references followed; an empty object when it is not an object. */
  readonly schema: JsonObject;
  /** Declared types ("string", "array", …); empty when the schema does not say. */
  readonly types: readonly string[];
}

/**
 * What an input schema says about parameters. `declared`: some; `none`: an explicit empty `properties`; `absent`: no
 * `properties` at all; `unreadable`: not an object, or a composition we do not take apart (nothing may be concluded).
 */
export interface Parameters {
  readonly state: "declared" | "none" | "absent" | "unreadable";
  readonly list: readonly Parameter[];
}

/** Most parameters read of one tool, and most references followed for one of them. */
const MAX_PARAMETERS = 300;
const MAX_REFERENCES = 8;

/** Reads the parameters an input schema declares, required ones in the order of `required`, then the others as declared. */
export function parametersOf(inputSchema: JsonValue | undefined): Parameters {
  if (inputSchema === undefined) return { state: "absent", list: [] };
  if (!isObject(inputSchema)) return { state: "unreadable", list: [] };
  const root = inputSchema;
  const schema = resolved(root, root);
  const properties = schema.properties;
  if (properties === undefined) {
    const composed = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties"].some(
      (key) => key in schema,
    );
    const free = isObject(schema.additionalProperties);
    return { state: composed || free ? "unreadable" : "absent", list: [] };
  }
  if (!isObject(properties)) return { state: "unreadable", list: [] };
  const requiredNames = Array.isArray(schema.required)
    ? schema.required.filter(
        (name): name is string => typeof name === "string" && Object.hasOwn(properties, name),
      )
    : [];
  const required = new Set(requiredNames);
  const names = [...required, ...Object.keys(properties).filter((name) => !required.has(name))];
  const list = names.slice(0, MAX_PARAMETERS).map((name): Parameter => {
    const declared = properties[name];
    const own = isObject(declared) ? declared : {};
    const target = resolved(own, root);
    const description = [own.description, target.description].find(
      (text): text is string => typeof text === "string" && text.trim() !== "",
    );
    return {
      name,
      required: required.has(name),
      description: description?.trim() ?? "",
      schema: target,
      types: typesOf(target, root),
    };
  });
  return { state: list.length > 0 ? "declared" : "none", list };
}

/** The schemas one level below: members of an object, items of an array, branches of a composition. */
export function childSchemas(schema: JsonObject): JsonObject[] {
  const found: JsonValue[] = [];
  if (isObject(schema.properties)) found.push(...Object.values(schema.properties));
  if (isObject(schema.additionalProperties)) found.push(schema.additionalProperties);
  const items = schema.items;
  if (Array.isArray(items)) found.push(...items);
  else if (items !== undefined) found.push(items);
  for (const key of ["prefixItems", "anyOf", "oneOf", "allOf"]) {
    const branches = schema[key];
    if (Array.isArray(branches)) found.push(...branches);
  }
  return found.filter(isObject);
}

/** Whether a schema is an object of which no member is declared, or a list of such objects. */
export function isOpen(schema: JsonObject): boolean {
  const properties = schema.properties;
  if (isObject(properties) && Object.keys(properties).length > 0) return false;
  if (["anyOf", "oneOf", "allOf", "$ref", "enum", "const"].some((key) => key in schema)) return false;
  if (schema.type === "object") {
    const more = schema.additionalProperties;
    return !(isObject(more) && Object.keys(more).length > 0);
  }
  const items = schema.items;
  return schema.type === "array" && isObject(items) && items.type === "object" && isOpen(items);
}

/** Whether `value` is a JSON object. */
export function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows `#/…` references inside the document; anything else stays as it is. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  for (let step = 0; step < MAX_REFERENCES; step++) {
    const reference = current.$ref;
    if (typeof reference !== "string" || !reference.startsWith("#/")) return current;
    let target: JsonValue | undefined = root;
    for (const key of reference.slice(2).split("/").slice(0, 16)) {
      const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(target)) target = target[Number(name)];
      else target = isObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
    }
    if (!isObject(target) || target === current) return current;
    current = target;
  }
  return current;
}

function typesOf(schema: JsonObject, root: JsonObject): string[] {
  const type = schema.type;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((one): one is string => typeof one === "string");
  for (const key of ["anyOf", "oneOf"]) {
    const branches = schema[key];
    if (Array.isArray(branches)) {
      return [
        ...new Set(
          branches
            .filter(isObject)
            .slice(0, 16)
            .flatMap((branch) => {
              const inner = resolved(branch, root).type;
              return typeof inner === "string" ? [inner] : [];
            }),
        ),
      ];
    }
  }
  return "properties" in schema ? ["object"] : "items" in schema ? ["array"] : [];
}
