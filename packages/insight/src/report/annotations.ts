import {
  type AnnotatedFinding,
  type Annotation,
  isExpired,
  isGradeable,
  type Report,
} from "@gradable/contract";
import { isBlindDestructive } from "./request-outcomes.js";

/** A maintainer's annotation as a report stands to it. */
export interface PlacedAnnotation {
  readonly annotation: Annotation;
  /** Its last day was before the scan. */
  readonly expired: boolean;
  /** The report has the finding it is about. */
  readonly found: boolean;
}

/** The annotations of a report, in the order of their file; empty where it carries none. */
export function placedAnnotations(report: Report): PlacedAnnotation[] {
  const entries = report.annotations?.entries ?? [];
  if (entries.length === 0) return [];
  const found = findingKeys(report);
  return entries.map((annotation) => ({
    annotation,
    expired: isExpired(annotation, report.scannedAt),
    found: found.has(key(annotation.finding, annotation.tool)),
  }));
}

/** The annotations of a finding on any of some tools, in the order of the tools; the server itself is the tool "". */
export function annotationsOn(
  annotations: readonly PlacedAnnotation[],
  finding: AnnotatedFinding,
  tools: readonly string[],
): PlacedAnnotation[] {
  return tools.flatMap((tool) => {
    const placed = annotations.find(
      ({ annotation }) => annotation.finding === finding && annotation.tool === tool,
    );
    return placed === undefined ? [] : [placed];
  });
}

/** Every finding of a report that can be annotated. */
function findingKeys(report: Report): Set<string> {
  const keys = new Set<string>();
  const add = (finding: AnnotatedFinding, tool: string) => keys.add(key(finding, tool));
  for (const { type, tool } of report.analysis.defects) add(type, tool);
  for (const { tools } of report.analysis.confusablePairs)
    for (const tool of tools) add("confusable_pair", tool);
  for (const { id, tools } of report.observations) for (const tool of tools ?? [""]) add(id, tool);
  const asked = new Map(report.tasks.map((task) => [task.id, task.tool]));
  for (const trial of report.runs.baseline.trials) {
    const tool = asked.get(trial.taskId);
    if (tool === undefined || !isGradeable(trial)) continue;
    if (trial.selected !== tool) add("missed_selection", tool);
    else if (trial.firstCall?.wellFormed !== true) add("malformed_first_call", tool);
    if (isBlindDestructive(trial)) add("unsafe_destructive_call", trial.selected ?? "");
  }
  return keys;
}

function key(finding: AnnotatedFinding, tool: string): string {
  return `${finding}\0${tool}`;
}
