import { plainText } from "@gradable/contract";
import { parse } from "shell-quote";
import { judgeUsage } from "../prompted-errors.js";

/**
 * A command line as its program and arguments, split as a shell would and never given to one. Throws for what
 * only a shell could do.
 */
export function commandArgv(line: string): string[] {
  // Variables stay as they are written: the line comes from a shell that has had its turn.
  return parse(line, (name: string) => `$${name}`).map((part) => {
    if (typeof part === "string") return part;
    if ("pattern" in part) return part.pattern;
    throw judgeUsage(
      "judge-command-needs-shell",
      `--judge-command ${JSON.stringify(plainText(line, { maxChars: 120 }))} uses ${"op" in part ? JSON.stringify(part.op) : "a comment"}, which only a shell understands.`,
      "Name the shell yourself: --judge-command \"sh -c '...'\"",
    );
  });
}
