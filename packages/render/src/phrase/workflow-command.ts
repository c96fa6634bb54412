import { plainText } from "@gradable/contract";

/** Longest message of an annotation, in code points; GitHub cuts at 64 KB, a reader long before. */
const MAX_MESSAGE_CHARS = 1000;

/** One command of a GitHub workflow: `::warning title=…::message`, ending the line, with everything in it as data. */
export function workflowCommand(
  command: "error" | "warning" | "notice",
  title: string,
  message: string,
): string {
  const shownTitle = escapeProperty(plainText(title, { maxChars: 200 }));
  return `::${command} title=${shownTitle}::${escapeData(plainText(message, { maxChars: MAX_MESSAGE_CHARS }))}\n`;
}

/** As the runner unescapes it (actions/toolkit, command.ts): the percent sign first, then what would end the line. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * Any text as a workflow log may hold it: the runner reads commands from both streams of a step, `::name` at the start of a line
 * (white space before it does not help) and `##[name]` anywhere in it, so both are broken apart.
 */
export function workflowLogText(text: string): string {
  return text.replace(/^(\s*:):/gm, "$1 :").replaceAll("##[", "## [");
}
