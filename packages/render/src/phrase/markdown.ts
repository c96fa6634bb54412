import { plainText } from "@gradable/contract";
import type { Markup } from "./markup.js";

declare const markdownBrand: unique symbol;
/**
 * Text that is safe to place into Markdown as it is: written by us, or neutralised. Templates are given nothing
 * else, and a plain string is not one, so forgetting to neutralise does not compile.
 */
export type Markdown = string & { readonly [markdownBrand]: true };

/** Options of {@link markdownText} and {@link markdownCode}. */
export interface MarkdownOptions {
  /** Longest text shown, in code points, an ellipsis included; default 300. */
  readonly maxChars?: number;
}

/** An invisible break, spelt out so that it shows in the source. */
const BREAK = "&#8203;";
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Everything that would act in running text, in CommonMark, GitHub's and GitLab's flavours, in this order: references
 * and links made after parsing (`#12`, `@name`, `https://`, `www.`), which no backslash stops; what makes a line a
 * heading, list, rule, definition or GitLab command when it comes first; inline markup; HTML; and underscores at
 * the edge of a word (between letters or digits they start nothing, and tool names are full of them).
 */
const ACTIVE =
  /#(?=\d)|@|:(?=\/\/)|\bwww(?=\.)|^[#+\-=:/]|(?<=^\d{1,9})[.)](?=\s|$)|[\\`*[\]|~$]|[&<>]|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/giu;

/**
 * A server's text as running Markdown on one line: nothing in it becomes markup, a link, an image, HTML, a mention,
 * an issue reference or a table cell.
 */
export function markdownText(text: unknown, options: MarkdownOptions = {}): Markdown {
  return plainText(text, options).replace(ACTIVE, (match, offset: number, whole: string) => {
    const entity = ENTITIES[match];
    if (entity !== undefined) return entity;
    const next = whole.charAt(offset + match.length);
    const linked =
      match === "@" ||
      match.toLowerCase() === "www" ||
      (match === "#" && /\d/.test(next)) ||
      (match === ":" && next === "/");
    if (linked) return match + BREAK;
    return match.replace(/./g, "\\$&");
  }) as Markdown;
}

/**
 * A server's text as a code span: shown letter for letter, and nothing inside a code span acts. Usable in a table
 * cell too, except that a cell needs its pipes escaped and only there: `cell` does it. Empty text is said to be so.
 */
export function markdownCode(
  text: unknown,
  options: MarkdownOptions & { readonly cell?: boolean } = {},
): Markdown {
  const plain = plainText(text, options);
  if (plain.trim() === "") return "*(empty)*" as Markdown;
  const fence = "`".repeat(longestRun(plain) + 1);
  // A span may not touch backticks of its own, and one space at each end is taken off again by the reader.
  const pad = /^[` ]|[` ]$/.test(plain) ? " " : "";
  const shown = options.cell ? plain.replace(/\|/g, "\\|") : plain;
  return `${fence}${pad}${shown}${pad}${fence}` as Markdown;
}

/** A server's text, or one of ours that repeats it, as a fenced block; line breaks are kept, default 4,000 characters. */
export function markdownBlock(
  text: unknown,
  options: MarkdownOptions & { readonly language?: string } = {},
): Markdown {
  const plain = plainText(text, { maxChars: options.maxChars ?? 4000, multiline: true });
  const fence = "`".repeat(Math.max(3, longestRun(plain) + 1));
  return `${fence}${options.language ?? "text"}\n${plain}\n${fence}` as Markdown;
}

/** Text of ours: written in this package, or built of numbers. The only way from a plain string to {@link Markdown}. */
export function ours(text: string): Markdown {
  return text as Markdown;
}

/** Our own Markdown with neutralised parts set into it; a plain string is refused by the compiler. */
export function md(literals: TemplateStringsArray, ...parts: readonly (Markdown | number)[]): Markdown {
  return String.raw({ raw: literals }, ...parts) as Markdown;
}

/** Markdown parts joined by a separator of ours. */
export function joinMarkdown(parts: readonly Markdown[], separator: string): Markdown {
  return parts.join(separator) as Markdown;
}

/** Markdown for views that stand in several outputs. */
export const MARKDOWN: Markup<Markdown> = {
  ours,
  text: (server, maxChars) => markdownText(server, { maxChars }),
  name: (server, options) => markdownCode(server, { maxChars: 80, ...options }),
  join: joinMarkdown,
};

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
