import type { Predicate } from "../checks/predicate.js";

const warn = { role: "advisory", severity: "warn" } as const;

/** Checks worth starting a new suite with. Advisory: they report, they decide nothing. Source: spec evals.md §2.9. */
export const RECOMMENDED_PREDICATES: readonly Predicate[] = Object.freeze([
  { type: "noToolErrors", ...warn },
  { type: "argumentsMatchToolSchema", ...warn },
  { type: "noDeprecatedToolCalled", ...warn },
]);

/** Optional standard presets with the public contract's numbers. */
export const STANDARD_PREDICATES: readonly Predicate[] = Object.freeze([
  { type: "toolDescriptionsPresent", minLength: 20, ...warn },
  { type: "toolCallCountUnder", count: 4, ...warn },
  { type: "toolLatencyUnder", ms: 5_000, ...warn },
  { type: "toolResultSizeUnder", maxBytes: 64_000, ...warn },
  { type: "turnCountUnder", turns: 6, ...warn },
]);
