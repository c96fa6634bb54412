import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Steps that one search may take: a pattern that is no runaway needs some hundred. */
const MAX_STEPS = 200_000;

/** A parsed ECMAScript pattern and the flags it parses with: `u` where it can, none where only the older syntax takes it. */
export interface ParsedPattern {
  readonly pattern: AST.Pattern;
  readonly flags: "u" | "";
}

const parser = new RegExpParser();

/** Parses a pattern; undefined where it is none in either syntax. */
export function parsePattern(source: string): ParsedPattern | undefined {
  for (const flags of ["u", ""] as const) {
    try {
      return { pattern: parser.parsePattern(source, 0, source.length, { unicode: flags === "u" }), flags };
    } catch {}
  }
  return undefined;
}

type Next = (at: number) => boolean;
type Single = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

class OutOfSteps extends Error {}

/**
 * Whether a pattern is found in a text, by backtracking with a bounded number of steps: for what a linear-time engine cannot express
 * (look-around, back-references). Undefined when the bound is reached, which depends on pattern and text only.
 */
export function boundedSearch(parsed: ParsedPattern, text: string): boolean | undefined {
  const search = new Search(parsed.flags, text);
  try {
    for (let start = 0; start <= text.length; start++) {
      if (search.any(parsed.pattern.alternatives, start, () => true)) return true;
    }
    return false;
  } catch (error) {
    // A pattern nested, or a text long enough to exhaust the stack, is as little decided.
    if (error instanceof OutOfSteps || error instanceof RangeError) return undefined;
    throw error;
  }
}

class Search {
  private steps = 0;
  private readonly captures = new Map<AST.CapturingGroup, string>();
  constructor(
    private readonly flags: string,
    private readonly text: string,
  ) {}

  any(alternatives: readonly AST.Alternative[], at: number, next: Next): boolean {
    return alternatives.some(({ elements }) => this.sequence(elements, 0, at, next));
  }

  private sequence(elements: readonly AST.Element[], index: number, at: number, next: Next): boolean {
    const element = elements[index];
    if (element === undefined) return next(at);
    return this.element(element, at, (after) => this.sequence(elements, index + 1, after, next));
  }

  private element(element: AST.Element, at: number, next: Next): boolean {
    if (++this.steps > MAX_STEPS) throw new OutOfSteps();
    switch (element.type) {
      case "Assertion":
        return this.holds(element, at) && next(at);
      case "Group":
        return this.any(element.alternatives, at, next);
      case "CapturingGroup":
        return this.capture(element, at, next);
      case "Quantifier":
        return isSingle(element.element)
          ? this.repeatSingle(element, element.element, at, next)
          : this.repeat(element, 0, at, next);
      case "Backreference": {
        const group = Array.isArray(element.resolved) ? element.resolved[0] : element.resolved;
        const known = (group && this.captures.get(group)) ?? "";
        return this.text.startsWith(known, at) && next(at + known.length);
      }
      default: {
        const length = this.single(element, at);
        return length > 0 && next(at + length);
      }
    }
  }

  private capture(group: AST.CapturingGroup, at: number, next: Next): boolean {
    const before = this.captures.get(group);
    const found = this.any(group.alternatives, at, (after) => {
      this.captures.set(group, this.text.slice(at, after));
      return next(after);
    });
    if (!found) {
      if (before === undefined) this.captures.delete(group);
      else this.captures.set(group, before);
    }
    return found;
  }

  private repeat(quantifier: AST.Quantifier, count: number, at: number, next: Next): boolean {
    const { min, max, greedy } = quantifier;
    const more = () =>
      count < max &&
      this.element(quantifier.element, at, (after) =>
        after === at && count >= min ? false : this.repeat(quantifier, count + 1, after, next),
      );
    const enough = () => count >= min && next(at);
    return greedy ? more() || enough() : enough() || more();
  }

  private repeatSingle(
    { min, max, greedy }: AST.Quantifier,
    single: Single,
    at: number,
    next: Next,
  ): boolean {
    const ends = [at];
    while (ends.length <= max) {
      const from = ends.at(-1) as number;
      const length = this.single(single, from);
      if (length === 0) break;
      if (++this.steps > MAX_STEPS) throw new OutOfSteps();
      ends.push(from + length);
    }
    const allowed = ends.slice(min);
    return (greedy ? allowed.reverse() : allowed).some(next);
  }

  private holds(assertion: AST.Assertion, at: number): boolean {
    switch (assertion.kind) {
      case "start":
        return at === 0;
      case "end":
        return at === this.text.length;
      case "word":
        return (isWord(this.text[at - 1]) !== isWord(this.text[at])) !== assertion.negate;
      case "lookahead":
        return this.any(assertion.alternatives, at, () => true) !== assertion.negate;
      case "lookbehind": {
        let found = false;
        for (let start = at; start >= 0 && !found; start--) {
          found = this.any(assertion.alternatives, start, (end) => end === at);
        }
        return found !== assertion.negate;
      }
    }
  }

  /** Length of the character at a place when the element takes it, else 0. */
  private single(element: AST.Element, at: number): number {
    const code = this.flags === "u" ? this.text.codePointAt(at) : this.text.charCodeAt(at);
    if (code === undefined || Number.isNaN(code)) return 0;
    const character = String.fromCodePoint(code);
    if (element.type === "Character") return element.value === code ? character.length : 0;
    return characterTest(element.raw, this.flags).test(character) ? character.length : 0;
  }
}

function isSingle(element: AST.Element): element is Single {
  return /^(?:Character|CharacterSet|CharacterClass|ExpressionCharacterClass)$/.test(element.type);
}

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character);

const characterTests = new Map<string, RegExp>();

/** A class, a set or a dot as a native expression: on one character there is nothing to backtrack. */
export function characterTest(raw: string, flags: string): RegExp {
  const key = `${flags}/${raw}`;
  let known = characterTests.get(key);
  if (known === undefined) {
    known = new RegExp(`^(?:${raw})$`, flags);
    if (characterTests.size > 500) characterTests.clear();
    characterTests.set(key, known);
  }
  return known;
}
