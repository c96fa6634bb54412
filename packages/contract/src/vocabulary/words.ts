import { vocabulary } from "./vocabulary.js";

// Words that outputs show and files hold, and that no list of ours closes: some belong to the chain's schemas, some to the
// headings of tables.

export const BUILTIN_JUDGE = vocabulary("judge", {
  builtin: { meaning: "the embedded judge: a lexical probe of the declared surface, not a reader" },
});

export const COVERAGE_RULES = vocabulary("coverage rule of a verdict", {
  allConfiguredTrialsAttempted: { meaning: "every trial that was to be run was begun" },
  minEligibleTrials: { meaning: "at least so many trials count" },
});

export const LATENCY_BASES = vocabulary("basis of a latency", {
  setup_phase_wall: { meaning: "time from the start to the end of a setup phase" },
  evidence_span_union: { meaning: "time covered by the recorded calls, overlaps once" },
});

export const UNITS = vocabulary("unit", { ms: { meaning: "milliseconds" } });

export const SHOWN_WORDS = vocabulary("word of the fix brief and the leaderboard", {
  "points to gain": {
    meaning: "what mending it all would add to the composite with everything else unchanged",
  },
  "95 % interval": {
    meaning: "how far the score would move had other requests of the kind been asked (ci95)",
  },
  "no spread": {
    meaning: "all requests of the server went alike, so drawing them anew shows no interval",
  },
  pp: { meaning: "percentage points: the difference of two rates, not points of the score" },
  net: {
    meaning: "requests for the tool answered rightly more than before, less those it draws from others",
  },
  "drawn from others": {
    meaning: "requests for other tools that go to this one only with the suggestions",
  },
  "newly confused": {
    meaning: "a tool and another one picked for its requests with the suggestions and never as declared",
  },
  undecided: {
    meaning: "a stage that was not measured, or of which nobody knows whether it was reached",
  },
  handler: { meaning: "the code of the server that answers a call; no scan ever sees or runs it" },
});
