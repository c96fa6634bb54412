/** Shorter values ("1", "en") are left alone in running text, where replacing them would destroy it. */
const SHORTEST_SECRET = 4;
/** A run of this many characters of a value is taken out even where the rest of the value is missing: texts are cut. */
const RUN = 12;
/** Bits of the filter per run; a text without a secret then meets a false hit in less than one of a hundred places. */
const BITS_PER_RUN = 16;
const MOST_BITS = 2 ** 28;

/**
 * Finds given values in texts, whole or in part, in every spelling: as they are, JSON-escaped, percent-encoded, base64 at each of its
 * three alignments and base64url. Time grows with the length of the text, not with the number or the length of the values: runs of
 * {@link RUN} characters are looked up in a filter of two rolling hashes, and a hit is checked against the values themselves.
 */
export class KnownValues {
  readonly #short: readonly string[];
  readonly #long: readonly string[];
  readonly #filter: Uint8Array;
  readonly #mask: number;

  constructor(values: Iterable<string>) {
    const spelt = new Set<string>();
    for (const value of values)
      if (value.trim().length >= SHORTEST_SECRET) for (const form of spellings(value)) spelt.add(form);
    const all = [...spelt].sort((a, b) => b.length - a.length);
    this.#short = all.filter((form) => form.length < RUN);
    this.#long = all.filter((form) => form.length >= RUN);
    const runs = this.#long.reduce((sum, form) => sum + form.length - RUN + 1, 0);
    const bits = Math.min(MOST_BITS, 2 ** Math.ceil(Math.log2(Math.max(64, runs * BITS_PER_RUN))));
    this.#filter = new Uint8Array(bits / 8);
    this.#mask = bits - 1;
    for (const form of this.#long) {
      eachRun(form, (_at, one, two) => {
        this.#set(one);
        this.#set(two);
      });
    }
  }

  /** The text with every value, and every run of one, replaced by `mark`. */
  replace(text: string, mark: string): string {
    let out = this.#long.length === 0 ? text : this.#replaceRuns(text, mark);
    for (const form of this.#short) out = out.replaceAll(form, mark);
    return out;
  }

  #replaceRuns(text: string, mark: string): string {
    let out = "";
    // What was taken over is `text` up to here: the end of the secret that was met last.
    let until = 0;
    // The form that was met last, and how far its places are from the text's.
    let form = "";
    let shift = 0;
    eachRun(text, (at, one, two) => {
      const end = at + RUN;
      // The next character of the same secret: no need to search for it again.
      if (end === until + 1 && form !== "" && form[end - 1 + shift] === text[end - 1]) {
        until = end;
        return;
      }
      if (!this.#has(one) || !this.#has(two)) return;
      const run = text.slice(at, end);
      const found = this.#long.find((known) => known.includes(run));
      if (found === undefined) return;
      if (at > until || until === 0) out += text.slice(until, at) + mark;
      form = found;
      shift = found.indexOf(run) - at;
      until = end;
    });
    return out + text.slice(until);
  }

  #set(bit: number): void {
    const at = bit & this.#mask;
    this.#filter[at >>> 3] = (this.#filter[at >>> 3] as number) | (1 << (at & 7));
  }

  #has(bit: number): boolean {
    const at = bit & this.#mask;
    return ((this.#filter[at >>> 3] as number) & (1 << (at & 7))) !== 0;
  }
}

const [FACTOR_ONE, FACTOR_TWO] = [0x01000193, 0x5bd1e995];
const power = (factor: number) => {
  let product = 1;
  for (let step = 1; step < RUN; step++) product = Math.imul(product, factor);
  return product;
};
const [LEAD_ONE, LEAD_TWO] = [power(FACTOR_ONE), power(FACTOR_TWO)];

/** Tells every run of a text with its two hashes, from left to right. */
function eachRun(text: string, tell: (at: number, one: number, two: number) => void): void {
  let [one, two] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) + 1;
    if (at >= RUN) {
      const gone = text.charCodeAt(at - RUN) + 1;
      one = (one - Math.imul(gone, LEAD_ONE)) | 0;
      two = (two - Math.imul(gone, LEAD_TWO)) | 0;
    }
    one = (Math.imul(one, FACTOR_ONE) + code) | 0;
    two = (Math.imul(two, FACTOR_TWO) + code) | 0;
    if (at >= RUN - 1) tell(at - RUN + 1, mixed(one), mixed(two));
  }
}

/** Spreads a hash over its low bits. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) >>> 0;
}

/** The ways a value may be spelt in what a program prints. */
function spellings(value: string): string[] {
  return [value, value.trim()].flatMap((form) => {
    const percent = percentEncoded(form);
    return [
      form,
      JSON.stringify(form).slice(1, -1),
      JSON.stringify(JSON.stringify(form)).slice(3, -3),
      percent,
      percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      percent.replaceAll("%20", "+"),
      ...base64Spellings(Buffer.from(form)),
    ];
  });
}

/** Base64 and base64url of bytes as they are, and of what does not depend on the bytes before and behind them. */
function base64Spellings(bytes: Buffer): string[] {
  const whole = bytes.toString("base64");
  const inner = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    // The first characters hold bits of what stands before, the last one bits of what stands behind.
    return shifted.slice(offset === 0 ? 0 : offset + 1, shifted.length - 1);
  });
  const forms = [whole, ...inner].filter((form) => form.length >= 2 * SHORTEST_SECRET - 2);
  return [
    ...forms,
    ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")),
  ];
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
