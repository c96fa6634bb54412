import { EVAL_STAGE_PARITY_BLOCKER_LABELS } from "@gradable/chain";
import { formatScore } from "@gradable/contract";
import type { Comparison, ComparisonSide } from "@gradable/insight";
import { dayText } from "../phrase/figures.js";
import { differenceView } from "../views/difference.js";
import { siteFrame } from "./head.js";
import { HTML, ours, shown } from "./html.js";
import { fill } from "./page.js";

/** Rows listed of requests, defects, pairs and tools that differ; the rest is counted, and `gradable compare` lists all. */
const LISTED = 60;

/** Two reports of one server side by side, what stands in the way of comparing them first. */
export function changesPage(comparison: Comparison): string {
  const { a, b } = comparison;
  return fill("changes", {
    frame: siteFrame({
      title: ours(`${b.slug}: what changed`),
      description: ours(`Two reports of ${b.slug} side by side.`),
      root: "../../",
    }),
    slug: ours(b.slug),
    method: ours("../../method.html"),
    before: sideView(a),
    after: sideView(b),
    comparable: comparison.comparable,
    blockers: comparison.blockers.map((blocker) => ours(EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker])),
    mismatches: [...a.mismatches, ...b.mismatches].map((message) => shown(message, { maxChars: 400 })),
    suggests: comparison.suggests.map(({ statement }) => shown(statement, { maxChars: 1000 })),
    ...differenceView(comparison, HTML, LISTED),
  });
}

function sideView(side: ComparisonSide) {
  return {
    day: ours(dayText(side.scannedAt)),
    grade: ours(side.grade),
    score: ours(formatScore(side.composite.exact)),
    judge: shown(`${side.judge.cli} ${side.judge.cliVersion}, ${side.judge.model}`, { maxChars: 120 }),
    target: shown(side.target, { maxChars: 200 }),
  };
}
