import {
  type ConfidenceInterval,
  countText,
  NOT_MEASURED_REASONS,
  type Ratio,
  roundDown,
} from "@gradable/contract";
import Fraction from "fraction.js";

/** Points to gain: two decimals rounded down, and "under 0.01" for what is smaller without being nothing. */
export function gainText(exact: string): string {
  const text = roundDown(exact, 2);
  return text === "0.00" && exact !== "0" ? "under 0.01" : text;
}

/**
 * What is said of the interval: its ends rounded outwards to one decimal ("95 % interval 71.2 to 93.0"), why there is
 * none, or that it has no width, which a reader would otherwise take for certainty.
 */
export function intervalText(ci95: ConfidenceInterval): string {
  if (ci95.state === "notMeasured") return `no interval: ${NOT_MEASURED_REASONS.label(ci95.reason)}`;
  if (ci95.low === ci95.high)
    return "no interval: all requests went alike, so resampling them shows no spread";
  return `95 % interval ${intervalEnds(ci95)}`;
}

/** The two ends of an interval rounded outwards to one decimal: "71.2 to 93.0". */
export function intervalEnds(ci95: { readonly low: number; readonly high: number }): string {
  return `${(Math.floor(ci95.low * 10) / 10).toFixed(1)} to ${(Math.ceil(ci95.high * 10) / 10).toFixed(1)}`;
}

/** A fraction as a percentage with one decimal rounded down; a measured 1 is the only "100 %". */
export function percentText(exact: string): string {
  return `${roundDown(new Fraction(exact).mul(100).toFraction(), 1).replace(/\.0$/, "")} %`;
}

/** A share of a whole with one decimal rounded down, in a column of its like: "12.0 %". */
export function shareText(exact: string): string {
  return `${roundDown(new Fraction(exact).mul(100).toFraction(), 1)} %`;
}

/** "7 of 8 (87.5 %)", or `null` when the ratio was not measured. */
export function ratioText(ratio: Ratio): string | null {
  if (ratio.state === "notMeasured") return null;
  return `${countText(ratio.numerator)} of ${countText(ratio.denominator)} (${percentText(ratio.exact)})`;
}

/** The day of an ISO time: 2026-08-03. */
export const dayText = (isoTime: string): string => isoTime.slice(0, 10);
