import type { AnnotatedFinding, ConfusablePair, Defect } from "@gradable/contract";
import { type Remark, remarkBeside, remarkText } from "./remarks.js";

/** A defect as a sentence of plain text for outputs that take no markup, with the maintainer's remark on it. Not neutralised. */
export function defectText({ tool, type, evidence }: Defect, remarks: readonly Remark[]): string {
  return `${tool}: ${evidence}${remarksText(remarks, type, [tool])}`;
}

/** A pair likewise. */
export function pairText({ tools, evidence }: ConfusablePair, remarks: readonly Remark[]): string {
  return `${tools[0]} and ${tools[1]}: ${evidence}${remarksText(remarks, "confusable_pair", tools)}`;
}

function remarksText(
  remarks: readonly Remark[],
  finding: AnnotatedFinding,
  tools: readonly string[],
): string {
  return tools
    .map((tool) => remarkBeside(remarks, finding, tool))
    .filter((remark) => remark !== undefined)
    .map((remark) => ` [${remarkText(remark)}]`)
    .join("");
}
