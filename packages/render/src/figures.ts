import { type ConfidenceInterval, type Ratio, roundDown } from "@gradable/contract";
import Fraction from "fraction.js";

/** Points to gain: two decimals rounded down, and "under 0.01" for what is smaller without being nothing. */
export function gainText(exact: string): string {
  const text = roundDown(exact, 2);
  return text === "0.00" && exact !== "0" ? "under 0.01" : text;
}

/** The interval rounded outwards to one decimal ("71.2 to 93.0"), or `null` when none was measured. */
export function intervalText(ci95: ConfidenceInterval): string | null {
  if (ci95.state === "notMeasured") return null;
  return `${(Math.floor(ci95.low * 10) / 10).toFixed(1)} to ${(Math.ceil(ci95.high * 10) / 10).toFixed(1)}`;
}

/** A fraction as a percentage with one decimal rounded down; a measured 1 is the only "100 %". */
export function percentText(exact: string): string {
  return `${roundDown(new Fraction(exact).mul(100).toFraction(), 1).replace(/\.0$/, "")} %`;
}

/** "7 of 8 (87.5 %)", or `null` when the ratio was not measured. */
export function ratioText(ratio: Ratio): string | null {
  if (ratio.state === "notMeasured") return null;
  return `${countText(ratio.numerator)} of ${countText(ratio.denominator)} (${percentText(ratio.exact)})`;
}

/** An integer with thousands separators: 48,120. */
export function countText(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A count with its noun: "1 task", "2 tasks"; `plural` where adding an s is wrong. */
export function nounText(count: number, singular: string, plural = `${singular}s`): string {
  return `${countText(count)} ${count === 1 ? singular : plural}`;
}

/** The day of an ISO time: 2026-08-03. */
export const dayText = (isoTime: string): string => isoTime.slice(0, 10);
