/** Left out at the front where there is no line to go by: more than any secret has. */
const CUT_BYTES = 4096;

/** Keeps the last bytes of a stream, however much flows through. */
export class ByteTail {
  readonly #ring: Buffer;
  #total = 0;

  constructor(maxBytes: number) {
    this.#ring = Buffer.alloc(maxBytes);
  }

  /** Bytes seen in all. */
  get total(): number {
    return this.#total;
  }

  push(chunk: Buffer): void {
    const size = this.#ring.length;
    const part = chunk.length > size ? chunk.subarray(chunk.length - size) : chunk;
    const at = (this.#total + chunk.length - part.length) % size;
    const first = Math.min(part.length, size - at);
    part.copy(this.#ring, at, 0, first);
    part.copy(this.#ring, 0, first);
    this.#total += chunk.length;
  }

  /**
   * What is kept, as text. Of a longer stream the line that was cut at the front is left out: half a secret would
   * not be recognised as one.
   */
  text(): string {
    const size = this.#ring.length;
    if (this.#total <= size) return this.#ring.toString("utf8", 0, this.#total);
    const at = this.#total % size;
    const whole = Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)]);
    const lineEnd = whole.indexOf(0x0a);
    return whole.toString("utf8", lineEnd < 0 ? CUT_BYTES : lineEnd + 1);
  }
}
