import { findProgram, isAbsoluteFolder, programFingerprint } from "@gradable/host";
import { promptedError } from "../prompted-errors.js";
import type { Env } from "./child-env.js";

/** Which program a judge is. */
export interface JudgeProgramName {
  readonly cli: string;
  /** As it is looked for. */
  readonly program: string;
  /** How to get it. */
  readonly install: string;
}

/** An executable file, and what changes when it is replaced by another version. */
export interface JudgeProgram {
  readonly path: string;
  readonly fingerprint: string;
}

/**
 * Looks for a judge's program. A relative folder of PATH does not count: it would depend on the working folder, which for a judge is an
 * empty one. Throws `judge-not-installed`, `judge-not-executable`.
 */
export function judgeProgram({ cli, program, install }: JudgeProgramName, env: Env): JudgeProgram {
  const search = findProgram(program, env, { folderFits: isAbsoluteFolder });
  if (search.found !== null) return { path: search.found, fingerprint: programFingerprint(search.found) };
  if (search.unusable === null) throw promptedError("judge-not-installed", { cli, program, install });
  const { path, problem } = search.unusable;
  throw promptedError("judge-not-executable", {
    cli,
    path,
    problem: problem === "folder" ? "is a folder" : "is not marked as executable",
    advice: problem === "folder" ? "Name the program in it" : `Run: chmod +x ${path}`,
  });
}
