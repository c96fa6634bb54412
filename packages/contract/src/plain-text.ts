/**
 * Characters that a terminal, a page or a diff would act on instead of showing: C0 and C1 controls (tab and line
 * breaks are handled before), bidirectional controls and marks, zero-width characters, interlinear annotation,
 * tag characters, the byte order mark, line and paragraph separators, and lone surrogates.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is this table's purpose
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Options of {@link plainText}. */
export interface PlainTextOptions {
  /** Longest result in code points, an ellipsis included; default 300. */
  readonly maxChars?: number;
  /** Keep line breaks (as `\n`) instead of turning them into spaces; default false. */
  readonly multiline?: boolean;
}

/**
 * Text that came from a server, made safe to show anywhere as text: white space folded to single spaces, every
 * character that would act rather than show replaced by its code point (`\u{202e}`), and cut to a length. The
 * result still needs the escaping of the format it is put into (Markdown, HTML); see the render package.
 */
export function plainText(value: unknown, options: PlainTextOptions = {}): string {
  const maxChars = options.maxChars ?? 300;
  let text = typeof value === "string" ? value : String(value);
  // A bound before the regular expressions: 100 MB of server text must not be walked to show 300 characters.
  if (text.length > maxChars * 8 + 64) text = text.slice(0, maxChars * 8 + 64);
  text = options.multiline
    ? text.replace(/\r\n?/g, "\n").replace(/[^\S\n]+/g, " ")
    : text.replace(/\s+/g, " ").trim();
  text = options.multiline
    ? text
        .split("\n")
        .map((line) => line.replace(UNSAFE, codePoint))
        .join("\n")
    : text.replace(UNSAFE, codePoint);
  const points = [...text];
  return points.length <= maxChars ? text : `${points.slice(0, Math.max(0, maxChars - 1)).join("")}…`;
}

function codePoint(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
