import { canonicalJson, defined, type JsonValue, type SurfaceTool } from "@gradable/contract";
import type { Tokenizer } from "./tokenizer.js";

/** What a model reads of a tool: name, description, input schema and, where declared, output schema. */
export function toolDefinition(tool: SurfaceTool): Record<string, JsonValue> {
  return {
    name: tool.name,
    ...defined({
      description: tool.description,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
    }),
  };
}

/**
 * Definition tokens of a surface: `total` is the count of the canonical JSON array of all definitions (see
 * {@link toolDefinition}); `perTool` counts each definition by itself, in declared order, so the two need not add up:
 * tokens may span the comma between two tools.
 */
export function definitionTokens(
  tools: readonly SurfaceTool[],
  tokenizer: Tokenizer,
): { total: number; perTool: number[] } {
  const counted = tools.map((tool) => countOf(tool, tokenizer));
  return { total: totalOf(counted, tokenizer), perTool: counted.map(({ tokens }) => tokens) };
}

/** A definition and its tokens. */
interface Counted {
  readonly text: string;
  readonly tokens: number;
  /** The signs that it ends with, where they stand behind an ASCII letter or digit; `null` where it ends in another way. */
  readonly tail: string | null;
  /** Tokens of what stands between {@link HEAD} and the tail. */
  readonly middle: number;
}

/** How every definition begins: its first member is a word. */
const HEAD = '{"';
const TAIL = /(?<=[A-Za-z0-9])[!-/:-@[-`{-~]+$/;
const counts = new WeakMap<Tokenizer, WeakMap<SurfaceTool, Counted>>();

function countOf(tool: SurfaceTool, tokenizer: Tokenizer): Counted {
  const known = counts.get(tokenizer) ?? new WeakMap<SurfaceTool, Counted>();
  counts.set(tokenizer, known);
  let counted = known.get(tool);
  if (counted === undefined) {
    const text = canonicalJson(toolDefinition(tool));
    const tokens = tokenizer.count(text);
    const tail = TAIL.exec(text)?.[0] ?? null;
    const middle = tokens - tokenizer.count(HEAD) - tokenizer.count(tail ?? "");
    counted = { text, tokens, tail, middle };
    known.set(tool, counted);
  }
  return counted;
}

/**
 * The tokens of the whole array. o200k_base first cuts a text where a letter or digit meets a sign (its pattern takes a run of signs
 * whole, and a letter never takes a sign that stands behind it along), and no token spans such a cut. So the definitions, which a scan counts several
 * times, need not be counted again: only the runs of signs between them, like `"},{"`, are.
 */
function totalOf(counted: readonly Counted[], tokenizer: Tokenizer): number {
  const seams: string[] = [];
  let before = "[";
  let total = 0;
  for (const { tail, middle } of counted) {
    if (tail === null || tokenizer.name !== "o200k_base") {
      return tokenizer.count(`[${counted.map(({ text }) => text).join(",")}]`);
    }
    seams.push(`${before}${HEAD}`);
    total += middle;
    before = `${tail},`;
  }
  seams.push(counted.length === 0 ? "[]" : `${before.slice(0, -1)}]`);
  const known = new Map<string, number>();
  for (const seam of seams) {
    const tokens = known.get(seam) ?? tokenizer.count(seam);
    known.set(seam, tokens);
    total += tokens;
  }
  return total;
}
