import type { JsonValue } from "@gradable/contract";
import type { ReadValue } from "../read/read-values.js";
import { sameWord, textWords } from "../words.js";
import type { Slot } from "./slots.js";

/** A value of a text with the words around it. */
export interface Candidate extends Omit<ReadValue, "kind"> {
  readonly kind: ReadValue["kind"] | "choice" | "word";
  /** Words before it, back to the value before, at most ten; the last stands right before it. */
  readonly before: readonly string[];
  /** The text right before it, as it stands. */
  readonly gap: string;
  readonly after: readonly string[];
  /** Values listed with it ("a, b and c"), it among them. */
  readonly list: readonly ReadValue[];
}

/** Values of a text that are looked at; a request holds some ten. */
const MAX_VALUES = 300;

const JOINT = /^\s*(?:,|&|,?\s*(?:and|or))\s*$/u;

/** The values of a text, each with its list and the words around it; those of a list share the words before its first. */
export function candidatesIn(
  text: string,
  read: readonly ReadValue[],
  names: ReadonlySet<string>,
): Candidate[] {
  // A parameter's name in its own spelling ("location_id loc_12") looks like a value, and leads to one.
  const values = read.slice(0, MAX_VALUES).filter(({ kind, text: said, end }, index) => {
    const next = read[index + 1];
    return (
      kind === "quoted" ||
      next === undefined ||
      !names.has(said) ||
      !/^\s*[:=]?\s*$/u.test(text.slice(end, next.start))
    );
  });
  const lists: ReadValue[][] = [];
  for (const value of values) {
    const last = lists.at(-1);
    const previous = last?.at(-1);
    if (last !== undefined && previous !== undefined && JOINT.test(text.slice(previous.end, value.start)))
      last.push(value);
    else lists.push([value]);
  }
  return lists.flatMap((list, index) => {
    const first = list[0] as ReadValue;
    const from = lists[index - 1]?.at(-1)?.end ?? 0;
    const last = list.at(-1) as ReadValue;
    const until = lists[index + 1]?.[0]?.start ?? text.length;
    const gap = text.slice(Math.max(from, first.start - 90), first.start);
    const before = wordsBefore(text, from, first.start);
    const after = textWords(
      (text.slice(last.end, Math.min(until, last.end + 40)).split(/[,.;!?]/u, 1)[0] ?? "").trim(),
    ).slice(0, 3);
    return list.map((value) => ({ ...value, before, gap, after, list }));
  });
}

function wordsBefore(text: string, from: number, start: number): string[] {
  const gap = text.slice(Math.max(from, start - 90), start);
  return textWords(gap.split(/[.!?]\s/u).at(-1) ?? "").slice(-10);
}

/** Places where a choice of a parameter is said in words: "closed" for `closed`, "pull requests" for `pull_request`. */
export function choicesIn(
  text: string,
  choices: readonly JsonValue[],
  taken: readonly Candidate[],
): (Candidate & { value: JsonValue })[] {
  const found: (Candidate & { value: JsonValue })[] = [];
  const tokens = [...text.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)].slice(0, 2000);
  for (const value of choices.slice(0, 200)) {
    const words = textWords(String(value));
    if (words.length === 0) continue;
    for (let index = 0; index + words.length <= tokens.length; index++) {
      if (
        !words.every((word, offset) =>
          sameWord(word, (tokens[index + offset] as RegExpExecArray)[0].toLowerCase()),
        )
      )
        continue;
      const start = (tokens[index] as RegExpExecArray).index;
      const last = tokens[index + words.length - 1] as RegExpExecArray;
      const end = last.index + last[0].length;
      const inside = taken.find((other) => other.start <= start && other.end >= end);
      if (inside !== undefined && inside.end - inside.start > end - start) continue;
      const from = Math.max(0, ...taken.filter((other) => other.end <= start).map((other) => other.end));
      found.push({
        kind: "choice",
        text: text.slice(start, end),
        start,
        end,
        value,
        before: wordsBefore(text, from, start),
        gap: text.slice(Math.max(from, start - 90), start),
        after: [],
        list: [],
      });
    }
  }
  return found;
}

/** Words that may stand between a parameter's name and its value. */
const FILLERS = new Set([
  "is",
  "are",
  "to",
  "of",
  "as",
  "named",
  "called",
  "value",
  "number",
  "id",
  "the",
  "a",
  "an",
  "for",
  "with",
]);

/** How clearly the words around a value lead to a parameter. */
export interface Cue {
  /** Above 4 the parameter's name stands right before the value, above 3 its connective; below that some of its words are near. */
  readonly score: number;
  /** Words of the name that stand right before the value; 0 where it does not. */
  readonly named: number;
}

/** Compares the words around a value with a parameter's name and connective. */
export function cueOf(candidate: Pick<Candidate, "before" | "after" | "gap">, slot: Slot): Cue {
  const { before } = candidate;
  let best: Cue = { score: 0, named: 0 };
  for (const label of slot.labels) {
    for (let skipped = 0; skipped <= 2 && label.length > 0; skipped++) {
      const end = before.length - skipped;
      if (before.slice(end).some((word) => !FILLERS.has(word))) break;
      const score = 4 + 0.3 * label.length - 0.25 * skipped;
      if (score > best.score && endsWith(before.slice(0, end), label)) best = { score, named: label.length };
    }
  }
  // Two parameters of the same words are told apart by their spelling.
  const own = slot.labels.at(-1)?.length;
  if (best.named > 0 && best.named === own && candidate.gap.trimEnd().endsWith(slot.path.at(-1) as string))
    return { ...best, score: best.score + 0.6 };
  if (best.score < 3.2 && slot.lead !== undefined && endsWith(before, textWords(slot.lead)))
    return { score: 3.2, named: 0 };
  return best.score > 0 ? best : { score: nearness(candidate, slot), named: 0 };
}

function endsWith(words: readonly string[], label: readonly string[]): boolean {
  const from = words.length - label.length;
  return from >= 0 && label.every((word, index) => sameWord(word, words[from + index] as string));
}

const NOISE = new Set(["id", "ids", "name", "key", "value", "number", "the", "of", "uuid"]);

function nearness({ before, after }: Pick<Candidate, "before" | "after">, { labels }: Slot): number {
  const own = (labels.at(-1) ?? []).filter((word) => !NOISE.has(word));
  let sum = 0;
  for (const word of own) {
    const distance = [...before].reverse().findIndex((other) => sameWord(word, other));
    if (distance >= 0) sum += 1.2 * 0.8 ** distance;
    else if (after.some((other) => sameWord(word, other))) sum += 0.7;
  }
  return Math.min(2.5, sum);
}
