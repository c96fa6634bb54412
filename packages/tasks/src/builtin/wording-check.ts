import type { SurfaceTool } from "@gradable/contract";
import { wordsOf } from "@gradable/intent";

/** Shortest run of words shared with the description that counts as copied. */
const COPIED_RUN = 5;

/** Whether the words of a tool's name stand together, in order, in a request: it would hand the answer over. */
export function namesTool(prompt: string, name: string): boolean {
  const wanted = wordsOf(name, 60);
  if (wanted.length === 0) return false;
  const words = wordsOf(prompt);
  return words.some((_, start) => wanted.every((word, offset) => words[start + offset] === word));
}

/** Whether a request shares a run of {@link COPIED_RUN} words with the tool's description. */
export function copiesDescription(prompt: string, tool: SurfaceTool): boolean {
  const described = runsOf(tool);
  const words = wordsOf(prompt);
  return words.some((_, start) => {
    const run = words.slice(start, start + COPIED_RUN);
    return run.length === COPIED_RUN && described.has(run.join(" "));
  });
}

const runs = new WeakMap<SurfaceTool, ReadonlySet<string>>();

function runsOf(tool: SurfaceTool): ReadonlySet<string> {
  let known = runs.get(tool);
  if (known === undefined) {
    const words = wordsOf(tool.description ?? "", 20_000);
    known = new Set(words.map((_, start) => words.slice(start, start + COPIED_RUN).join(" ")));
    runs.set(tool, known);
  }
  return known;
}
