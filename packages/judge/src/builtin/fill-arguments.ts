import type { JsonValue } from "@gradable/contract";
import { STOPWORDS, stem, wordsOf } from "@gradable/intent";
import type { Parameter, SimpleSchema } from "@gradable/schema";
import { affinity, type PlacedValue, type Slot, slotOf } from "./affinity.js";

/** The arguments a request determines for a tool: required ones as far as the text gives them, optional ones it names. */
export function fillArguments(
  prompt: string,
  placed: readonly PlacedValue[],
  parameters: readonly Parameter[],
): Record<string, JsonValue> {
  const text = { prompt, words: wordsOf(prompt, 1000).map(stem) };
  return fillMembers(parameters, new Pool([...placed]), text);
}

interface RequestText {
  readonly prompt: string;
  readonly words: readonly string[];
}

/** The values not yet given away. */
class Pool {
  constructor(private readonly values: PlacedValue[]) {}
  best(slot: Slot, least: number): PlacedValue | undefined {
    let best: PlacedValue | undefined;
    let bestScore = least;
    for (const value of this.values) {
      const score = affinity(value, slot);
      if (score > bestScore) {
        best = value;
        bestScore = score;
      }
    }
    return best;
  }
  all(): readonly PlacedValue[] {
    return this.values;
  }
  take(value: PlacedValue): void {
    this.values.splice(this.values.indexOf(value), 1);
  }
}

/** Below this an optional parameter is left alone: nothing near the value speaks for it. */
const OPTIONAL_AFFINITY = 2.4;
const REQUIRED_AFFINITY = 0.1;

function fillMembers(
  parameters: readonly Parameter[],
  pool: Pool,
  text: RequestText,
): Record<string, JsonValue> {
  // A null prototype: a parameter may be called __proto__.
  const filled = new Map<string, JsonValue>();
  const slots = parameters.map(slotOf);
  assign(slots, pool, text, filled);
  const entries = slots
    .filter(({ parameter }) => filled.has(parameter.name))
    .map(({ parameter }) => [parameter.name, filled.get(parameter.name) as JsonValue] as const);
  return Object.fromEntries(entries);
}

/** Gives values to slots, the best match first, so that a sure match is not spent on the first parameter that could take it. */
function assign(slots: readonly Slot[], pool: Pool, text: RequestText, filled: Map<string, JsonValue>): void {
  const pairs = slots
    .flatMap((slot, order) =>
      takesText(slot.parameter.schema)
        ? pool.all().map((value) => ({ slot, order, value, score: affinity(value, slot) }))
        : [],
    )
    .filter(({ slot, score }) => score > (slot.parameter.required ? REQUIRED_AFFINITY : OPTIONAL_AFFINITY))
    .sort(
      (a, b) =>
        b.score + (b.slot.parameter.required ? 1 : 0) - (a.score + (a.slot.parameter.required ? 1 : 0)) ||
        a.order - b.order ||
        a.value.start - b.value.start,
    );
  const used = new Set<PlacedValue>();
  const lists = new Map<string, JsonValue[]>();
  for (const { slot, value, score } of pairs) {
    const { name, schema } = slot.parameter;
    if (used.has(value)) continue;
    if (schema.type === "array") {
      const list = lists.get(name) ?? [];
      // A second element must be of the kind of the first: a list of paths does not swallow a date.
      if (list.length > 0 && score < 1.5) continue;
      if (list.length >= (schema.maxItems ?? 50)) continue;
      const element = convert(value.text, schema.items);
      if (element === undefined) continue;
      used.add(value);
      lists.set(name, [...list, element]);
      filled.set(name, lists.get(name) as JsonValue[]);
      continue;
    }
    if (filled.has(name)) continue;
    const converted = convert(value.kind === "pair" ? half(value.text, slot, slots) : value.text, schema);
    if (converted === undefined) continue;
    // "owner/name" serves two parameters.
    if (value.kind !== "pair" || !slot.isOwner) used.add(value);
    filled.set(name, converted);
  }
  for (const value of used) pool.take(value);
  for (const { parameter } of slots) {
    if (filled.has(parameter.name)) continue;
    const value = labelledValue(parameter, text);
    if (value !== undefined) filled.set(parameter.name, value);
  }
  for (const slot of slots) {
    const { name, required, schema } = slot.parameter;
    if (filled.has(name)) continue;
    const value = withoutValue(slot, pool, text);
    if (value !== undefined && (required || isSaid(slot, schema, text))) filled.set(name, value);
  }
}

/** The half of "owner/name" that a parameter wants; all of it where the tool does not ask for halves. */
function half(text: string, slot: Slot, slots: readonly Slot[]): string {
  if (slot.isOwner) return text.split("/")[0] as string;
  return slot.isOwned && slots.some(({ isOwner }) => isOwner) ? (text.split("/")[1] as string) : text;
}

