import type { JsonValue } from "@gradable/contract";
import { type ReadValue, readValues } from "../read/read-values.js";
import { isObject } from "../sample/flat-schema.js";
import { checkSchema } from "../validate/schema-check.js";
import { kindAffinity } from "./affinity.js";
import { type Candidate, type Cue, candidatesIn, choicesIn, cueOf } from "./candidates.js";
import { convert } from "./conversion.js";
import { bareList, flagIn, freeText, labelledWord, mapIn, spelledNumber } from "./said.js";
import { type Slot, slotsOf } from "./slots.js";

/** A required place for which no value was found. */
export interface Unfilled {
  /** JSON Pointer into the arguments. */
  readonly pointer: string;
  /**
   * `absent`: the text holds no value that could be meant. `unfit`: values stand in the text, and none has the form that the declaration asks
   * for and describes. `unstated`: the same, and the declaration asks for a form (pattern, format) without a word on what is
   * wanted, so nobody could know.
   */
  readonly why: "absent" | "unfit" | "unstated";
}

/** What a request determines of a call. */
export interface FilledArguments {
  readonly arguments: { [key: string]: JsonValue };
  /** Required places without a value, and places whose value breaks the schema for all that was tried; empty when the arguments fit. */
  readonly unfilled: readonly Unfilled[];
}

/** Alternatives of `anyOf` and `oneOf` that are tried. */
const MAX_VARIANTS = 4;
/** How often members that a condition asks for are filled in. */
const MAX_ROUNDS = 3;

/**
 * The arguments that a request determines: required parameters as far as its text gives them, optional ones that it names. A value is taken only where
 * the parameter's own schema accepts it; deterministic, no look-ups, nothing made up but declared constants and defaults.
 */
export function fillArguments(text: string, inputSchema: JsonValue | undefined): FilledArguments {
  const schema = inputSchema ?? {};
  const read = readValues(text);
  let best: FilledArguments | undefined;
  for (let variant = 0; variant < MAX_VARIANTS; variant++) {
    const filled = fillVariant(text, read, schema, variant);
    if (best === undefined || filled.unfilled.length < best.unfilled.length) best = filled;
    if (best.unfilled.length === 0 || !hasAlternatives(schema)) break;
  }
  return best as FilledArguments;
}

const alternatives = new WeakMap<object, boolean>();

function hasAlternatives(schema: JsonValue): boolean {
  if (!isObject(schema)) return false;
  let known = alternatives.get(schema);
  if (known === undefined) {
    known = /"(?:anyOf|oneOf)"/.test(JSON.stringify(schema));
    alternatives.set(schema, known);
  }
  return known;
}

function fillVariant(
  text: string,
  read: readonly ReadValue[],
  schema: JsonValue,
  variant: number,
): FilledArguments {
  const slots = slotsOf(schema, variant);
  const candidates = candidatesIn(text, read, new Set(slots.flatMap(({ path }) => path)));
  const needed = new Set<string>();
  let filled = new Filling(text, candidates, slots, needed).run();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const check = checkSchema(schema, filled.arguments);
    if ("unusable" in check || check.violations.length === 0) return filled;
    const before = needed.size;
    for (const { keyword, path, message } of check.violations) {
      const name =
        /^missing required parameter (".*")$/s.exec(message)?.[1] ??
        /does not have (".*")\.$/s.exec(message)?.[1];
      if (name !== undefined && /required|dependencies/i.test(keyword))
        needed.add(`${path}/${pointerStep(name.slice(1, -1))}`);
    }
    if (needed.size === before) {
      const wrong = check.violations
        .map(({ path }) => path)
        .filter((path) => !filled.unfilled.some(({ pointer }) => pointer.startsWith(path)));
      return {
        ...filled,
        unfilled: [
          ...filled.unfilled,
          ...[...new Set(wrong)].map((pointer) => ({ pointer, why: "unfit" as const })),
        ],
      };
    }
    filled = new Filling(text, candidates, slots, needed).run();
  }
  return filled;
}

interface Match {
  readonly slot: Slot;
  readonly order: number;
  readonly candidate: Candidate & { readonly value?: JsonValue };
  readonly score: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Below this an optional place is left alone: neither its name nor its connective stands before the value. */
const OPTIONAL_SCORE = 3.2;

class Filling {
  private readonly values = new Map<Slot, JsonValue>();
  private readonly used: Span[] = [];
  private sawUnfit = new Set<Slot>();

