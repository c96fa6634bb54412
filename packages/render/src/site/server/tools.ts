import { countText, DEFECTS, nounText, PAIR_SEVERITIES } from "@gradable/contract";
import {
  annotationsOn,
  countTrials,
  type ToolFindings,
  toolsBySize,
  worstPairsFirst,
} from "@gradable/insight";
import { gainText, shareText } from "../../phrase/figures.js";
import { suggestionPlace, tokenChangeText } from "../../phrase/rewrite.js";
import { bar } from "../charts/bar.js";
import { pairArcs } from "../charts/pair-arcs.js";
import { code, ours, shown, shownBlock } from "../html.js";
import { annotationView } from "./annotations.js";
import type { ServerContext } from "./context.js";
import { suggestionVerdict } from "./rewrite.js";

/** Rows of the table of tools, tools with defects written out, and pairs listed; the rest is counted, and all are in the report. */
const LISTED_TOOLS = 250;
const LISTED_DEFECTIVE = 60;
const LISTED_PAIRS = 80;

/** Every tool with its share of the definition tokens, the largest first, and what was found on it. */
export function toolsView({ report, findings }: ServerContext) {
  const byIndex = new Map(findings.map((found) => [found.toolIndex, found]));
  const rows = toolsBySize(report);
  const largest = rows[0]?.tool.definitionTokens ?? 1;
  return {
    rows: rows.slice(0, LISTED_TOOLS).map(({ tool, toolIndex, share }) => {
      const found = byIndex.get(toolIndex);
      return {
        name: code(tool.name),
        tokens: ours(countText(tool.definitionTokens)),
        share: ours(shareText(share)),
        bar: bar(tool.definitionTokens, largest, "tokens"),
        destructive: tool.destructive,
        points: found === undefined || found.exact === "0" ? null : ours(gainText(found.exact)),
        found: ours(found === undefined ? "" : foundText(found)),
      };
    }),
    more: Math.max(0, rows.length - LISTED_TOOLS),
  };
}

function foundText(found: ToolFindings): string {
  return [
    found.missed.length > 0 ? `${countText(countTrials(found.missed))} missed` : "",
    found.malformed.length > 0 ? `${countText(countTrials(found.malformed))} malformed` : "",
    found.unsafe.length > 0 ? `${countText(countTrials(found.unsafe))} not asked about` : "",
    found.defects.length > 0 ? nounText(found.defects.length, "defect") : "",
    found.observations.length > 0 ? nounText(found.observations.length, "observation") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Tools with description defects, most points first, each with the suggestion made for it. */
export function defectsView(context: ServerContext) {
  const { report, findings, annotations } = context;
  const defective = findings.filter((found) => found.defects.length > 0);
  return {
    count: ours(nounText(report.analysis.defects.length, "defect")),
    toolCount: ours(nounText(defective.length, "tool")),
    tools: defective.slice(0, LISTED_DEFECTIVE).map(({ tool, toolIndex, defects, suggestion, exact }) => ({
      name: code(tool.name),
      points: exact === "0" ? null : ours(gainText(exact)),
      defects: defects.map((defect) => ({
        name: ours(DEFECTS.label(defect.type)),
        mend: ours(DEFECTS.entries[defect.type].remedy),
        evidence: shown(defect.evidence, { maxChars: 500 }),
        parameters: (defect.parameters ?? []).map((name) => code(name, { maxChars: 60 })),
        remark: annotationsOn(annotations, defect.type, [tool.name]).map(annotationView)[0] ?? null,
      })),
      suggestion:
        suggestion === undefined
          ? null
          : {
              how: ours(suggestionPlace(suggestion)),
              tokens: ours(tokenChangeText(suggestion.addedTokens)),
              text: shownBlock(suggestion.text, { maxChars: 2000 }),
              verdict: suggestionVerdict(context, toolIndex),
            },
    })),
    more: Math.max(0, defective.length - LISTED_DEFECTIVE),
    suggests: report.analysis.suggestions.length > 0,
  };
}

/** Pairs of tools that are taken for one another, as a picture and as a list, the worst first. */
export function pairsView({ report, annotations }: ServerContext) {
  const pairs = worstPairsFirst(report.analysis.confusablePairs);
  if (pairs.length === 0) return null;
  const { picture, leftOut } = pairArcs(pairs);
  return {
    picture,
    leftOut: leftOut === 0 ? null : ours(nounText(leftOut, "more tool")),
    rows: pairs.slice(0, LISTED_PAIRS).map((pair) => ({
      first: code(pair.tools[0]),
      second: code(pair.tools[1]),
      severity: ours(pair.severity),
      means: ours(PAIR_SEVERITIES.label(pair.severity).replace(/^\w+: /, "")),
      evidence: shown(pair.evidence, { maxChars: 500 }),
      remarks: annotationsOn(annotations, "confusable_pair", pair.tools).map(annotationView),
    })),
    more: Math.max(0, pairs.length - LISTED_PAIRS),
  };
}
