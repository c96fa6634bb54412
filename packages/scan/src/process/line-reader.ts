const NEWLINE = 0x0a;

/** What a {@link LineReader} reports. */
export interface LineReaderEvents {
  /** A whole line without its line break, as bytes: text is only decoded once a line is complete. */
  onLine(line: Buffer): void;
  /** A line has grown beyond the bound; the rest of it is dropped. `start` is its beginning. */
  onTooLong(start: Buffer): void;
}

/**
 * Cuts a byte stream into lines, however the chunks fall, holding at most `maxLineBytes` of an unfinished one. The
 * buffer doubles, so a list that arrives one byte at a time costs no more than its length.
 */
export class LineReader {
  readonly #maxLineBytes: number;
  readonly #events: LineReaderEvents;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #dropping = false;

  constructor(maxLineBytes: number, events: LineReaderEvents) {
    this.#maxLineBytes = maxLineBytes;
    this.#events = events;
  }

  /** Bytes of the line that has no end yet. */
  get unfinishedBytes(): number {
    return this.#length;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (start < chunk.length) {
      const end = chunk.indexOf(NEWLINE, start);
      const part = chunk.subarray(start, end < 0 ? chunk.length : end);
      this.#add(part);
      if (end < 0) return;
      this.#finish();
      start = end + 1;
    }
  }

  /** The stream ended: what is left is a line too. */
  end(): void {
    if (this.#length > 0) this.#finish();
  }

  #add(part: Buffer): void {
    if (this.#dropping || part.length === 0) return;
    if (this.#length + part.length > this.#maxLineBytes) {
      this.#dropping = true;
      const start =
        this.#length > 0 ? this.#buffer.subarray(0, Math.min(this.#length, 1024)) : part.subarray(0, 1024);
      const copy = Buffer.from(start);
      this.#buffer = Buffer.alloc(0);
      this.#length = 0;
      this.#events.onTooLong(copy);
      return;
    }
    if (this.#length + part.length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max((this.#length + part.length) * 2, 4096));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    part.copy(this.#buffer, this.#length);
    this.#length += part.length;
  }

  #finish(): void {
    if (!this.#dropping) {
      const line = this.#buffer.subarray(0, this.#length);
      this.#length = 0;
      this.#events.onLine(line);
      // One huge list must not pin its buffer for the rest of the session.
      if (this.#buffer.length > 1024 * 1024) this.#buffer = Buffer.alloc(0);
    }
    this.#dropping = false;
    this.#length = 0;
  }
}
