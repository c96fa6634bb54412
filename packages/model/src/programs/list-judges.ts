import { defined, GradableError } from "@gradable/contract";
import { findProgram, isAbsoluteFolder } from "@gradable/host";
import type { CliAdapter } from "../adapters/adapter.js";
import { cliModel } from "../models/cli-model.js";
import { type JudgeChoice, textModel } from "../models/open-model.js";
import type { TextIdentity } from "../models/text-model.js";
import type { Env } from "./child-env.js";
import { CLI_ADAPTERS } from "./judge-clis.js";

/** A CLI as `gradable judges` lists it. Paths and names of variables, never a value of one. */
export interface ListedJudge {
  readonly cli: string;
  readonly path: string | null;
  /** As its `--version` says; `null` when it is not installed or did not say. */
  readonly version: string | null;
  /** Newest version whose behaviour was observed. */
  readonly seenVersion: string;
  /** Where its credentials would come from; `null` when none are found. */
  readonly credentials: string | null;
  readonly needs: string;
  readonly install: string;
  readonly needsModel: boolean;
  /** Why the version is missing although the program is there. */
  readonly problem?: string;
}

/**
 * The CLIs with an adapter: what is installed, which version, with which credentials. Starts each with
 * `--version` only.
 */
export async function listJudges(env: Env): Promise<ListedJudge[]> {
  return Promise.all(CLI_ADAPTERS.map((adapter) => listed(adapter, env)));
}

async function listed(adapter: CliAdapter, env: Env): Promise<ListedJudge> {
  const { cli, seenVersion, needs, install, needsModel } = adapter;
  const search = findProgram(adapter.program, env, { folderFits: isAbsoluteFolder });
  const path = search.found ?? search.unusable?.path;
  const entry = { cli, seenVersion, needs, install, needsModel, credentials: await adapter.credentials(env) };
  if (path === undefined) return { ...entry, path: null, version: null };
  // No model is asked, so any name will do for the setup.
  const model = cliModel(adapter, { model: "none", args: [], timeoutMs: 30_000, env });
  try {
    const { cliVersion } = await model.configuration();
    return { ...entry, path, version: cliVersion };
  } catch (error) {
    return {
      ...entry,
      path,
      version: null,
      problem: error instanceof Error ? error.message : String(error),
    };
  } finally {
    await model.close();
  }
}

export type JudgeProbe =
  | { readonly ok: true; readonly identity: TextIdentity; readonly durationMs: number }
  | { readonly ok: false; readonly error: GradableError; readonly durationMs: number };

/** The word a probe asks for. */
const PROBE_WORD = "ready";

/**
 * Asks a judge for one word. Any text is an answer: whether a model obeys is for the questions to find out.
 * Costs one call.
 */
export async function probeJudge(
  choice: Omit<JudgeChoice, "cacheDir">,
  signal?: AbortSignal,
): Promise<JudgeProbe> {
  const startedAt = performance.now();
  const model = textModel(choice);
  try {
    const prompt = `Reply with this one word and nothing else: ${PROBE_WORD}`;
    const answer = await model.ask({ prompt, trial: 0, ...defined({ signal }) });
    return { ok: true, identity: answer.identity, durationMs: performance.now() - startedAt };
  } catch (error) {
    if (!(error instanceof GradableError)) throw error;
    return { ok: false, error, durationMs: performance.now() - startedAt };
  } finally {
    await model.close();
  }
}
