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

  /** What is kept, as text; a character cut in half at the front is left out. */
  text(): string {
    const size = this.#ring.length;
    if (this.#total <= size) return this.#ring.toString("utf8", 0, this.#total);
    const at = this.#total % size;
    const whole = Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)]);
    let start = 0;
    while (start < 4 && ((whole[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return whole.toString("utf8", start);
  }
}
