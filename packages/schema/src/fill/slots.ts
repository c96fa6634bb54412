import type { JsonValue } from "@gradable/contract";
import { flatSchema, isObject, type RawSchema } from "../sample/flat-schema.js";
import { leadOf } from "../say/connectives.js";
import { checkSchema } from "../validate/schema-check.js";
import { nameWords } from "../words.js";

/** One place of the arguments that takes a value in one piece: a scalar, a list, a map, or a nested value said as JSON. */
export interface Slot {
  /** Steps from the arguments to the place; "0" is the first item of an array of objects. */
  readonly path: readonly string[];
  readonly schema: RawSchema;
  readonly kind: "scalar" | "list" | "map" | "nested" | "flag" | "null";
  /** Whether arguments without it can't be valid: it and everything around it is required. */
  readonly required: boolean;
  /** The same of the object that it stands in. */
  readonly insideRequired: boolean;
  /** Words that name it, the longest way first: with its parent's name, and alone. */
  readonly labels: readonly (readonly string[])[];
  readonly lead: string | undefined;
  /** Whether a value stands well there, as far as its own schema says. */
  fits(value: JsonValue): boolean;
}

const MAX_SLOTS = 250;
const MAX_DEPTH = 6;

const known = new WeakMap<object, Map<number, readonly Slot[]>>();

/**
 * The places of a schema, those of outer objects first; of alternatives the `variant`-th that is not null, or the last. Remembered with the schema
 * object.
 */
export function slotsOf(root: JsonValue, variant: number): readonly Slot[] {
  if (!isObject(root)) return [];
  const variants = known.get(root) ?? new Map<number, readonly Slot[]>();
  known.set(root, variants);
  let slots = variants.get(variant);
  if (slots === undefined) {
    slots = new SlotReader(root, variant).read();
    variants.set(variant, slots);
  }
  return slots;
}

interface Level {
  readonly declared: JsonValue | undefined;
  readonly path: readonly string[];
  readonly required: boolean;
}

class SlotReader {
  private readonly slots: Slot[] = [];
  private readonly levels: Level[] = [];
  private readonly definitions: RawSchema;
  constructor(
    private readonly root: JsonValue,
    private readonly variant: number,
  ) {
    this.definitions = isObject(root)
      ? Object.fromEntries(
          ["$schema", "$defs", "definitions", "components"].flatMap((key) =>
            root[key] === undefined ? [] : [[key, root[key]]],
          ),
        )
      : {};
  }

  /** Level by level, so that a large body does not hide the parameter behind it. */
  read(): readonly Slot[] {
    this.levels.push({ declared: this.root, path: [], required: true });
    for (let level = this.levels.shift(); level !== undefined; level = this.levels.shift())
      this.members(level);
    return this.slots;
  }

  private members({ declared, path, required }: Level): void {
    const schema = this.flat(declared);
    const properties = isObject(schema.properties) ? schema.properties : {};
    const needed = new Set(Array.isArray(schema.required) ? schema.required : []);
    const undeclared = [...needed].filter(
      (name) => typeof name === "string" && !Object.hasOwn(properties, name),
    ) as string[];
    for (const name of [...Object.keys(properties), ...undeclared]) {
      if (this.slots.length >= MAX_SLOTS) return;
      const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
      this.member(node, [...path, name], required && needed.has(name), required);
    }
  }

  private member(
    declared: JsonValue | undefined,
    path: readonly string[],
    required: boolean,
    insideRequired: boolean,
  ): void {
    const schema = this.flat(declared);
    const kind = kindOf(schema);
    this.add(declared, schema, { path, required, insideRequired, kind });
    if (kind !== "nested" || path.length > MAX_DEPTH) return;
    // Said as JSON, or member by member.
    const item = isObject(schema.items) ? this.flat(schema.items) : undefined;
    if (item !== undefined && isObject(item.properties)) {
      this.levels.push({ declared: schema.items, path: [...path, "0"], required });
    } else if (isObject(schema.properties)) {
      this.levels.push({ declared: schema, path, required });
    }
  }

  private add(
    declared: JsonValue | undefined,
    schema: RawSchema,
    place: Pick<Slot, "path" | "required" | "insideRequired" | "kind">,
  ): void {
    const { path } = place;
    const check = { ...this.definitions, allOf: [declared ?? true] };
    const names = path.filter((step) => step !== "0");
    const own = nameWords(names.at(-1) ?? "");
    const around = nameWords(names.at(-2) ?? "");
    this.slots.push({
      ...place,
      schema,
      labels: around.length > 0 ? [[...around, ...own], own] : [own],
      lead: leadOf(names.at(-1) ?? ""),
      fits: (value) => {
        const result = checkSchema(check, value);
        // A reference to elsewhere in the document cannot be followed here; the whole is checked in the end.
        return "unusable" in result || result.violations.length === 0;
      },
    });
  }

  private flat(declared: JsonValue | undefined): RawSchema {
    const choose = (options: readonly RawSchema[]) => {
      const fitting = options.filter((option) => option.type !== "null" && option.const !== null);
      const given = fitting.length > 0 ? fitting : options;
      return given[Math.min(this.variant, given.length - 1)] as RawSchema;
    };
    return flatSchema(declared, this.root, choose) ?? {};
  }
}

function kindOf(schema: RawSchema): Slot["kind"] {
  const types = [schema.type].flat();
  const type = types.find((entry) => typeof entry === "string" && entry !== "null") ?? types[0];
  if (type === "null" && types.length === 1) return "null";
  if (schema.enum !== undefined || schema.const !== undefined) return "scalar";
  if (type === "boolean") return "flag";
  if (
    type === "array" ||
    (type === undefined && (schema.items !== undefined || schema.prefixItems !== undefined))
  ) {
    const items = [schema.prefixItems, schema.items].flat().filter(isObject);
    return items.some(
      (item) =>
        item.type === "object" ||
        item.type === "array" ||
        isObject(item.properties) ||
        item.$ref !== undefined ||
        item.anyOf !== undefined ||
        item.oneOf !== undefined,
    )
      ? "nested"
      : "list";
  }
  if (type === "object" || isObject(schema.properties) || isObject(schema.additionalProperties)) {
    return isObject(schema.properties) && Object.keys(schema.properties).length > 0 ? "nested" : "map";
  }
  return "scalar";
}
