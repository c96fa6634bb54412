import type { NotMeasuredReason, Quantity, Ratio } from "@gradable/contract";
import Fraction from "fraction.js";

/** An exact rational number: every step from counts to composite is computed in these. */
export type Exact = Fraction;

/** An exact rational from an integer, decimal text ("0.60"), or "p/q". */
export function exact(value: number | string): Exact {
  return new Fraction(value);
}

/** The stored form of an exact number: "p/q" in lowest terms, and the double nearest to it. */
export function toQuantity(value: Exact): Quantity {
  return { value: nearestDouble(value), exact: value.toFraction() };
}

/** The exact number behind a stored quantity or a measured ratio. */
export function fromStored(stored: { readonly exact: string }): Exact {
  return new Fraction(stored.exact);
}

/**
 * The ratio of two counts as it is stored; a denominator of zero is not measured, for the reason given.
 * Both counts are integers ≥ 0.
 */
export function toRatio(numerator: number, denominator: number, reason: NotMeasuredReason): Ratio {
  if (denominator === 0) {
    return { state: "notMeasured", value: null, exact: null, numerator, denominator: 0, reason };
  }
  return { state: "measured", ...toQuantity(new Fraction(numerator, denominator)), numerator, denominator };
}

/**
 * The double nearest to an exact number, ties to even. `Number(n) / Number(d)` is that only while both fit into 53
 * bits; beyond, the quotient is taken in integers with a few bits to spare and rounded once.
 */
function nearestDouble({ s, n, d }: Exact): number {
  const sign = Number(s);
  if (n <= Number.MAX_SAFE_INTEGER && d <= Number.MAX_SAFE_INTEGER) return (sign * Number(n)) / Number(d);
  const shift = BigInt(Math.max(0, bits(d) - bits(n) + 64));
  const scaled = n << shift;
  const quotient = scaled / d;
  // A remainder must still break a tie, so it is kept as the lowest bit.
  const sticky = scaled % d === 0n ? quotient : quotient | 1n;
  return (sign * Number(sticky)) / 2 ** Number(shift);
}

function bits(value: bigint): number {
  return value.toString(2).length;
}
