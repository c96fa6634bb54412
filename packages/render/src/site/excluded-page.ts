import { EVAL_STAGE_PARITY_BLOCKER_LABELS } from "@gradable/chain";
import { countText, EXCLUSION_REASONS, FAILURE_OWNERS, SCAN_STAGES } from "@gradable/contract";
import type { Leaderboard, Unranked } from "@gradable/insight";
import { dayText } from "../phrase/figures.js";
import { siteFrame } from "./head.js";
import { code, ours, shown } from "./html.js";
import { fill } from "./page.js";

/** The page of results without a rank, by reason. */
export function excludedPage(board: Leaderboard): string {
  return fill("excluded", {
    frame: siteFrame({
      title: ours("Results without a rank"),
      description: ours("Results that are not ranked, each with its reason."),
      root: "",
      section: "excluded",
    }),
    groups: EXCLUSION_REASONS.ids
      .map((reason) => {
        const entries = board.excluded.filter((entry) => entry.reason === reason);
        return {
          id: ours(reason),
          reason: ours(EXCLUSION_REASONS.label(reason)),
          count: ours(countText(entries.length)),
          failures: entries.some(({ failure }) => failure !== undefined),
          entries: entries.map((entry) => ({
            file: code(entry.file, { maxChars: 200 }),
            slug: entry.slug === null ? null : ours(entry.slug),
            detail: shown(entry.detail, { maxChars: 600 }),
            day: entry.at === null ? null : ours(dayText(entry.at)),
            failure: failureView(entry),
          })),
        };
      })
      .filter((group) => group.entries.length > 0),
  });
}

/** The page of a server that has no score: what stopped, whose failure it was, and how to try again. */
export function noScorePage(slug: string, entry: Unranked): string {
  return fill("no-score", {
    frame: siteFrame({
      title: ours(`${slug}: no score`),
      description: ours(`Why ${slug} has no score.`),
      root: "../../",
      scripts: ["page.js"],
    }),
    slug: ours(slug),
    reason: ours(EXCLUSION_REASONS.label(entry.reason)),
    detail: shown(entry.detail, { maxChars: 600 }),
    day: entry.at === null ? null : ours(dayText(entry.at)),
    failure: failureView(entry),
    blockers: (entry.blockers ?? []).map((blocker) => ours(EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker])),
    failed: entry.reason === "failedScan",
    file: code(entry.file, { maxChars: 200 }),
  });
}

function failureView({ failure }: Unranked) {
  if (failure === undefined) return null;
  return {
    stage: ours(SCAN_STAGES.label(failure.stage)),
    owner: ours(FAILURE_OWNERS.label(failure.owner)),
    code: code(failure.code),
  };
}
