import type { AnnotatedFinding, ConfusablePair, Defect } from "@gradable/contract";
import { annotationsOn, type PlacedAnnotation } from "@gradable/insight";
import { annotationText } from "./annotation.js";

/** A defect as a sentence of plain text for outputs that take no markup, with the maintainer's annotation. Not neutralised. */
export function defectText(
  { tool, type, evidence }: Defect,
  annotations: readonly PlacedAnnotation[],
): string {
  return `${tool}: ${evidence}${annotationsText(annotations, type, [tool])}`;
}

/** A pair likewise. */
export function pairText(
  { tools, evidence }: ConfusablePair,
  annotations: readonly PlacedAnnotation[],
): string {
  return `${tools[0]} and ${tools[1]}: ${evidence}${annotationsText(annotations, "confusable_pair", tools)}`;
}

function annotationsText(
  annotations: readonly PlacedAnnotation[],
  finding: AnnotatedFinding,
  tools: readonly string[],
): string {
  return annotationsOn(annotations, finding, tools)
    .map((placed) => ` [${annotationText(placed)}]`)
    .join("");
}
