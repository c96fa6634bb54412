const MULTIPLIER = 0x01000193;

/** A stretch of a text: from `start` up to, not including, `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds every run of `length` characters of the given texts in another text. Time is in proportion to the text, space to the
 * texts given, whatever they hold: runs are looked up by a rolling hash and then compared, and no pattern is made of them.
 */
export class RunIndex {
  readonly #length: number;
  readonly #corpus: Uint16Array;
  /** Where a run stands in the corpus, plus one; 0 is an empty place. */
  readonly #table: Int32Array;
  /** What the character that leaves the window has contributed to the hash. */
  readonly #leaving: number;

  /** @param skip says of a run that it is common property, so that it alone is no finding */
  constructor(texts: readonly string[], length: number, skip: (run: string) => boolean = () => false) {
    this.#length = length;
    this.#corpus = codesOf(texts.join(""));
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(this.#corpus.length * 2 + 2)));
    let leaving = 1;
    for (let index = 1; index < length; index++) leaving = Math.imul(leaving, MULTIPLIER);
    this.#leaving = leaving;
    let offset = 0;
    for (const text of texts) {
      this.#each(codesOf(text), (at, hash) => {
        if (!skip(text.slice(at, at + length))) this.#add(offset + at, hash);
      });
      offset += text.length;
    }
  }

  /** The stretches of `text` that are made of such runs, in order, those that overlap joined. */
  find(text: string): Stretch[] {
    const codes = codesOf(text);
    const found: { start: number; end: number }[] = [];
    this.#each(codes, (at, hash) => {
      if (this.#table[this.#place(codes, at, hash)] === 0) return;
      const last = found.at(-1);
      if (last !== undefined && at <= last.end) last.end = at + this.#length;
      else found.push({ start: at, end: at + this.#length });
    });
    return found;
  }

  #each(codes: Uint16Array, visit: (at: number, hash: number) => void): void {
    const length = this.#length;
    let hash = 0;
    for (let end = 1; end <= codes.length; end++) {
      if (end > length) hash = (hash - Math.imul(codes[end - 1 - length] as number, this.#leaving)) | 0;
      hash = (Math.imul(hash, MULTIPLIER) + (codes[end - 1] as number)) | 0;
      if (end >= length) visit(end - length, hash);
    }
  }

  #add(at: number, hash: number): void {
    const place = this.#place(this.#corpus, at, hash);
    if (this.#table[place] === 0) this.#table[place] = at + 1;
  }

  /** Where the run of `codes` at `at` stands in the table, or where it would. */
  #place(codes: Uint16Array, at: number, hash: number): number {
    const mask = this.#table.length - 1;
    // The low bits of such a hash depend on few characters; the high ones on all.
    let place = (hash ^ (hash >>> 15)) & mask;
    for (; ; place = (place + 1) & mask) {
      const known = this.#table[place] as number;
      if (known === 0 || this.#same(known - 1, codes, at)) return place;
    }
  }

  #same(known: number, codes: Uint16Array, at: number): boolean {
    for (let index = 0; index < this.#length; index++)
      if (this.#corpus[known + index] !== codes[at + index]) return false;
    return true;
  }
}

function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) codes[index] = text.charCodeAt(index);
  return codes;
}
