import type { Report } from "@gradable/contract";

/** The tally of one stage of the user-value chain over all trials. */
export type StageTally = Report["chain"]["analytics"]["slices"][number]["stages"][number] & {
  /** Trials that reached the stage, or may have, without anything deciding whether it held. */
  readonly undecided: number;
};

/** What became of the trials at each stage of the user-value chain, over the whole run; reasons that a stage held are left out. */
export function stageTallies({ chain }: Report): StageTally[] {
  const overall = chain.analytics.slices.find(({ slice }) => slice.dimension === "overall");
  return (overall?.stages ?? []).map((stage) => ({
    ...stage,
    undecided: stage.notMeasured + stage.reachUnknown,
    reasons: stage.reasons.filter(({ reason }) => reason !== "observed"),
  }));
}
