/**
 * A sum of finite numbers that does not depend on the order they are added in.
 *
 * Keeps the running sum as non-overlapping parts, each addition exact (Shewchuk 1997, as in Python's `math.fsum`).
 * For whole milliseconds there is one part, and an addition costs what a plain one does.
 */
export class ExactSum {
  #parts: number[] = [];

  add(value: number): void {
    let carried = value;
    let kept = 0;
    for (const part of this.#parts) {
      const [large, small] = Math.abs(carried) < Math.abs(part) ? [part, carried] : [carried, part];
      const high = large + small;
      const low = small - (high - large);
      if (low !== 0) {
        this.#parts[kept] = low;
        kept += 1;
      }
      carried = high;
    }
    this.#parts.length = kept;
    this.#parts.push(carried);
  }

  /** The exact sum, rounded once to the nearest number. */
  value(): number {
    const parts = this.#parts;
    let index = parts.length - 1;
    if (index < 0) return 0;
    let total = parts[index] as number;
    let rest = 0;
    while (index > 0) {
      index -= 1;
      const before = total;
      const part = parts[index] as number;
      total = before + part;
      rest = part - (total - before);
      if (rest !== 0) break;
    }
    // The parts below may decide which way an exact half is rounded.
    const below = index > 0 ? (parts[index - 1] as number) : 0;
    if (rest !== 0 && below !== 0 && rest < 0 === below < 0) {
      const doubled = rest * 2;
      const rounded = total + doubled;
      if (doubled === rounded - total) return rounded;
    }
    return total;
  }
}
