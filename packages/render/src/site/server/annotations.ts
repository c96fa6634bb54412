import type { PlacedAnnotation } from "@gradable/insight";
import { findingName, standingText } from "../../phrase/annotation.js";
import { code, ours, shown } from "../html.js";
import type { ServerContext } from "./context.js";

/** A maintainer's annotation beside a finding. */
export function annotationView(placed: PlacedAnnotation) {
  return {
    text: shown(placed.annotation.reason, { maxChars: 500 }),
    standing: ours(standingText(placed)),
  };
}

/** All annotations of a report. */
export function annotationsView({ annotations }: ServerContext) {
  return annotations.map((placed) => ({
    finding: ours(findingName(placed.annotation.finding)),
    found: placed.found,
    tool: placed.annotation.tool === "" ? ours("the server") : code(placed.annotation.tool),
    ...annotationView(placed),
  }));
}
