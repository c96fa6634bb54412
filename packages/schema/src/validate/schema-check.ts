import { dereference, format as FORMATS, type OutputUnit, validate } from "@cfworker/json-schema";
import type { JsonValue } from "@gradable/contract";
import { expansionProblem, sizeProblem } from "./expansion.js";
import { copySchema, type Dialect, type Node, type SchemaCopy, UnusableSchemaError } from "./schema-copy.js";
import { type SchemaViolation, violationsOf } from "./violation.js";

/** Whether a value fits a schema: where it does not, or why the schema cannot say. */
export type SchemaCheck = { readonly violations: readonly SchemaViolation[] } | { readonly unusable: string };

/** References one check may follow before the schema counts as hostile: real ones need a few hundred. */
const MAX_REFERENCES = 100_000;

/**
 * Checks a value against a JSON Schema by interpreting it: no code is generated, no network touched, nothing thrown. Dialect by
 * `$schema` (draft-03/04/06/07 → draft-07, 2019-09; anything else is read as 2020-12). With `formats: false` a `format`
 * constrains nothing. What was read of a schema is remembered with the schema object.
 */
export function checkSchema(
  schema: unknown,
  value: unknown,
  { formats = true }: { readonly formats?: boolean } = {},
): SchemaCheck {
  try {
    const readers = formats ? withFormats : withoutFormats;
    let reader = typeof schema === "object" && schema !== null ? readers.get(schema) : undefined;
    if (reader === undefined) {
      reader = new SchemaReader(schema, formats);
      if (typeof schema === "object" && schema !== null) readers.set(schema, reader);
    }
    return { violations: reader.check(value) };
  } catch (error) {
    return { unusable: reasonOf(error) };
  }
}

const withFormats = new WeakMap<object, SchemaReader>();
const withoutFormats = new WeakMap<object, SchemaReader>();

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it refers to itself without end";
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] as string;
}

/** A schema read for checking; a copy that does not depend on a value's names is made once. */
class SchemaReader {
  private readonly dialect: Dialect;
  private readonly problem: string | undefined;
  private ready: ReadySchema | undefined;

  constructor(
    private readonly declared: unknown,
    private readonly formats: boolean,
  ) {
    this.dialect = dialectOf(declared);
    this.problem =
      sizeProblem(declared) ??
      (isObject(declared) ? expansionProblem(declared as { [key: string]: JsonValue }) : undefined);
  }

  check(value: unknown): readonly SchemaViolation[] {
    if (this.problem !== undefined) throw new UnusableSchemaError(this.problem);
    const ready = this.ready ?? this.read(value);
    return ready.copy.schema === true ? [] : ready.run(value, this.dialect);
  }

  private read(value: unknown): ReadySchema {
    const { dialect, formats, declared } = this;
    const copy = copySchema(declared, { dialect, formats, names: [] });
    if (copy.dependsOnNames) {
      return new ReadySchema(copySchema(declared, { dialect, formats, names: namesIn(value) }));
    }
    this.ready = new ReadySchema(copy);
    return this.ready;
  }
}

class ReadySchema {
  private readonly lookup: Record<string, Node | boolean>;

  constructor(readonly copy: SchemaCopy) {
    this.lookup = dereference(copy.schema as never) as Record<string, Node | boolean>;
    for (const node of Object.values(this.lookup)) {
      if (typeof node !== "object" || node.$ref === undefined) continue;
      if (this.lookup[String(node.__absolute_ref__)] === undefined)
        throw new UnusableSchemaError(`can't resolve reference ${String(node.$ref)}`);
    }
  }

  run(value: unknown, dialect: Dialect): readonly SchemaViolation[] {
    const { copy } = this;
    const table = FORMATS as Record<string, (text: string) => boolean>;
    // The validator has no hook for patterns but its table of formats; they stand there only for this call.
    for (const [key, pattern] of copy.patterns) table[key] = (text) => pattern.test(text) === true;
    try {
      const { valid, errors } = validate(
        value,
        copy.schema as never,
        dialect,
        budgeted(this.lookup) as never,
        false,
      );
      return valid ? [] : violationsOf(errors as OutputUnit[], copy, this.lookup);
    } finally {
      for (const key of copy.patterns.keys()) delete table[key];
    }
  }
}

function budgeted<Lookup extends object>(lookup: Lookup): Lookup {
  let followed = 0;
  return new Proxy(lookup, {
    get(target, key, receiver) {
      followed += 1;
      if (followed > MAX_REFERENCES) throw new UnusableSchemaError("its references multiply without end");
      return Reflect.get(target, key, receiver);
    },
  });
}

function dialectOf(schema: unknown): Dialect {
  const version = isObject(schema) && typeof schema.$schema === "string" ? schema.$schema : "";
  if (/draft-0[3467]\b/.test(version)) return "7";
  return /2019-09/.test(version) ? "2019-09" : "2020-12";
}

/** Every property name of a value, once each. */
function namesIn(value: unknown): string[] {
  const names = new Set<string>();
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== "object" || node === null) continue;
    for (const [name, entry] of Object.entries(node)) {
      if (!Array.isArray(node)) names.add(name);
      stack.push(entry);
    }
  }
  return [...names];
}

function isObject(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
