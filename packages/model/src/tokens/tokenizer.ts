import type { TokenSource } from "@gradable/contract";

/** Counts tokens of a text; `source` and `name` say how, as a report records it. */
export interface Tokenizer {
  readonly source: TokenSource;
  readonly name: "o200k_base" | "utf8-bytes-div-4";
  /** Tokens of `text`, an integer ≥ 0. Special-token spellings in it are counted as ordinary text. */
  count(text: string): number;
}

/** UTF-8 bytes ÷ 4, rounded up: the method's heuristic where no tokenizer can be loaded. */
export const estimateTokenizer: Tokenizer = {
  source: "estimated",
  name: "utf8-bytes-div-4",
  count: (text) => Math.ceil(Buffer.byteLength(text, "utf8") / 4),
};

let loaded: Promise<Tokenizer> | undefined;

/**
 * Loads the tokenizer asked for: `o200k_base` (exact; about a third of a second the first time, so it is loaded on demand
 * and once) or the estimate. Where tiktoken cannot be loaded the estimate is given back instead of failing: look at
 * `source`.
 */
export function loadTokenizer(kind: "o200k_base" | "estimate"): Promise<Tokenizer> {
  if (kind === "estimate") return Promise.resolve(estimateTokenizer);
  loaded ??= loadO200k().catch(() => estimateTokenizer);
  return loaded;
}

async function loadO200k(): Promise<Tokenizer> {
  const { get_encoding } = await import("tiktoken");
  const encoding = get_encoding("o200k_base");
  return {
    source: "exact",
    name: "o200k_base",
    count: (text) =>
      cutLongRuns(text).reduce((total, piece) => total + encoding.encode(piece, [], []).length, 0),
  };
}

/**
 * Longest run of letters, of signs or of white space given to tiktoken whole. Its time grows with the square of such a
 * run (100,000 Chinese characters in a row take two minutes), and no text that a person wrote has one this long; where one
 * does, cutting it changes the count by a token per cut at most.
 */
const LONGEST_RUN = 256;
const LONG_RUN = new RegExp(
  `[\\p{L}\\p{M}]{${LONGEST_RUN + 1},}|[^\\s\\p{L}\\p{N}]{${LONGEST_RUN + 1},}|\\s{${LONGEST_RUN + 1},}`,
  "gu",
);

/** Whether there may be a run to cut; looks at the code units only, which is several times as fast as finding one. */
function mayHaveLongRun(text: string): boolean {
  if (text.length <= LONGEST_RUN) return false;
  let run = 0;
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const kind = kindOf(text.charCodeAt(index));
    run = kind === before || kind === UNKNOWN || before === UNKNOWN ? run + 1 : 1;
    if (run > LONGEST_RUN) return true;
    before = kind;
  }
  return false;
}

/** Kinds of code unit: letters, white space, digits (which are never in a run), signs, and those that only the pattern can tell. */
const UNKNOWN = 4;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z]/i.test(character) ? 0 : /\s/.test(character) ? 1 : /[0-9]/.test(character) ? 2 : 3;
});
function kindOf(code: number): number {
  return code < 128 ? (KINDS[code] as number) : UNKNOWN;
}

function cutLongRuns(text: string): string[] {
  if (!mayHaveLongRun(text)) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    const end = run.index + run[0].length;
    for (let cut = run.index + LONGEST_RUN; cut < end; cut += LONGEST_RUN) {
      // Never between the two halves of a surrogate pair.
      const at = isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
      pieces.push(text.slice(from, at));
      from = at;
    }
  }
  pieces.push(from === 0 ? text : text.slice(from));
  return pieces;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