  constructor(
    private readonly text: string,
    private readonly candidates: readonly Candidate[],
    private readonly slots: readonly Slot[],
    private readonly needed: ReadonlySet<string>,
  ) {}

  run(): FilledArguments {
    this.fillMaps();
    this.fillMatches();
    for (const slot of this.slots) if (this.isOpen(slot)) this.fillWithoutMatch(slot);
    for (const slot of this.slots) {
      const empty = [slot.schema.type].flat().includes("array") ? [] : {};
      if (slot.kind === "nested" && this.isNeeded(slot) && this.isOpen(slot) && slot.fits(empty))
        this.values.set(slot, empty);
    }
    const unfilled = this.slots
      .filter((slot) => this.isNeeded(slot) && this.isOpen(slot) && slot.kind !== "nested")
      .map((slot) => ({ pointer: pointerOf(slot), why: this.reason(slot) }));
    return { arguments: build(this.values), unfilled };
  }

  private isNeeded(slot: Slot): boolean {
    return slot.required || this.needed.has(pointerOf(slot));
  }

  /** Without a value, and not inside or around a place that has one. */
  private isOpen(slot: Slot): boolean {
    for (const other of this.values.keys()) {
      const length = Math.min(other.path.length, slot.path.length);
      if (slot.path.slice(0, length).join("\0") === other.path.slice(0, length).join("\0")) return false;
    }
    return true;
  }

  /** Whether the object it stands in must be given, or has other values. */
  private hasSibling({ path, insideRequired }: Slot): boolean {
    const around = path.slice(0, -1).join("\0");
    return (
      insideRequired || [...this.values.keys()].some((other) => other.path.slice(0, -1).join("\0") === around)
    );
  }

  private isFree({ start, end }: Span): boolean {
    return this.used.every((other) => other.end <= start || other.start >= end);
  }

  private fillMaps(): void {
    for (const slot of this.slots) {
      if (slot.kind !== "map") continue;
      const found = mapIn(this.text, this.candidates, slot, this.slots);
      if (found === undefined) continue;
      this.values.set(slot, found.value);
      this.used.push(found);
    }
  }

  /** The best match first, so that a sure one is not spent on the first place that could take it. */
  private fillMatches(): void {
    for (const { slot, candidate } of this.matches()) {
      if (!this.isOpen(slot) || !this.isFree(candidate)) continue;
      const listed =
        slot.kind === "list" && candidate.kind !== "json"
          ? candidate.list.filter((item) => this.isFree(item))
          : [];
      if (slot.kind === "list" && candidate.list[0]?.start !== candidate.start && candidate.kind !== "choice")
        continue;
      const value = candidate.value ?? convert(candidate, slot, listed);
      if (
        value === undefined ||
        (candidate.value !== undefined && slot.kind === "scalar" && !slot.fits(value))
      ) {
        this.sawUnfit.add(slot);
        continue;
      }
      this.values.set(slot, value);
      const items = Array.isArray(value) && listed.length > 0 ? listed.slice(0, value.length) : [candidate];
      this.used.push(...items.map(({ start, end }) => ({ start, end })));
    }
  }

  private matches(): Match[] {
    const pairs: { slot: Slot; order: number; candidate: Match["candidate"]; cue: Cue }[] = [];
    const named = new Map<number, number>();
    for (const [order, slot] of this.slots.entries()) {
      if (slot.kind === "flag" || slot.kind === "null") continue;
      const choices = slot.schema.enum ?? (slot.schema.const === undefined ? undefined : [slot.schema.const]);
      const said =
        Array.isArray(choices) && slot.kind === "scalar"
          ? choicesIn(this.text, choices, this.candidates)
          : [];
      for (const candidate of [...this.candidates, ...said]) {
        if (slot.kind !== "list" && slot.kind !== "scalar" && candidate.kind !== "json") continue;
        const cue = cueOf(candidate, slot);
        named.set(candidate.start, Math.max(named.get(candidate.start) ?? 0, cue.named));
        pairs.push({ slot, order, candidate, cue });
      }
    }
    return pairs
      .flatMap(({ slot, order, candidate, cue }) => this.match(slot, order, candidate, cue, named))
      .sort((a, b) => b.score - a.score || a.order - b.order || a.candidate.start - b.candidate.start);
  }

