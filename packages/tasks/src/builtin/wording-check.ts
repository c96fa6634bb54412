import type { SurfaceTool } from "@gradable/contract";
import { wordsOf } from "@gradable/intent";

/**
 * Shortest run of words shared with the description that counts as copied. A purpose of four words can hardly be asked for in other
 * ones; whole clauses can.
 */
const COPIED_RUN = 7;

/** Whether the words of a tool's name stand together, in order, in a request: it would hand the answer over. */
function namesTool(prompt: string, name: string): boolean {
  const wanted = wordsOf(name, 60);
  // A single word ("search") is everybody's, and gives nothing away.
  if (wanted.length < 2) return false;
  const words = wordsOf(prompt);
  return words.some((_, start) => wanted.every((word, offset) => words[start + offset] === word));
}

/** Whether a request shares a run of {@link COPIED_RUN} words with the tool's description. */
function copiesDescription(prompt: string, tool: SurfaceTool): boolean {
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

/** Why a request can't be asked of a tool; `undefined` when it can. */
export function problemOf(prompt: string, tool: SurfaceTool): string | undefined {
  if (namesTool(prompt, tool.name)) return "every wording would name the tool";
  if (copiesDescription(prompt, tool)) return "every wording would copy its description";
  if (/[{}<>|*#]|\[[^\]]*$|\bundefined\b|\s[,.]|\(\s*\)/.test(prompt.replace(/"[^"]*"/g, "")))
    return "what it declares can't be put into a sentence";
  if (prompt.split(" ").length > 60) return "it needs more values than a person would type";
  return undefined;
}
