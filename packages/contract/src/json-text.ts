/** What `JSON.stringify` leaves as it is and a terminal, an editor or a diff would act on; see `plainText`. */
const UNSAFE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * A document as the text of a JSON file, indented, with a line break at its end. Names and texts of servers stand in it unchanged,
 * and anyone may `cat` it: the characters that would act rather than show are written as `\u` escapes, which read back the same.
 */
export function jsonText(document: unknown): string {
  return `${JSON.stringify(document, null, 2).replace(UNSAFE, escaped)}\n`;
}

function escaped(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
