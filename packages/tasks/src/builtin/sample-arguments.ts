import { type JsonValue, plainText, type SurfaceTool } from "@gradable/contract";
import { wordsOf } from "@gradable/intent";
import {
  sampleArguments as fittingArguments,
  type Parameter,
  parametersOf,
  type Random,
  type SimpleSchema,
  sampleTexts,
  sayValue,
  validateArguments,
} from "@gradable/schema";

/** One value that a request has to say, with the names that lead to it (members of objects included). */
export interface SaidValue {
  readonly path: readonly string[];
  readonly value: JsonValue;
  readonly text: string;
  readonly quoted: boolean;
  readonly schema: SimpleSchema;
}

/** Arguments for a call and everything that the request must say for them to follow from it. */
export interface SampledArguments {
  readonly arguments: { [key: string]: JsonValue };
  readonly said: readonly SaidValue[];
  /** Why no arguments were found that the schema accepts; what stands beside it is not to be asked then. */
  readonly problem?: string;
}

/** Optional parameters a request may mention, at most. */
const MOST_OPTIONAL = 1;
/** Longest value taken from an example, a default or an enum of the server. */
const LONGEST_VALUE = 80;

/** Values for every required parameter of a tool, and for `optional` of the others that a person would name. */
export function sampleArguments(
  tool: SurfaceTool,
  random: Random,
  subject: string,
  optional: boolean,
  choice?: { readonly parameter: string; readonly value: string },
): SampledArguments {
  const parameters = parametersOf(tool);
  const chosen = new Set(parameters.filter(({ required }) => required));
  if (chosen.size === 0) {
    // A tool that needs nothing is still asked about something, where it can be told which.
    const telling = parameters.find(({ name, schema }) => schema.type === "string" && TELLING.test(name));
    if (telling !== undefined && random.chance(0.8)) chosen.add(telling);
  } else if (optional) {
    const worth = parameters.filter((parameter) => !parameter.required && worthSaying(parameter));
    for (let count = 0; count < MOST_OPTIONAL && worth.length > 0; count++) chosen.add(random.pick(worth));
  }
  const said: SaidValue[] = [];
  const values = fill([...chosen], [], said, random, subject);
  if (choice !== undefined) values[choice.parameter] = choice.value;
  if (validateArguments(tool, values).wellFormed) return { arguments: values, said };
  // What the simple form of a schema does not show (patterns, conditions, maps, tuples) is met by reading all of it.
  const sample = fittingArguments(tool.inputSchema, {
    seed: String(random.int(0, 2 ** 30)),
    optional: [...chosen].map(({ name }) => name),
    subject,
  });
  if ("problem" in sample) return { arguments: values, said, problem: sample.problem };
  const made = { ...sample.arguments, ...(choice === undefined ? {} : { [choice.parameter]: choice.value }) };
  const problem = choice === undefined ? undefined : validateArguments(tool, made).violations[0];
  return {
    arguments: made,
    said: saidIn(made, parameters, []),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The values that a request must say for these arguments to follow from it. */
function saidIn(
  values: { readonly [key: string]: JsonValue },
  parameters: readonly Parameter[],
  path: readonly string[],
): SaidValue[] {
  return parameters.flatMap(({ name, schema }) =>
    Object.hasOwn(values, name) ? saidOf(values[name] as JsonValue, schema, [...path, name]) : [],
  );
}

function saidOf(value: JsonValue, schema: SimpleSchema, path: readonly string[]): SaidValue[] {
  if (value === null) return [];
  if (Array.isArray(value) && !value.some(Array.isArray))
    return value.flatMap((item) => saidOf(item, schema.items ?? schema, path));
  if (typeof value === "object" && !Array.isArray(value)) {
    const declared = new Set(schema.members.map(({ name }) => name));
    // Members that the simple form does not know are said as they are.
    if (Object.keys(value).every((name) => declared.has(name))) return saidIn(value, schema.members, path);
  }
  const text = typeof value === "string" ? value : sayValue(value);
  return [{ path, value, text, quoted: typeof value === "string" && needsQuotes(value), schema }];
}

/** Parameters that say what or which, whether they are required or not. */
const TELLING =
  /^(?:query|q|search|search_?(?:term|text|query)|keywords?|term|city|city_?name|location|location_?name|place|address|url|path|file_?path|name|title|id|\w+_?id|symbol|slug|text|prompt|sql|question)$/i;

/** Optional parameters whose value can be said in passing: choices, numbers, dates, short texts. */
function worthSaying({ name, schema }: Parameter): boolean {
  if (schema.type === "integer" || schema.type === "number")
    return /^(?:limit|max_?results|days)$/i.test(name);
  if (schema.choices !== undefined) {
    return (
      /^(?:status|state|priority|language|unit|units|severity|category|mode|period|interval)$/i.test(name) &&
      schema.choices.some((choice) => typeof choice === "string" && /^[a-z]{3,20}$/i.test(choice))
    );
  }
  return (
    schema.type === "string" && /^(?:title|label|tag|branch|due_?date|city|country|assignee)$/i.test(name)
  );
}

function fill(
  parameters: readonly Parameter[],
  path: readonly string[],
  said: SaidValue[],
  random: Random,
  subject: string,
): { [key: string]: JsonValue } {
  return Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      valueFor(parameter.name, parameter.schema, [...path, parameter.name], said, random, subject),
    ]),
  );
}

