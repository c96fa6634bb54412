import type { JsonValue } from "@gradable/contract";
import type { ReadValue } from "../read/read-values.js";
import { isObject, type RawSchema } from "../sample/flat-schema.js";
import type { Slot } from "./slots.js";

type Said = { readonly kind: string; readonly text: string };

/** What a text means at a place: the first of its readings that the place's schema accepts; undefined where none is. */
export function convert(said: Said, slot: Slot, list: readonly ReadValue[]): JsonValue | undefined {
  switch (slot.kind) {
    case "flag":
    case "null":
      return undefined;
    case "nested":
    case "map":
      return said.kind === "json" ? firstFitting([parse(said.text)], slot) : undefined;
    case "list": {
      if (said.kind === "json") return firstFitting([parse(said.text)], slot);
      const most = typeof slot.schema.maxItems === "number" ? slot.schema.maxItems : 50;
      const items = (list.length > 0 ? list : [said]).slice(0, most);
      const readings = items.map((item) => readingsOf(item));
      const widest = Math.max(...readings.map((reading) => reading.length));
      const lists = Array.from({ length: widest }, (_, index) =>
        readings.map((reading) => reading[Math.min(index, reading.length - 1)] as JsonValue),
      );
      return firstFitting([...lists, tupled(items, slot.schema)], slot);
    }
    case "scalar":
      return choice(said.text, slot.schema) ?? firstFitting(readingsOf(said, slot.schema), slot);
  }
}

/** Each item as the type of its place. */
function tupled(items: readonly Said[], schema: RawSchema): JsonValue {
  const places = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  return items.map((item, index) => {
    const place = places[index];
    return readingsOf(item, isObject(place) ? place : undefined)[0] as JsonValue;
  });
}

/** An allowed value, spelt as it is declared. */
function choice(text: string, schema: RawSchema): JsonValue | undefined {
  const choices = schema.const === undefined ? schema.enum : [schema.const];
  if (!Array.isArray(choices)) return undefined;
  return (
    choices.find((value) => String(value) === text) ??
    choices.find((value) => String(value).toLowerCase() === text.toLowerCase())
  );
}

function firstFitting(values: readonly (JsonValue | undefined)[], slot: Slot): JsonValue | undefined {
  return values.find((value) => value !== undefined && slot.fits(value));
}

/** Readings of one text, the likeliest first: as a number where only that will do or where it is one, else as it stands. */
function readingsOf({ kind, text }: Said, schema?: RawSchema): JsonValue[] {
  const number = kind === "quoted" ? undefined : numberIn(text);
  const types = [schema?.type].flat();
  const readings: JsonValue[] = [];
  if (
    number !== undefined &&
    (types.includes("number") || types.includes("integer") || !types.includes("string"))
  )
    readings.push(number);
  if (kind === "json" && !types.includes("string")) {
    const parsed = parse(text);
    if (parsed !== undefined) readings.push(parsed);
  }
  readings.push(text);
  return readings;
}

function numberIn(text: string): number | undefined {
  if (!/^-?[\d,]*\.?\d+(?:e[+-]?\d+)?$/iu.test(text)) return undefined;
  const value = Number(text.replaceAll(",", ""));
  return Number.isFinite(value) ? value : undefined;
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
