import type { Random } from "../random.js";
import { checkSchema } from "../validate/schema-check.js";
import { hintsOf } from "./description-hints.js";
import type { RawSchema } from "./flat-schema.js";
import { patternTexts } from "./pattern-text.js";
import { sampleTexts } from "./vocabulary.js";

/** Texts tried of a pattern. */
const PATTERN_TRIES = 48;

/**
 * A text for a parameter: what its description names, else what its format, its name and, where those do not fit, its pattern ask for.
 * Undefined where none of them is accepted.
 */
export function sampleString(
  name: string,
  schema: RawSchema,
  random: Random,
  attempt: number,
  subject: string,
): string | undefined {
  const accepts = acceptance(schema);
  for (const candidate of candidates(name, schema, random, attempt, subject)) {
    const text = fitLength(candidate, schema);
    if (text !== "" && accepts(text)) return text;
  }
  return accepts("") ? "" : undefined;
}

function* candidates(
  name: string,
  schema: RawSchema,
  random: Random,
  attempt: number,
  subject: string,
): Generator<string> {
  const description = typeof schema.description === "string" ? schema.description : "";
  const format = typeof schema.format === "string" ? schema.format : undefined;
  const hints = hintsOf(description);
  if (attempt < 8) {
    if (hints.allowed.length > 0) yield random.pick(hints.allowed);
    yield* hints.allowed;
    yield* hints.examples;
  }
  const named = sampleTexts(name, { format, description }, random, subject);
  const first = named.next().value as string;
  if (attempt < 8 && format === undefined) {
    const formed = hints.formed?.(random, first);
    if (formed !== undefined) yield formed;
  }
  yield first;
  yield* named;
  if (typeof schema.pattern === "string") yield* patternTexts(schema.pattern, random, PATTERN_TRIES);
}

const KEYWORDS = ["pattern", "format", "minLength", "maxLength", "not"] as const;

/** Whether a text is accepted, as far as the node alone says. */
function acceptance(schema: RawSchema): (text: string) => boolean {
  const constraints = Object.fromEntries(
    KEYWORDS.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])),
  );
  if (Object.keys(constraints).length === 0) return () => true;
  return (text) => {
    const check = checkSchema(constraints, text);
    return "violations" in check && check.violations.length === 0;
  };
}

function fitLength(text: string, schema: RawSchema): string {
  const least = typeof schema.minLength === "number" ? schema.minLength : 0;
  const most = typeof schema.maxLength === "number" ? schema.maxLength : Number.POSITIVE_INFINITY;
  let fitted = text;
  while (fitted.length < least && fitted.length < 400) fitted += ` ${text}`;
  return fitted.length > most ? fitted.slice(0, Math.max(most, 0)).trim() : fitted;
}
