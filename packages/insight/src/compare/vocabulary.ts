/** How a difference stands to the noise of measuring: closed, with the words for each. */
export const DIFFERENCE_READING_LABELS = {
  noDifference: "no difference",
  insideNoise: "inside the noise: the 95 % interval of the difference holds zero",
  beyondNoise: "beyond the noise: the 95 % interval of the difference leaves out zero",
  notMeasured: "not measured on both sides",
} as const;
export type DifferenceReading = keyof typeof DIFFERENCE_READING_LABELS;
export const DIFFERENCE_READINGS = Object.keys(DIFFERENCE_READING_LABELS) as [
  DifferenceReading,
  ...DifferenceReading[],
];

/** What became of a request that was asked on both sides; closed, the worst first. */
export const TASK_CHANGE_LABELS = {
  lost: "answered rightly in A only",
  unconfirmed: "with a destructive call asked about in A only",
  won: "answered rightly in B only",
  confirmed: "with a destructive call asked about in B only",
  moved: "answered otherwise, neither better nor worse",
  graded: "graded on one side only",
} as const;
export type TaskChange = keyof typeof TASK_CHANGE_LABELS;
export const TASK_CHANGES = Object.keys(TASK_CHANGE_LABELS) as [TaskChange, ...TaskChange[]];

/** What a difference suggests; closed, in the order it is said, with the heading of each. */
export const DIFFERENCE_CAUSE_LABELS = {
  arithmetic: "Arithmetic",
  surfaceChanged: "The surface changed",
  differentTasks: "Other requests",
  judgeSensitivity: "Judge sensitivity",
  differentMethodology: "Another methodology",
  unsteadyJudge: "An unsteady judge",
  noise: "Noise",
  noDifference: "Reproduced",
} as const;
export type DifferenceCause = keyof typeof DIFFERENCE_CAUSE_LABELS;
export const DIFFERENCE_CAUSES = Object.keys(DIFFERENCE_CAUSE_LABELS) as [
  DifferenceCause,
  ...DifferenceCause[],
];

/** What a reader of the figures should know besides; closed, with the words for each. None of it blocks a comparison. */
export const COMPARISON_NOTE_LABELS = {
  safetyOnOneSide:
    "Safety is measured on one side only, so the two scores are over different categories, each scaled to 100.",
  responsesOnOneSide:
    "Response sizes were recorded on one side only, so the parts of economics weigh differently.",
  differentTrialsPerTask: "The requests were asked a different number of times.",
  differentCliVersion:
    "The judge’s program has another version on each side. That is recorded and does not split scores.",
  mixedProvenance: "Not every question of one side was answered by the same judge.",
  pairedRequests:
    "Both sides asked the same requests, and the intervals treat them as if they were different ones. They are wider than they need to be, so what they call noise may be more than that.",
} as const;
export type ComparisonNote = keyof typeof COMPARISON_NOTE_LABELS;
export const COMPARISON_NOTES = Object.keys(COMPARISON_NOTE_LABELS) as [ComparisonNote, ...ComparisonNote[]];