function valueFor(
  name: string,
  schema: SimpleSchema,
  path: readonly string[],
  said: SaidValue[],
  random: Random,
  subject: string,
): JsonValue {
  const say = (value: JsonValue, text: string, quoted = needsQuotes(text)): JsonValue => {
    said.push({ path, value, text, quoted, schema });
    return value;
  };
  const given = givenValue(schema, random);
  if (given !== undefined) return say(given, typeof given === "string" ? given : JSON.stringify(given));
  switch (schema.type) {
    case "integer":
    case "number": {
      const value = numberFor(name, schema, random);
      return say(value, String(value));
    }
    case "boolean":
      return say(true, "on", false);
    case "null":
      return null;
    case "array":
      return arrayFor(name, schema, path, said, random, subject);
    case "object": {
      const required = schema.members.filter((member) => member.required);
      const members = required.length > 0 ? required : tellingMembers(schema.members);
      if (members.length > 0) return fill(members, path, said, random, subject);
      const value = { name: "Spring sale", status: "active" };
      return say(value, JSON.stringify(value), false);
    }
    default: {
      const text = textFor(name, schema, random, subject);
      return say(text, text);
    }
  }
}

/** Of an object that requires nothing, the two members that a person would give. */
function tellingMembers(members: readonly Parameter[]): readonly Parameter[] {
  const telling = members.filter(
    ({ name, schema }) =>
      schema.type === "string" && /name|title|subject|content|body|description|text|status/i.test(name),
  );
  const others = members.filter(
    (member) => !telling.includes(member) && !/id$|created|modified|etag|@/i.test(member.name),
  );
  return [...telling, ...others, ...members].slice(0, 2);
}

function arrayFor(
  name: string,
  schema: SimpleSchema,
  path: readonly string[],
  said: SaidValue[],
  random: Random,
  subject: string,
): JsonValue {
  const element = schema.items;
  const structured = element?.type === "object" || element?.type === "array";
  const wanted = structured ? 1 : 2;
  const length = Math.min(Math.max(wanted, schema.minItems), schema.maxItems ?? 10, 10);
  const choices = element?.choices;
  const values: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    if (choices !== undefined && index > 0) {
      const other = choices.find((choice) => !values.includes(choice));
      if (other === undefined) break;
      said.push({ path, value: other, text: String(other), quoted: false, schema: element as SimpleSchema });
      values.push(other);
      continue;
    }
    // A list of lists (a line of points) loses its brackets when its values are said one by one.
    const inside = element?.type === "array" ? [] : said;
    if (element !== undefined) values.push(valueFor(singular(name), element, path, inside, random, subject));
  }
  if (element?.type === "array")
    said.push({ path, value: values, text: sayValue(values), quoted: false, schema });
  return values;
}

/** A choice, an example or a telling default of the declaration, when it can stand in a request. */
function givenValue(schema: SimpleSchema, random: Random): JsonValue | undefined {
  if (schema.choices !== undefined) {
    const choices = schema.choices.filter(sayable);
    return choices.length > 0 ? random.pick(choices) : schema.choices[0];
  }
  const examples = schema.examples.filter((example) => sayable(example) && fitsType(example, schema));
  if (examples.length > 0) return random.pick(examples);
  if (
    schema.default !== undefined &&
    sayable(schema.default) &&
    fitsType(schema.default, schema) &&
    schema.default !== "" &&
    typeof schema.default !== "boolean"
  )
    return schema.default;
  return undefined;
}

