import { vocabulary } from "../vocabulary/vocabulary.js";
import { type EvalStageAnalyticsV1, evalStageAnalyticsSchema } from "./document.js";

/**
 * The ways a run's funnel can be missing (spec §8). They are different facts and never stand for one another; none is
 * a funnel of zeros.
 */
export const ABSENCES = vocabulary({
  runNotFound: { label: "this run does not exist or is not visible here" },
  runUnmeasured: { label: "this run exists and its stages were never measured" },
  notSupported: {
    label: "this installation does not serve stage analytics, which says nothing about the run",
  },
  unreadable: {
    label: "this run has stage analytics that this reader cannot validate, so none of it is shown",
  },
});
/** One way a run's funnel can be missing. */
type StageAnalyticsAbsence = (typeof ABSENCES.members)[number];

/**
 * What a reader found. `run` is the outcome of reading the run itself: without having read it, nobody can say that it
 * was never measured, so the type asks for it.
 */
export type StageAnalyticsReading =
  | { readonly supported: false }
  | { readonly supported: true; readonly run: "notFound" }
  | { readonly supported: true; readonly run: "found"; readonly analytics: unknown };

/** A funnel, or the one fact about why there is none. */
export type StageAnalyticsLookup =
  | { readonly state: "present"; readonly analytics: EvalStageAnalyticsV1 }
  | { readonly state: "absent"; readonly absence: StageAnalyticsAbsence };

/**
 * Resolves what a reader found into a funnel or one absence. A document that does not validate, a newer version's
 * included, is never partly read.
 */
export function resolveStageAnalytics(reading: StageAnalyticsReading): StageAnalyticsLookup {
  if (!reading.supported) return { state: "absent", absence: "notSupported" };
  if (reading.run === "notFound") return { state: "absent", absence: "runNotFound" };
  if (reading.analytics === undefined || reading.analytics === null) {
    return { state: "absent", absence: "runUnmeasured" };
  }
  const parsed = evalStageAnalyticsSchema.safeParse(reading.analytics);
  return parsed.success
    ? { state: "present", analytics: parsed.data }
    : { state: "absent", absence: "unreadable" };
}
