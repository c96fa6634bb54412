// SHA-256 (FIPS 180-4) in plain TypeScript: the Web Crypto digest is asynchronous, Node's is not in browsers, and
// a pure derivation can await neither.

const blockBytes = 64;

/** First 32 fractional bits of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
const roundConstants = Int32Array.from(primes(64), (prime) => fractionBits(Math.cbrt(prime)));
/** First 32 fractional bits of the square roots of the first 8 primes (FIPS 180-4 §5.3.3). */
const initialState = Int32Array.from(primes(8), (prime) => fractionBits(Math.sqrt(prime)));

/**
 * The SHA-256 digest of a text's UTF-8 bytes.
 *
 * @returns 64 lowercase hex digits, without an algorithm prefix
 */
export function sha256Hex(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const state = Int32Array.from(initialState);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < bytes.length; offset += blockBytes) {
    fillSchedule(schedule, view, offset);
    compress(state, schedule);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function padded(message: Uint8Array): Uint8Array {
  // One 0x80 byte, zeros, then the length in bits as 64 bits, up to a whole number of blocks.
  const size = Math.ceil((message.length + 9) / blockBytes) * blockBytes;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(size - 4, (message.length << 3) >>> 0);
  return bytes;
}

function fillSchedule(schedule: Int32Array, view: DataView, offset: number): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const near = schedule[index - 15] as number;
    const far = schedule[index - 2] as number;
    const low = rotate(near, 7) ^ rotate(near, 18) ^ (near >>> 3);
    const high = rotate(far, 17) ^ rotate(far, 19) ^ (far >>> 10);
    schedule[index] = (schedule[index - 16] as number) + low + (schedule[index - 7] as number) + high;
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const keyed = ((roundConstants[index] as number) + (schedule[index] as number)) | 0;
    const first = (((h + sumE) | 0) + ((choice + keyed) | 0)) | 0;
    const sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sumA + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] as number) + word;
  });
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractionBits(root: number): number {
  return ((root - Math.floor(root)) * 0x100000000) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
