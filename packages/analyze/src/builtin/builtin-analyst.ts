import type { Surface } from "@gradable/contract";
import { builtinIdentity } from "@gradable/intent";
import type { Analyst } from "../analyst.js";
import { findDefects } from "./defects/defects.js";
import { type SurfaceEvidence, surfaceEvidence } from "./evidence.js";
import { confusablePairs } from "./pairs/confusable-pairs.js";
import { suggestionsFor } from "./rewrite/suggestions.js";

/** Versions of the embedded rules: findings of different versions are not comparable. */
const BUILTIN_DEFECTS_VERSION = "builtin-defects-v2";
const BUILTIN_PAIRS_VERSION = "builtin-pairs-v2";
const BUILTIN_REWRITE_VERSION = "builtin-rewrite-v3";

/**
 * The embedded analyst: rules over what the surface declares, no model and no network, the same bytes for the same
 * surface. A lexical probe, not a reader; what it misses is in METHODOLOGY beside its figures.
 */
export function builtinAnalyst(): Analyst {
  // Three questions about one surface: read it once.
  let last: { surface: Surface; evidence: SurfaceEvidence } | undefined;
  const evidenceOf = (surface: Surface) => {
    if (last?.surface !== surface) last = { surface, evidence: surfaceEvidence(surface) };
    return last.evidence;
  };
  return {
    defects: async (surface) => ({
      defects: findDefects(evidenceOf(surface)),
      identity: builtinIdentity(BUILTIN_DEFECTS_VERSION),
    }),
    pairs: async (surface) => ({
      pairs: confusablePairs(evidenceOf(surface)),
      identity: builtinIdentity(BUILTIN_PAIRS_VERSION),
    }),
    rewrite: async (surface, defects, tokenizer) => ({
      suggestions: suggestionsFor(
        surface,
        evidenceOf(surface),
        { defects, pairs: confusablePairs(evidenceOf(surface)) },
        tokenizer,
      ),
      identity: builtinIdentity(BUILTIN_REWRITE_VERSION),
    }),
  };
}