/** "branch main", "mode: dark": the word behind a parameter's own name; only for parameters that must be given. */
function labelledValue({ name, required, schema }: Parameter, text: RequestText): JsonValue | undefined {
  if (!required || schema.choices !== undefined || (schema.type ?? "string") !== "string") return undefined;
  const label = wordsOf(name, 8).filter((word) => !/^(?:id|ids|uuid|key|name)$/.test(word));
  if (label.length === 0) return undefined;
  // Names hold letters and digits only by then; nothing of the server's reaches the pattern raw.
  const pattern = label.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "")).join("[\\s_-]+");
  const match = new RegExp(
    `(?<![\\p{L}\\p{N}])${pattern}(?:\\s+(?:name|id|is))?\\s*[:=]?\\s+([^\\s,;:?!]{1,200})`,
    "iu",
  ).exec(text.prompt);
  const found = match?.[1]?.replace(/\.$/u, "");
  return found === undefined || found === "" || STOPWORDS.has(found.toLowerCase()) ? undefined : found;
}

function takesText(schema: SimpleSchema): boolean {
  if (schema.type === "array") return schema.items === undefined || takesText(schema.items);
  return schema.type !== "object" && schema.type !== "boolean" && schema.type !== "null";
}

/** Optional parameters without a value of their own are given only when the request names a choice or the switch itself. */
function isSaid(slot: Slot, schema: SimpleSchema, text: RequestText): boolean {
  if (schema.choices !== undefined) return saidChoice(schema.choices, text) !== undefined;
  if (schema.type !== "boolean") return false;
  const words = wordsOf(slot.parameter.name, 10).map(stem);
  return words.length > 0 && words.every((word) => text.words.includes(word));
}

function withoutValue(slot: Slot, pool: Pool, text: RequestText): JsonValue | undefined {
  const { schema, required } = slot.parameter;
  if (schema.choices !== undefined) {
    return (
      saidChoice(schema.choices, text) ?? (required ? (schema.default ?? only(schema.choices)) : undefined)
    );
  }
  if (schema.default !== undefined && required) return schema.default;
  switch (schema.type) {
    case "boolean":
      return !/\b(?:no|not|don't|without|off|never)\b/iu.test(text.prompt);
    case "object": {
      if (!required) return undefined;
      return takeJson(pool) ?? fillMembers(schema.members, pool, text);
    }
    case "array": {
      if (!required) return undefined;
      if (schema.items?.type === "object") {
        const json = takeJson(pool);
        return [json ?? fillMembers(schema.items.members, pool, text)];
      }
      if (schema.items?.choices !== undefined) {
        const said = schema.items.choices.filter((choice) => isChoiceSaid(choice, text));
        return said.length > 0 ? [...said] : undefined;
      }
      return schema.minItems === 0 && pool.all().length === 0 ? [] : undefined;
    }
    case "string":
    case undefined:
      return required && FREE_TEXT.test(slot.parameter.name) ? remainder(text) : undefined;
    default:
      return undefined;
  }
}

/** The first JSON object among the values. */
function takeJson(pool: Pool): JsonValue | undefined {
  const json = pool.all().find((value) => value.kind === "json" && value.text.startsWith("{"));
  const parsed = json && parse(json.text);
  if (json === undefined || typeof parsed !== "object" || parsed === null) return undefined;
  pool.take(json);
  return parsed;
}

/** Names of parameters to which a whole request can be given as it is. */
const FREE_TEXT =
  /(?:^|_|[a-z])(?:query|prompt|question|intent|text|search|input|instructions?|description|task|topic|thought|message|content|q)$/i;

/** What is left of the request, for a parameter that takes free text. */
function remainder(text: RequestText): string | undefined {
  const rest = text.prompt.replace(/\s+/gu, " ").trim().slice(0, 300);
  return rest === "" ? undefined : rest;
}

function saidChoice(choices: readonly JsonValue[], text: RequestText): JsonValue | undefined {
  return choices.find((choice) => isChoiceSaid(choice, text));
}

function isChoiceSaid(choice: JsonValue, text: RequestText): boolean {
  if (typeof choice !== "string" || choice === "") return false;
  const words = wordsOf(choice, 12).map(stem);
  if (words.length === 0) return text.prompt.includes(choice);
  for (let start = 0; start + words.length <= text.words.length; start++) {
    if (words.every((word, offset) => text.words[start + offset] === word)) return true;
  }
  return false;
}

const only = (choices: readonly JsonValue[]): JsonValue | undefined =>
  choices.length === 1 ? choices[0] : undefined;

function convert(text: string, schema: SimpleSchema | undefined): JsonValue | undefined {
  if (schema?.choices !== undefined) {
    return schema.choices.find((choice) => String(choice).toLowerCase() === text.toLowerCase());
  }
  if (schema?.type === "number" || schema?.type === "integer") {
    const value = Number(text.replaceAll(",", ""));
    return Number.isFinite(value) && (schema.type === "number" || Number.isInteger(value))
      ? value
      : undefined;
  }
  return text;
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
