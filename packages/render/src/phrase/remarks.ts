import {
  type AnnotatedFinding,
  type Annotation,
  DEFECTS,
  isExpired,
  isGradeable,
  isIdOf,
  OBSERVATIONS,
  REQUEST_FINDINGS,
  type Report,
} from "@gradable/contract";
import { type Markdown, markdownCode, markdownText, md, ours } from "./markdown.js";
import { terminalText } from "./terminal.js";

/** A maintainer's annotation as a report stands to it. */
export interface Remark {
  readonly annotation: Annotation;
  /** Its last day was before the scan. */
  readonly expired: boolean;
  /** The report has the finding it is about. */
  readonly found: boolean;
}

/** The annotations of a report, in the order of their file; empty where it carries none. */
export function remarksOf(report: Report): Remark[] {
  const entries = report.annotations?.entries ?? [];
  if (entries.length === 0) return [];
  const found = findingKeys(report);
  return entries.map((annotation) => ({
    annotation,
    expired: isExpired(annotation, report.scannedAt),
    found: found.has(key(annotation.finding, annotation.tool)),
  }));
}

/** The remark that stands beside a finding of a tool, if there is one. */
export function remarkBeside(
  remarks: readonly Remark[],
  finding: AnnotatedFinding,
  tool: string,
): Remark | undefined {
  return remarks.find(({ annotation }) => annotation.finding === finding && annotation.tool === tool);
}

/** A remark in Markdown, as a sentence that can follow its finding; empty without one. */
export function remarkMarkdown(remark: Remark | undefined): Markdown {
  if (remark === undefined) return ours("");
  return md`*Maintainer’s remark${ours(standing(remark))}:* ${markdownText(remark.annotation.reason, { maxChars: 500 })}`;
}

/** A remark as the row of a table: finding, tool, and the remark with its last day. */
export function remarkRow(remark: Remark) {
  const { finding, tool, reason } = remark.annotation;
  const until = standing(remark).replace(/^, (.*)$/, " ($1)");
  return {
    finding: ours(remark.found ? findingName(finding) : `${findingName(finding)} (not found in this scan)`),
    tool: tool === "" ? ours("the server") : markdownCode(tool, { maxChars: 80, cell: true }),
    text: md`${markdownText(reason, { maxChars: 500 })}${ours(until)}`,
  };
}

/** A remark as plain text, for a terminal. */
export function remarkText(remark: Remark): string {
  return `maintainer’s remark on “${findingName(remark.annotation.finding)}”${standing(remark)}: ${terminalText(remark.annotation.reason, { maxChars: 500 })}`;
}

/** How many remarks there are and how they stand, in words: "3 (1 expired)". */
export function remarkCounts(remarks: readonly Remark[]): string {
  const expired = remarks.filter((remark) => remark.expired).length;
  const stray = remarks.filter((remark) => !remark.found).length;
  const asides = [
    ...(expired > 0 ? [`${expired} expired`] : []),
    ...(stray > 0 ? [`${stray} on what was not found`] : []),
  ];
  return `${remarks.length}${asides.length > 0 ? ` (${asides.join(", ")})` : ""}`;
}

/** What a finding is called in a sentence. */
export function findingName(finding: AnnotatedFinding): string {
  if (isIdOf(DEFECTS, finding)) return DEFECTS.label(finding).toLowerCase();
  return isIdOf(REQUEST_FINDINGS, finding) ? REQUEST_FINDINGS.label(finding) : OBSERVATIONS.label(finding);
}

/** How a remark stands in time, for the place after its name. */
function standing({ annotation, expired }: Remark): string {
  if (annotation.until === undefined) return "";
  return expired ? `, expired on ${annotation.until}` : `, until ${annotation.until}`;
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
    if (trial.destructive.candidate && trial.destructive.confirmed !== true)
      add("unsafe_destructive_call", trial.selected ?? "");
  }
  return keys;
}

function key(finding: AnnotatedFinding, tool: string): string {
  return `${finding}\0${tool}`;
}
