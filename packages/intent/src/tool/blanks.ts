/** A blank that an author has still to fill in: `[returns: …]`. */
const BLANK = /\[[a-z][^[\]\n]{0,160}: ?(?:…|\.\.\.)\]/i;

/** A description without the paragraphs that hold a blank: a text that is still to be finished says nothing yet. */
export function withoutBlanks(description: string): string {
  if (!description.includes("…]") && !description.includes("...]")) return description;
  return description
    .split(/\n\s*\n/)
    .map((paragraph) => (BLANK.test(paragraph) ? withoutOpenLines(paragraph) : paragraph))
    .filter((paragraph) => paragraph.trim() !== "")
    .join("\n\n");
}

/** A blank on the line of finished text takes that text along from its own line only. */
function withoutOpenLines(paragraph: string): string {
  const lines = paragraph.split("\n");
  const first = lines.findIndex((line) => BLANK.test(line));
  const [line = ""] = lines.slice(first);
  const before = line.slice(0, line.search(BLANK));
  // What stands before the first blank on an author's own line is finished; a suggestion opens with its blank.
  return [...lines.slice(0, first), before].join("\n").trimEnd();
}
