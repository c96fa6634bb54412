import type { AST } from "@eslint-community/regexpp";
import type { Random } from "../random.js";
import { characterTest, type ParsedPattern, parsePattern } from "../validate/bounded-match.js";

/** Longest text that is made; a pattern that asks for more has none. */
const MAX_CHARS = 400;
/** What a repeat without an upper bound is repeated at most, beyond its lower one. */
const MANY = 6;

/** The likeliest characters first: of a class that takes letters and signs, a person's value has letters. */
const POOLS = [
  "abcdefghijkmnoprstuvwxyz",
  "ABCDEFGHJKLMNPQRSTUVWXYZ",
  "0123456789",
  "-_",
  "./:@#+~,;=&%$*!?()[]{}<>|^'\"`\\ ",
];

class NoText extends Error {}

/**
 * Texts that a pattern was written for, made by walking it: any number of tries, each with other draws. Look-around is not followed, so
 * the caller checks what it gets. Ends where the pattern cannot be walked at all.
 */
export function* patternTexts(source: string, random: Random, tries: number): Generator<string> {
  const parsed = parsePattern(source);
  if (parsed === undefined) return;
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      yield new Writer(parsed, random, attempt).alternatives(parsed.pattern.alternatives);
    } catch (error) {
      if (!(error instanceof NoText)) throw error;
    }
  }
}

class Writer {
  private readonly captures = new Map<AST.CapturingGroup, string>();
  private length = 0;
  constructor(
    private readonly parsed: ParsedPattern,
    private readonly random: Random,
    private readonly attempt: number,
  ) {}

  alternatives(alternatives: readonly AST.Alternative[]): string {
    const { elements } = this.random.pick(alternatives);
    return elements.map((element) => this.element(element)).join("");
  }

  private element(element: AST.Element): string {
    switch (element.type) {
      case "Assertion":
        return "";
      case "Group":
        return this.alternatives(element.alternatives);
      case "CapturingGroup": {
        const text = this.alternatives(element.alternatives);
        this.captures.set(element, text);
        return text;
      }
      case "Backreference": {
        const group = Array.isArray(element.resolved) ? element.resolved[0] : element.resolved;
        return (group && this.captures.get(group)) ?? "";
      }
      case "Quantifier":
        return this.repeated(element);
      default:
        if (++this.length > MAX_CHARS) throw new NoText();
        return element.type === "Character"
          ? String.fromCodePoint(element.value)
          : this.characterOf(element.raw);
    }
  }

  private repeated({ element, min, max }: AST.Quantifier): string {
    // An optional part is as often left out; a run of characters is long enough to look like a value, and longer with every eighth try.
    const single = element.type !== "Group" && element.type !== "CapturingGroup";
    const longer = Math.floor(this.attempt / 8) * MANY;
    const low = max === Number.POSITIVE_INFINITY && single ? Math.max(min, 3) : min;
    const high = Math.min(max, single ? Math.max(low, min + MANY) + longer : min + 1 + longer);
    const count = this.random.int(Math.min(low, high), high);
    let text = "";
    for (let index = 0; index < count; index++) text += this.element(element);
    return text;
  }

  /** One kind of character for a class and a try in most cases, so that a run of them looks like a word or a number. */
  private characterOf(raw: string): string {
    const test = characterTest(raw, this.parsed.flags);
    const pools = POOLS.map((pool) => [...pool].filter((character) => test.test(character))).filter(
      (pool) => pool.length > 0,
    );
    if (pools.length === 0) return this.rare(test);
    const pool = this.attempt < 2 ? (pools[0] as string[]) : this.random.pick(pools.slice(0, 3));
    return this.random.pick(pool);
  }

  private rare(test: RegExp): string {
    for (let code = 9; code < 0x3100; code++) {
      const character = String.fromCodePoint(code);
      if (test.test(character)) return character;
    }
    throw new NoText();
  }
}
