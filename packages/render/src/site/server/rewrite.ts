import { tokenChangeText } from "../../phrase/rewrite.js";
import { suggestionVerdict as verdictOf, rewriteView as viewOf } from "../../views/rewrite.js";
import { bar } from "../charts/bar.js";
import { HTML, ours } from "../html.js";
import type { ServerContext } from "./context.js";

/** Requests, tools and newly confused pairs listed; the rest is counted. */
const LISTED = 40;

/** What became of the requests with the suggestions in place, with bars for the rates; `null` without a rewrite. */
export function rewriteView({ report, effect }: ServerContext) {
  const view = viewOf(report, effect, HTML, { tools: LISTED, confused: LISTED, lost: LISTED });
  if (view === null || effect === null) return null;
  return {
    ...view,
    rows: view.rows.map(({ shares: [before, after], ...row }) => ({
      ...row,
      beforeBar: barOf(before),
      afterBar: barOf(after),
    })),
    cost: ours(tokenChangeText(effect.addedTokens)),
  };
}

const barOf = (share: number | null | undefined) => (share == null ? null : bar(share, 1));

/** What became of the suggestion for a tool when it was tried; `null` when nothing was. */
export function suggestionVerdict({ effect }: ServerContext, toolIndex: number) {
  const verdict = verdictOf(effect, toolIndex);
  return verdict && { ...verdict, text: ours(verdict.text) };
}
