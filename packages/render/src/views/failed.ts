import {
  FAILURE_CATEGORY_LABELS,
  NEXT_ACTION_BY_FAILURE_CATEGORY,
  STAGE_REASON_LABELS,
  STAGE_STATE_LABELS,
  USER_VALUE_STAGE_LABELS,
} from "@gradable/chain";
import {
  countText,
  FAILURE_OWNERS,
  type Failed,
  nounText,
  OBSERVATIONS,
  plainText,
  SCAN_STAGES,
} from "@gradable/contract";
import type { Terminal } from "../formats/format.js";
import { markdownBlock, markdownCode, markdownText, ours } from "../phrase/markdown.js";
import { scanCommand } from "../phrase/subject.js";
import { fillTemplate } from "../phrase/template.js";
import { painter, terminalText, wrapToWidth } from "../phrase/terminal.js";

/** Lines of the server's error output that are shown. */
const STDERR_LINES = 6;

/**
 * A failure for a terminal: what stopped where, whose failure it is, what to do next, and the last lines of the
 * server's error output. It says outright that no score follows. No trailing line break.
 */
export function renderFailed(failed: Failed, options: Terminal): string {
  const paint = painter(options.color);
  const width = Math.min(100, Math.max(40, Math.floor(options.width ?? 80)));
  const text = (value: string) => wrapToWidth(value, width - 2).map((line) => `  ${line}`);
  const lines = [
    `  ${paint("bold", paint("red", "Not scored"))}: stopped while ${SCAN_STAGES.label(failed.stage)}`,
    ...wrapToWidth(terminalText(failed.target.label), width - 2).map((line) => `  ${paint("dim", line)}`),
    "",
    ...text(terminalText(failed.message, { maxChars: 1000 })),
  ];
  if (failed.hint !== undefined) lines.push(...text(terminalText(failed.hint, { maxChars: 1000 })));
  lines.push("", ...text(`${ownerText(failed)} No grade follows from it.`));
  const stage = chainText(failed);
  if (stage !== "") lines.push(...text(stage));
  const partial = partialText(failed);
  if (partial !== "") lines.push(...text(partial));
  const tail = stderrLines(failed);
  if (tail.length > 0) {
    lines.push("", `  ${paint("bold", "Last lines of the server's error output")}`);
    lines.push(...tail.map((line) => `  ${paint("dim", `| ${line}`)}`));
  }
  return lines.join("\n");
}

/** The same failure as Markdown. */
export function renderFailedMarkdown(failed: Failed): string {
  const tail = stderrLines(failed);
  return fillTemplate(new URL("../../templates/failed.md.hbs", import.meta.url), {
    slug: markdownText(failed.slug),
    target: markdownCode(failed.target.label),
    stage: ours(SCAN_STAGES.label(failed.stage)),
    message: markdownText(failed.message, { maxChars: 1000 }),
    hint: failed.hint === undefined ? null : markdownText(failed.hint, { maxChars: 1000 }),
    owner: ours(ownerText(failed)),
    code: markdownCode(failed.code),
    failedAt: ours(failed.failedAt),
    facts: Object.entries(failed.facts).map(([name, value]) => ({
      name: markdownText(name, { maxChars: 60 }),
      value: markdownCode(Array.isArray(value) ? value.join(", ") : String(value), { maxChars: 200 }),
    })),
    chain: ours(chainText(failed)),
    partial: ours(partialText(failed)),
    stderr: tail.length === 0 ? null : markdownBlock(tail.join("\n")),
    again: markdownBlock(`npx ${scanCommand(failed.target)}`, { language: "sh" }),
    gradableVersion: markdownText(failed.gradableVersion, { maxChars: 40 }),
  });
}

function ownerText(failed: Failed): string {
  return `This is a failure of ${FAILURE_OWNERS.label(failed.owner)} (${failed.code}).`;
}

/** Where on the user-value chain it stopped, in the chain's labels: a place and a bucket, never a cause. */
function chainText({ chain }: Failed): string {
  if (chain === undefined) return "";
  const place = `${USER_VALUE_STAGE_LABELS[chain.stage]}: ${STAGE_STATE_LABELS[chain.state]}, because ${STAGE_REASON_LABELS[chain.reason]}.`;
  if (chain.failureCategory === null) return place;
  const look = NEXT_ACTION_BY_FAILURE_CATEGORY[chain.failureCategory];
  return `${place} Filed under ${FAILURE_CATEGORY_LABELS[chain.failureCategory]}; where to look next: ${look}.`;
}

function partialText({ partial }: Failed): string {
  if (partial === undefined) return "";
  const parts = [
    partial.toolNames && nounText(partial.toolNames.length, "tool"),
    partial.pageSizes && `${nounText(partial.pageSizes.length, "page")} of the list`,
    partial.tasks !== undefined && nounText(partial.tasks, "request"),
    partial.trials !== undefined && nounText(partial.trials, "answer"),
  ].filter((part): part is string => typeof part === "string");
  const observed = (partial.observations ?? []).map(
    ({ id, count }) => `${OBSERVATIONS.label(id)}${count > 1 ? ` (${countText(count)} times)` : ""}`,
  );
  return [
    parts.length > 0 ? `Got as far as ${parts.join(", ")}; a part is never scored as if it were whole.` : "",
    observed.length > 0 ? `Observed: ${observed.join("; ")}.` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function stderrLines({ partial }: Failed): string[] {
  return (partial?.stderrTail ?? "")
    .split(/\r\n|[\r\n]/)
    .map((line) => plainText(line, { maxChars: 160 }))
    .filter((line) => line !== "")
    .slice(-STDERR_LINES);
}
