import { type AnnotatedFinding, DEFECTS, isIdOf, OBSERVATIONS, REQUEST_FINDINGS } from "@gradable/contract";
import type { PlacedAnnotation } from "@gradable/insight";
import { joinMarkdown, type Markdown, markdownCode, markdownText, md, ours } from "./markdown.js";
import { terminalText } from "./terminal.js";

/** Annotations in Markdown, as sentences that can follow their finding; empty without any. */
export function annotationMarkdown(annotations: readonly PlacedAnnotation[]): Markdown {
  return joinMarkdown(
    annotations.map(
      (placed) =>
        md`*Maintainer’s remark${ours(after(", ", placed))}:* ${markdownText(placed.annotation.reason, { maxChars: 500 })}`,
    ),
    " ",
  );
}

/** An annotation as the row of a Markdown table: finding, tool, and the reason with its last day. */
export function annotationRow(placed: PlacedAnnotation) {
  const { finding, tool, reason } = placed.annotation;
  const standing = standingText(placed);
  return {
    finding: ours(placed.found ? findingName(finding) : `${findingName(finding)} (not found in this scan)`),
    tool: tool === "" ? ours("the server") : markdownCode(tool, { maxChars: 80, cell: true }),
    text: md`${markdownText(reason, { maxChars: 500 })}${ours(standing === "" ? "" : ` (${standing})`)}`,
  };
}

/** An annotation as plain text, for a terminal. */
export function annotationText(placed: PlacedAnnotation): string {
  const { finding, reason } = placed.annotation;
  return `maintainer’s remark on “${findingName(finding)}”${after(", ", placed)}: ${terminalText(reason, { maxChars: 500 })}`;
}

/** How many annotations there are and how they stand, in words: "3 (1 expired)". */
export function annotationCounts(annotations: readonly PlacedAnnotation[]): string {
  const expired = annotations.filter((placed) => placed.expired).length;
  const stray = annotations.filter((placed) => !placed.found).length;
  const asides = [
    ...(expired > 0 ? [`${expired} expired`] : []),
    ...(stray > 0 ? [`${stray} on what was not found`] : []),
  ];
  return `${annotations.length}${asides.length > 0 ? ` (${asides.join(", ")})` : ""}`;
}

/** What a finding is called in a sentence. */
export function findingName(finding: AnnotatedFinding): string {
  if (isIdOf(DEFECTS, finding)) return DEFECTS.label(finding).toLowerCase();
  return isIdOf(REQUEST_FINDINGS, finding) ? REQUEST_FINDINGS.label(finding) : OBSERVATIONS.label(finding);
}

/** How an annotation stands in time: "until 2026-12-31"; empty without a last day. */
export function standingText({ annotation: { until }, expired }: PlacedAnnotation): string {
  if (until === undefined) return "";
  return expired ? `expired on ${until}` : `until ${until}`;
}

function after(separator: string, placed: PlacedAnnotation): string {
  const standing = standingText(placed);
  return standing === "" ? "" : `${separator}${standing}`;
}