function fitsType(value: JsonValue, schema: SimpleSchema): boolean {
  if (schema.type === undefined) return true;
  return schema.type === "integer" ? Number.isInteger(value) : typeof value === schema.type;
}

/** Whether a value of the server's can be typed in a sentence: short, one line, nothing that acts on a terminal. */
function sayable(value: JsonValue): boolean {
  if (typeof value === "number" || typeof value === "boolean") return true;
  return (
    typeof value === "string" &&
    value.trim() === value &&
    value !== "" &&
    value.length <= LONGEST_VALUE &&
    plainText(value) === value &&
    !/["“”`]/.test(value)
  );
}

function textFor(name: string, schema: SimpleSchema, random: Random, subject: string): string {
  const fits = constraintOf(schema);
  const mentioned = exampleIn(schema.description);
  let first: string | undefined;
  for (const candidate of withFirst(mentioned, sampleTexts(name, schema, random, subject))) {
    const fitted = fitLength(candidate, schema);
    first ??= fitted;
    if (fits === undefined || fits(fitted)) return fitted;
  }
  return first ?? "sample";
}

function* withFirst(text: string | undefined, others: Iterable<string>): Generator<string> {
  if (text !== undefined) yield text;
  yield* others;
}

/** Whether a text has the pattern and the format that a schema asks for; undefined where it asks for neither. */
function constraintOf({ pattern, format }: SimpleSchema): ((text: string) => boolean) | undefined {
  if (pattern === undefined && format === undefined) return undefined;
  const value = {
    type: "string",
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
  };
  const checked: SurfaceTool = { name: "value", inputSchema: { properties: { value } } };
  return (text) => validateArguments(checked, { value: text }).wellFormed;
}

/** "(e.g. 2026-01-31)", "such as 'main'": an example that a parameter's description gives. */
function exampleIn(description: string): string | undefined {
  const match =
    /(?:\be\.g\.,?|\bfor example,?:?|\bsuch as|\bexample:)\s*(?:"([^"\n]{2,60})"|'([^'\n]{2,60})'|`([^`\n]{2,60})`)/iu.exec(
      description.slice(0, 400),
    );
  const text = match?.[1] ?? match?.[2] ?? match?.[3];
  return text !== undefined && sayable(text) ? text : undefined;
}

function fitLength(text: string, schema: SimpleSchema): string {
  let fitted = text;
  while (fitted.length < schema.minLength && fitted.length < 400) fitted += ` ${text}`;
  return schema.maxLength !== undefined && fitted.length > schema.maxLength
    ? fitted.slice(0, Math.max(schema.maxLength, 0)).trim()
    : fitted;
}

function numberFor(name: string, schema: SimpleSchema, random: Random): number {
  const words = wordsOf(name, 8);
  const has = (...any: string[]) => words.some((word) => any.includes(word));
  const fraction = schema.type === "number";
  const wanted = has("latitude", "lat")
    ? 38.7223
    : has("longitude", "lon", "lng", "long")
      ? -9.1393
      : has("from", "start", "since", "begin") && has("time", "date", "timestamp", "from", "start")
        ? 1772438400 + random.int(0, 20) * 3600
        : has("to", "end", "until") && !has("x", "y")
          ? 1772870400 + random.int(0, 20) * 3600
          : has("port")
            ? 8080
            : has("year")
              ? 2026
              : has("price", "amount", "total", "cost") && fraction
                ? random.int(12, 90) + 0.5
                : has("id", "number", "pid")
                  ? random.int(1200, 9800)
                  : has("x", "y", "width", "height")
                    ? random.int(12, 90) * 10
                    : random.int(3, 40);
  return inRange(wanted, schema);
}

function inRange(wanted: number, schema: SimpleSchema): number {
  const low = schema.minimum ?? Number.NEGATIVE_INFINITY;
  const high = schema.maximum ?? Number.POSITIVE_INFINITY;
  if (wanted >= low && wanted <= high) return wanted;
  const middle =
    Number.isFinite(low) && Number.isFinite(high)
      ? low + (high - low) / 2
      : Number.isFinite(low)
        ? low
        : high;
  const rounded = Math.floor(middle);
  return schema.type === "integer" || rounded >= low ? rounded : middle;
}

function needsQuotes(text: string): boolean {
  return /\s/.test(text);
}

function singular(name: string): string {
  return name.length > 3 && /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
