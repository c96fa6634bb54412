import type { Random } from "../random.js";
import { nameWords } from "../words.js";
import { hintsOf } from "./description-hints.js";
import type { RawSchema } from "./flat-schema.js";

/** A number that the bounds, the step and the name of a parameter ask for; undefined where no number fits. */
export function sampleNumber(
  name: string,
  schema: RawSchema,
  random: Random,
  attempt: number,
): number | undefined {
  const integer = [schema.type].flat().includes("integer") && ![schema.type].flat().includes("number");
  const step = number(schema.multipleOf) ?? (integer ? 1 : undefined);
  const low = Math.max(number(schema.minimum) ?? -Infinity, above(schema.exclusiveMinimum, step));
  const high = Math.min(number(schema.maximum) ?? Infinity, below(schema.exclusiveMaximum, step));
  if (low > high) return undefined;
  const said = typeof schema.description === "string" ? hintsOf(schema.description).range : undefined;
  const wanted = named(name, schema, integer, random);
  const within =
    said !== undefined && attempt < 8
      ? clamp(wanted, Math.max(low, said[0]), Math.min(high, said[1]), random)
      : clamp(wanted, low, high, random);
  return step === undefined ? within : onStep(within, step, low, high);
}

function clamp(wanted: number, low: number, high: number, random: Random): number {
  if (wanted >= low && wanted <= high) return wanted;
  if (Number.isFinite(low) && Number.isFinite(high)) {
    const middle = low + ((high - low) * random.int(30, 70)) / 100;
    const rounded = Math.round(middle);
    return rounded >= low && rounded <= high ? rounded : Number(middle.toPrecision(3));
  }
  return Number.isFinite(low) ? Math.ceil(low) + random.int(0, 9) : Math.floor(high) - random.int(0, 9);
}

function onStep(value: number, step: number, low: number, high: number): number | undefined {
  for (const count of [Math.round(value / step), Math.ceil(low / step), Math.floor(high / step)]) {
    // As decimals: 7 × 0.1 is 0.7 and not 0.7000000000000001.
    const candidate = Number((count * step).toPrecision(12));
    if (Number.isFinite(candidate) && candidate >= low && candidate <= high) return candidate;
  }
  return undefined;
}

function named(name: string, schema: RawSchema, integer: boolean, random: Random): number {
  const words = nameWords(name);
  const has = (...any: string[]) => words.some((word) => any.includes(word));
  const description = typeof schema.description === "string" ? schema.description.slice(0, 300) : "";
  if (has("latitude", "lat")) return integer ? 39 : 38.7223;
  if (has("longitude", "lon", "lng")) return integer ? -9 : -9.1393;
  if (/\b(?:unix|epoch|timestamp)\b/iu.test(description) || has("timestamp")) {
    const seconds = 1772438400 + random.int(0, 20) * 3600;
    return /millisecond|\bms\b/iu.test(description) ? seconds * 1000 : seconds;
  }
  if (has("start", "from", "since", "begin") && has("time", "date"))
    return 1772438400 + random.int(0, 20) * 3600;
  if (has("end", "to", "until") && has("time", "date")) return 1772870400 + random.int(0, 20) * 3600;
  if (has("port")) return 8080;
  if (has("year")) return 2026;
  if (has("month")) return random.int(3, 9);
  if (has("page") && !has("size", "limit")) return random.int(2, 4);
  if (has("price", "amount", "total", "cost") && !integer) return random.int(12, 90) + 0.5;
  if (has("id", "number", "pid", "ids")) return random.int(1200, 9800);
  if (has("width", "height", "x", "y")) return random.int(12, 90) * 10;
  return random.int(3, 40);
}

const number = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const above = (value: unknown, step: number | undefined): number => {
  const bound = number(value);
  return bound === undefined ? -Infinity : bound + (step ?? Math.max(Math.abs(bound) * 1e-3, 0.01));
};
const below = (value: unknown, step: number | undefined): number => {
  const bound = number(value);
  return bound === undefined ? Infinity : bound - (step ?? Math.max(Math.abs(bound) * 1e-3, 0.01));
};
