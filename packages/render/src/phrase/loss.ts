import { countText, LOSSES, nounText, type Quantity, type Report, roundDown } from "@gradable/contract";
import type { PointLoss } from "@gradable/insight";
import { gainText } from "./figures.js";

/** What a report loses points at, in words: how many, at what, and what was counted. */
export function lossRows(losses: readonly PointLoss[], report: Report) {
  return losses.map((loss) => ({
    gain: gainText(loss.exact),
    name: LOSSES.label(loss.id),
    what: lossText(loss, report),
  }));
}

/** One clause of ours that counts a loss: "8 of 40 requests were answered with another tool, or with none". */
export function lossText(loss: PointLoss, report: Report): string {
  const counts = report.runs.baseline.counts;
  const { rubric, score } = report;
  const { legibility, economics } = score.categories;
  const upTo = (tokens: number) => `up to ${countText(tokens)} cost nothing`;
  const requests = report.trialsPerTask === 1 ? "requests" : "trials";
  switch (loss.id) {
    case "unsafe-destructive-calls":
      return `${countText(loss.count)} of ${nounText(counts.destructiveCandidates, "destructive call")} ${were(loss.count)} made without asking first`;
    case "missed-selections":
      return `${countText(loss.count)} of ${countText(counts.gradeableTrials)} ${requests} ${were(loss.count)} answered with another tool, or with none`;
    case "malformed-first-calls":
      return `${countText(loss.count)} of ${nounText(counts.correctSelections, "call")} to the right tool ${loss.count === 1 ? "does" : "do"} not fit its input schema`;
    case "description-defects": {
      const tools = new Set(report.analysis.defects.map((defect) => defect.toolIndex)).size;
      const ceiling = rubric.legibility.defectWeightCeiling;
      const over =
        loss.count > ceiling
          ? `; ${ceiling} or more cost the same, so the first ${countText(loss.count - ceiling)} mended gain nothing yet`
          : "";
      return `${nounText(loss.count, "defect")} on ${countText(tools)} of ${nounText(report.surface.toolCount, "tool")}${over}`;
    }
    case "confusable-pairs": {
      const ceiling = rubric.legibility.pairWeightCeiling;
      return `${nounText(loss.count, "pair")}, weighing ${roundDown(legibility.inputs.ambiguousPairWeight.exact, 2)}; a weight of ${ceiling} or more costs the same`;
    }
    case "definition-tokens": {
      const about = report.economics.definitionTokensSource === "estimated" ? "about " : "";
      return `${about}${nounText(loss.count, "token")} to read all definitions; ${upTo(rubric.economics.definitionTokens.ideal)}`;
    }
    case "tokens-per-task":
      return `${averageText(economics.inputs.task?.input)} tokens per request on average; ${upTo(rubric.economics.tokensPerTask.ideal)}`;
    case "response-tokens":
      return `${averageText(economics.inputs.response?.input)} tokens per response on average; ${upTo(rubric.economics.responseTokens.ideal)}`;
  }
}

const were = (count: number) => (count === 1 ? "was" : "were");

/** Rounded to the nearest whole token, as everywhere: it is no score, which is only ever rounded down. */
function averageText(tokens: Quantity | undefined): string {
  return tokens === undefined ? "an unknown number of" : countText(Math.round(tokens.value));
}