  private match(
    slot: Slot,
    order: number,
    candidate: Match["candidate"],
    cue: Cue,
    named: ReadonlyMap<number, number>,
  ): Match[] {
    const needed = this.isNeeded(slot);
    // "location id x" names no parameter that is only called id.
    const outspoken = cue.named < (named.get(candidate.start) ?? 0);
    const near = (outspoken ? Math.min(cue.score, 1) : cue.score) + pairing(candidate, slot);
    if (!needed && near < OPTIONAL_SCORE) return [];
    return [
      {
        slot,
        order,
        candidate,
        score: near + kindAffinity(candidate, slot) + (needed ? 0.5 : 0) - 0.4 * (slot.path.length - 1),
      },
    ];
  }

  private fillWithoutMatch(slot: Slot): void {
    const needed = this.isNeeded(slot);
    const isFree = (span: Span) => this.isFree(span);
    const found =
      slot.kind === "flag" && (needed || this.hasSibling(slot))
        ? flagIn(this.text, slot, needed, isFree)
        : undefined;
    const value = found ?? (needed ? this.fallback(slot, isFree) : undefined);
    if (value !== undefined && (slot.kind === "flag" || slot.fits(value))) this.values.set(slot, value);
  }

  /** For a place that must be given and that no value of the text suits: a bare word that its name leads to, what is declared, the text itself. */
  private fallback(slot: Slot, isFree: (span: Span) => boolean): JsonValue | undefined {
    const said =
      slot.kind === "scalar"
        ? (labelledWord(this.text, slot, isFree) ?? spelledNumber(this.text, slot))
        : slot.kind === "list"
          ? bareList(this.text, slot, isFree)
          : undefined;
    if (said !== undefined) return said;
    const declared = declaredValue(slot);
    return declared !== undefined ? declared : freeText(this.text, slot);
  }

  private reason(slot: Slot): Unfilled["why"] {
    if (!this.sawUnfit.has(slot)) return "absent";
    const { pattern, format, description } = slot.schema;
    const isStrict = pattern !== undefined || format !== undefined;
    return isStrict && format === undefined && typeof description !== "string" ? "unstated" : "unfit";
  }
}

/** Two numbers side by side are a latitude and a longitude. */
function pairing(candidate: Candidate, slot: Slot): number {
  const [first, second] = candidate.list;
  if (candidate.list.length !== 2 || first?.kind !== "number" || second?.kind !== "number") return 0;
  const word = slot.labels.at(-1)?.find((label) => /^(?:lat|latitude|lon|lng|longitude)$/.test(label));
  if (word === undefined) return 0;
  return word.startsWith("lat") === (candidate.start === first.start) ? 3 : 0;
}

/** What stands in the declaration for everybody: null, a constant, the only choice, a default. */
function declaredValue({ kind, schema }: Slot): JsonValue | undefined {
  if (kind === "null") return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length === 1) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  return kind === "list" && !(typeof schema.minItems === "number" && schema.minItems > 0) ? [] : undefined;
}

const pointerStep = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1");
const pointerOf = ({ path }: Slot): string => path.map((step) => `/${pointerStep(step)}`).join("");

/** Arguments from values at their places. */
function build(values: ReadonlyMap<Slot, JsonValue>): { [key: string]: JsonValue } {
  const root = new Map<string, unknown>();
  for (const [{ path }, value] of values) {
    let node = root;
    for (const step of path.slice(0, -1)) {
      let next = node.get(step);
      if (!(next instanceof Map)) {
        next = new Map<string, unknown>();
        node.set(step, next);
      }
      node = next as Map<string, unknown>;
    }
    node.set(path.at(-1) as string, value);
  }
  return plain(root) as { [key: string]: JsonValue };
}

function plain(node: unknown): JsonValue {
  if (!(node instanceof Map)) return node as JsonValue;
  const entries = [...(node as Map<string, unknown>)].map(([key, value]) => [key, plain(value)] as const);
  // Only places inside arrays have the step "0"; there is one item then. A null prototype is not needed: entries are own, __proto__ too.
  return entries.length === 1 && entries[0]?.[0] === "0" ? [entries[0][1]] : Object.fromEntries(entries);
}
