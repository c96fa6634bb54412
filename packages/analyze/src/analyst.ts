import type { ConfusablePair, Defect, StageIdentity, Suggestion, Surface } from "@gradable/contract";
import type { Tokenizer } from "@gradable/model/tokens";

/** Whoever answers the three questions of the analysis; each answer says who gave it. */
export interface Analyst {
  defects(
    surface: Surface,
  ): Promise<{ readonly defects: readonly Defect[]; readonly identity: StageIdentity }>;
  pairs(
    surface: Surface,
  ): Promise<{ readonly pairs: readonly ConfusablePair[]; readonly identity: StageIdentity }>;
  rewrite(
    surface: Surface,
    defects: readonly Defect[],
    tokenizer: Tokenizer,
  ): Promise<{ readonly suggestions: readonly Suggestion[]; readonly identity: StageIdentity }>;
}
