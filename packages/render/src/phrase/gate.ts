import { countText, formatScore, nounText, plainText } from "@gradable/contract";
import type { GateCheck } from "@gradable/insight";
import { dayText } from "./figures.js";

/** Defects named in a message; the outputs list them all anyway. */
const NAMED_DEFECTS = 10;

/** A check of the gate in one sentence of plain text, in which names of tools are neutralised. */
export function gateText(check: GateCheck): string {
  const { met } = check;
  switch (check.id) {
    case "complete":
      if (met && check.undecided > 0)
        return `The judge decided ${countText(check.graded)} of ${nounText(check.configured, "request")}; of the others it said that it can’t tell.`;
      return met
        ? `All ${countText(check.configured)} answers of the judge could be graded.`
        : `Only ${countText(check.graded)} of ${countText(check.configured)} answers of the judge could be graded; an incomplete run never passes.`;
    case "fail-under":
      return `The score is ${formatScore(check.composite)}, ${met ? "not below" : "below"} --fail-under ${check.asked}.`;
    case "min-grade":
      return `The grade is ${check.grade}, ${met ? "not worse" : "worse"} than --min-grade ${check.asked}.`;
    case "max-new-defects": {
      const { found, since, asked } = check;
      const named = found
        .slice(0, NAMED_DEFECTS)
        .map(({ tool, type }) => `${plainText(tool, { maxChars: 80 })} (${type})`);
      const more = found.length - named.length;
      const list =
        found.length === 0 ? "" : `: ${named.join(", ")}${more > 0 ? ` and ${countText(more)} more` : ""}`;
      return `${nounText(found.length, "description defect")} that the report of ${dayText(since)} does not have, ${met ? "not more" : "more"} than --max-new-defects ${asked}${list}.`;
    }
  }
}
