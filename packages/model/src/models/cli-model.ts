import { defined, plainText, sha256Json } from "@gradable/contract";
import type { Redact } from "@gradable/host";
import {
  type CliAdapter,
  type CliChoice,
  type CliSetup,
  SYSTEM_TEXT,
  versionIn,
} from "../adapters/adapter.js";
import { type JudgeProgram, judgeProgram } from "../programs/judge-program.js";
import type { ProgramResult } from "../programs/program.js";
import { RunningPrograms } from "../programs/running-programs.js";
import { judgeRedactor, quoted } from "../programs/secrets.js";
import { judgeUsage, promptedError } from "../prompted-errors.js";
import type { TextConfiguration, TextModel, TextRequest } from "./text-model.js";

/** A `--version` answers at once or not at all; opencode and Gemini take seconds on a busy machine. */
const VERSION_TIMEOUT_MS = 30_000;

/**
 * A CLI as a text model: every question is one run of the program in its own process group, in an empty
 * folder, with the prompt on standard input. Throws a usage error when the CLI needs a model name and none is
 * given.
 */
export function cliModel(adapter: CliAdapter, choice: CliChoice): TextModel {
  if (adapter.needsModel && !choice.model) {
    throw judgeUsage(
      "judge-model-missing",
      `--judge-cli ${adapter.cli} needs --judge-model: its answers do not say which default model it would take.`,
      `For example: --judge-cli ${adapter.cli} --judge-model <name>`,
    );
  }
  return new CliModel(adapter, choice);
}

class CliModel implements TextModel {
  readonly cli: string;
  readonly maxPromptChars: number | null;
  readonly family: string;
  readonly #adapter: CliAdapter;
  readonly #choice: CliChoice;
  readonly #redact: Redact;
  readonly #versions = new Map<string, Promise<string>>();
  readonly #programs = new RunningPrograms();
  #setup: Promise<CliSetup> | undefined;

  constructor(adapter: CliAdapter, choice: CliChoice) {
    this.cli = adapter.cli;
    this.maxPromptChars = adapter.maxPromptChars;
    this.#adapter = adapter;
    this.#choice = choice;
    this.#redact = judgeRedactor(choice.env, [
      ...choice.args,
      ...(choice.baseUrl === undefined ? [] : [choice.baseUrl]),
    ]);
    const { model, args, baseUrl } = choice;
    this.family = sha256Json({ cli: adapter.cli, model, args, baseUrl, system: SYSTEM_TEXT });
  }

  async configuration(): Promise<TextConfiguration> {
    const cliVersion = await this.#version(this.#program());
    return { cli: this.cli, cliVersion, sha256: sha256Json([this.family, cliVersion]) };
  }

  async ask({ prompt, signal }: TextRequest) {
    signal?.throwIfAborted();
    const { cli } = this;
    if (this.maxPromptChars !== null && prompt.length > this.maxPromptChars) {
      const facts = { cli, found: `${prompt.length} characters`, limit: `${this.maxPromptChars} characters` };
      throw promptedError("judge-prompt-too-large", facts);
    }
    const program = this.#program();
    const { needs } = this.#adapter;
    if (this.#choice.baseUrl === undefined && (await this.#adapter.credentials(this.#choice.env)) === null) {
      throw promptedError("judge-login-missing", { cli, needs, detail: "no key and no stored login" });
    }
    const cliVersion = await this.#version(program);
    const { args, env } = await this.#prepared();
    const stopAt = this.#adapter.stopAt?.();
    const result = await this.#programs.run({
      file: program.path,
      args,
      env,
      input: prompt,
      timeoutMs: this.#choice.timeoutMs,
      ...defined({ signal, stopAt }),
    });
    checkEnd(cli, result, this.#choice.timeoutMs, this.#redact);
    const reading = this.#adapter.read(result, this.#redact, this.#choice.model);
    const exit = result.signal ?? `exit code ${result.exitCode}`;
    if ("failure" in reading) {
      const facts = {
        cli,
        program: this.#adapter.program,
        needs,
        exit,
        timeoutMs: this.#choice.timeoutMs,
        ...reading.facts,
      };
      throw promptedError(reading.failure, facts);
    }
    // An exit code alone proves nothing in either direction: the text does.
    if (reading.text.trim() === "") throw promptedError("judge-reply-empty", { cli });
    return {
      text: reading.text,
      identity: {
        cli,
        cliVersion: reading.version ?? cliVersion,
        model: plainText(reading.model ?? this.#choice.model ?? "unreported", { maxChars: 200 }),
      },
      ...defined({ usage: reading.usage }),
      durationMs: result.durationMs,
      cached: false,
    };
  }

  close(): Promise<void> {
    return this.#programs.close();
  }

  #program(): JudgeProgram {
    const { cli } = this;
    const { program, install } = this.#adapter;
    return judgeProgram({ cli, program, install }, this.#choice.env);
  }

  #prepared(): Promise<CliSetup> {
    this.#setup ??= this.#programs.folder().then((folder) => this.#adapter.setup(folder, this.#choice));
    return this.#setup;
  }

  /** Read from the very file that is started for a question, again whenever that file changes. */
  #version(program: JudgeProgram): Promise<string> {
    let version = this.#versions.get(program.fingerprint);
    if (version === undefined) {
      version = this.#readVersion(program);
      version.catch(() => this.#versions.delete(program.fingerprint));
      this.#versions.set(program.fingerprint, version);
    }
    return version;
  }

  async #readVersion(program: JudgeProgram): Promise<string> {
    const { env } = await this.#prepared();
    const call = { file: program.path, args: ["--version"], env, input: "", timeoutMs: VERSION_TIMEOUT_MS };
    const result = await this.#programs.run(call);
    checkEnd(this.cli, result, VERSION_TIMEOUT_MS, this.#redact);
    const version = result.exitCode === 0 ? versionIn(result.stdout) : undefined;
    if (version !== undefined) return version;
    const detail = quoted(result.stdout || result.stderrTail || "nothing", this.#redact);
    throw promptedError("judge-version-unreadable", { program: this.#adapter.program, detail });
  }
}

/** Throws for every end of a run that can hold no answer. */
export function checkEnd(cli: string, result: ProgramResult, timeoutMs: number, redact: Redact): void {
  if (result.ended === "timeout") throw promptedError("judge-timed-out", { cli, timeoutMs });
  if (result.ended === "overflow")
    throw promptedError("judge-output-too-large", { cli, limit: Buffer.byteLength(result.stdout) });
  if (result.ended === "not-started") {
    const detail = quoted(result.startError?.message ?? "", redact);
    throw promptedError("judge-start-failed", { cli, detail }, result.startError);
  }
  if (result.ended === "itself" && result.signal !== undefined) {
    throw promptedError("judge-program-failed", {
      cli,
      exit: result.signal,
      detail: quoted(result.stderrTail || "no message", redact),
    });
  }
}
