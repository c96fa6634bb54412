import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { evalsError } from "../errors.js";
import { messageOf } from "../transcript/reason.js";
import { type EvalRun, readEvalRun } from "./eval-run.js";

/** Writes the record of a run as indented JSON: whole or not at all. Missing directories are made. */
export async function writeEvalRun(path: string, run: EvalRun): Promise<void> {
  await writeWhole(path, `${JSON.stringify(run, null, 2)}\n`);
}

/** Reads the record of a run. Throws GradableError `evals-run-invalid` (owner usage) for anything else. */
export async function loadEvalRun(path: string): Promise<EvalRun> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw evalsError("evals-run-invalid", { places: messageOf(error) }, error);
  }
  return readEvalRun(document);
}

/** Writes a text file whole or not at all: under a temporary name beside it, then renamed. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
