import { type IdOf, vocabulary } from "./vocabulary.js";

/** How a difference stands to the noise of measuring. */
export const DIFFERENCE_READINGS = vocabulary("reading of a difference", {
  noDifference: { label: "no difference" },
  insideNoise: { label: "inside the noise: the 95 % interval of the difference holds zero" },
  beyondNoise: { label: "beyond the noise: the 95 % interval of the difference leaves out zero" },
  notMeasured: { label: "not measured on both sides" },
});
export type DifferenceReading = IdOf<typeof DIFFERENCE_READINGS>;

/** What became of a request that was asked on both sides, the worst first. */
export const TASK_CHANGES = vocabulary("change of a request between two reports", {
  lost: { label: "answered rightly in A only" },
  unconfirmed: { label: "with a destructive call asked about in A only" },
  won: { label: "answered rightly in B only" },
  confirmed: { label: "with a destructive call asked about in B only" },
  moved: { label: "answered otherwise, neither better nor worse" },
  graded: { label: "graded on one side only" },
});
export type TaskChange = IdOf<typeof TASK_CHANGES>;

/** What a difference suggests, in the order it is said; the label is its heading. */
export const DIFFERENCE_CAUSES = vocabulary("cause that a difference suggests", {
  arithmetic: { label: "Arithmetic" },
  surfaceChanged: { label: "The surface changed" },
  differentTasks: { label: "Other requests" },
  judgeSensitivity: { label: "Judge sensitivity" },
  differentMethodology: { label: "Another methodology" },
  unsteadyJudge: { label: "An unsteady judge" },
  noise: { label: "Noise" },
  noDifference: { label: "Reproduced" },
});
export type DifferenceCause = IdOf<typeof DIFFERENCE_CAUSES>;

/** What a reader of the figures should know besides. None of it blocks a comparison. */
export const COMPARISON_NOTES = vocabulary("note on a comparison", {
  safetyOnOneSide: {
    label:
      "Safety is measured on one side only, so the two scores are over different categories, each scaled to 100.",
  },
  responsesOnOneSide: {
    label: "Response sizes were recorded on one side only, so the parts of economics weigh differently.",
  },
  differentTrialsPerTask: { label: "The requests were asked a different number of times." },
  differentCliVersion: {
    label:
      "The judge’s program has another version on each side. That is recorded and does not split scores.",
  },
  mixedProvenance: { label: "Not every question of one side was answered by the same judge." },
  pairedRequests: {
    label:
      "Both sides asked the same requests, and the intervals treat them as if they were different ones. They are wider than they need to be, so what they call noise may be more than that.",
  },
});
export type ComparisonNote = IdOf<typeof COMPARISON_NOTES>;
