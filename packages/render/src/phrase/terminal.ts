import { plainText } from "@gradable/contract";
import stringWidth from "string-width";

/** A server's text for a terminal: one line, no control characters, cut; default 300 characters. */
export function terminalText(text: unknown, options: { readonly maxChars?: number } = {}): string {
  return plainText(text, options);
}

/** Columns a text takes on a terminal: 2 for wide characters, 0 for combining marks and colour codes. */
export const visibleWidth = (text: string): number => stringWidth(text);

/** The text cut to `columns`, an ellipsis included when something was cut; wide characters are never split. */
export function cutToWidth(text: string, columns: number): string {
  if (visibleWidth(text) <= columns) return text;
  let cut = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    used += visibleWidth(segment);
    if (used > columns - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** The text padded with spaces to `columns`, cut when it is wider. */
export function padToWidth(text: string, columns: number): string {
  const cut = cutToWidth(text, columns);
  return cut + " ".repeat(Math.max(0, columns - visibleWidth(cut)));
}

/** The text broken at spaces into lines of at most `columns`; a single word that is wider is cut into pieces. */
export function wrapToWidth(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (let word of text.split(" ").filter((part) => part !== "")) {
    while (visibleWidth(word) > columns) {
      if (line !== "") lines.push(line);
      line = "";
      const piece = headOfWidth(word, columns);
      lines.push(piece);
      word = word.slice(piece.length);
    }
    if (word === "") continue;
    if (line === "") line = word;
    else if (visibleWidth(line) + 1 + visibleWidth(word) <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

function headOfWidth(word: string, columns: number): string {
  let head = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(word)) {
    used += visibleWidth(segment);
    if (used > columns && head !== "") break;
    head += segment;
  }
  return head;
}

const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Style = keyof typeof SGR;
/** Puts a style around a text, or gives the text back when colour is off. */
export type Paint = (style: Style, text: string) => string;

/** The only place escape codes are written: with `color` false nothing ever is. */
export function painter(color: boolean): Paint {
  return color ? (style, text) => `\u001b[${SGR[style]}m${text}\u001b[0m` : (_style, text) => text;
}
