import type { Comparison } from "@gradable/insight";
import { type CliIo, textWidth, useColor } from "./io.js";

/** A comparison for the terminal it goes to, ending with a line break; a column that is empty in a row leaves no spaces behind. */
export async function comparisonText(
  comparison: Comparison,
  io: Pick<CliIo, "stdout" | "env">,
): Promise<string> {
  const { renderComparisonText } = await import("@gradable/render");
  const text = renderComparisonText(comparison, {
    color: useColor(io.stdout, io.env),
    width: textWidth(io.stdout),
  });
  return `${text.replace(/ +$/gm, "")}\n`;
}
