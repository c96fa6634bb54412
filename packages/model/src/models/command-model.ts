import { basename } from "node:path";
import { defined, plainText, sha256Json } from "@gradable/contract";
import { at, countAt, isRecord, parsed, textAt } from "../adapters/adapter.js";
import type { Env } from "../programs/child-env.js";
import { judgeProgram } from "../programs/judge-program.js";
import { RunningPrograms } from "../programs/running-programs.js";
import { judgeRedactor, quoted } from "../programs/secrets.js";
import { judgeUsage, promptedError, retryAfterMs } from "../prompted-errors.js";
import { checkEnd } from "./cli-model.js";
import { type TextModel, type TextRequest, usageOf } from "./text-model.js";

/** What the user chose for `--judge-cli command`. */
export interface CommandChoice {
  /** Program and arguments; started without a shell. */
  readonly argv: readonly string[];
  /** Given to the program as GRADABLE_JUDGE_MODEL; recorded only when the program says it back. */
  readonly model?: string;
  readonly timeoutMs: number;
  readonly env: Env;
}

/**
 * Exit codes by which a program may say whose failure it is (sysexits.h); every other one is the program's
 * own.
 */
const EXIT_CODES: Readonly<
  Record<number, "judge-rate-limited" | "judge-provider-failed" | "judge-login-refused">
> = {
  69: "judge-provider-failed",
  75: "judge-rate-limited",
  77: "judge-login-refused",
};

/**
 * Any program as a text model: prompt on stdin, answer on stdout, exit 0. It runs in an empty private folder
 * with the caller's environment: it is the user's own program. A program that wants its model, version and
 * usage on record prints one JSON object `{"gradableAnswer": 1, "text", "model"?, "version"?, "usage"?,
 * "truncated"?}` instead of the text; otherwise the identity is the program's name with a hash of the command
 * line, so that two commands are never taken for one judge. Exit code 69 says "provider failed", 75 "rate
 * limited" (with "retry after N seconds" on stderr, if known), 77 "credentials refused".
 */
export function commandModel(choice: CommandChoice): TextModel {
  const [name, ...args] = choice.argv;
  if (name === undefined || name === "") {
    throw judgeUsage(
      "judge-command-missing",
      "--judge-cli command needs --judge-command: the program that reads a prompt and writes an answer.",
      'For example: --judge-cli command --judge-command "llm -m my-model"',
    );
  }
  const cli = "command";
  const redact = judgeRedactor(choice.env, choice.argv);
  const family = sha256Json({ cli, argv: choice.argv, model: choice.model });
  const label = `${plainText(basename(name), { maxChars: 80 })}@${sha256Json(choice.argv).slice(0, 12)}`;
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(choice.env)) if (value !== undefined) env[key] = value;
  if (choice.model !== undefined) env.GRADABLE_JUDGE_MODEL = choice.model;
  const programs = new RunningPrograms();

  const install = "the command must be on PATH or an absolute path";
  const find = () => judgeProgram({ cli, program: name, install }, choice.env);

  async function ask({ prompt, signal }: TextRequest) {
    signal?.throwIfAborted();
    const program = find();
    const { timeoutMs } = choice;
    const call = { file: program.path, args, env, input: prompt, timeoutMs };
    const result = await programs.run(signal === undefined ? call : { ...call, signal });
    checkEnd(cli, result, timeoutMs, redact);
    const said = quoted(result.stderrTail || "no message", redact);
    if (result.exitCode !== 0) {
      const pause = retryAfterMs(result.stderrTail, Date.now);
      const code = EXIT_CODES[result.exitCode ?? -1] ?? "judge-program-failed";
      const facts = {
        cli,
        needs: "what the command needs",
        exit: `exit code ${result.exitCode}`,
        detail: said,
      };
      throw promptedError(code, pause === undefined ? facts : { ...facts, retryAfterMs: pause });
    }
    const envelope = parsed(result.stdout);
    const told = isRecord(envelope) && envelope.gradableAnswer === 1 ? envelope : undefined;
    if (told !== undefined && told.truncated === true) throw promptedError("judge-reply-truncated", { cli });
    const text = told === undefined ? result.stdout : (textAt(told, "text") ?? "");
    if (text.trim() === "") throw promptedError("judge-reply-empty", { cli });
    const usage = usageOf({
      inputTokens: countAt(told, "usage", "inputTokens"),
      cachedInputTokens: countAt(told, "usage", "cachedInputTokens"),
      outputTokens: countAt(told, "usage", "outputTokens"),
      reasoningTokens: countAt(told, "usage", "reasoningTokens"),
      costUsd: at(told, "usage", "costUsd"),
    });
    return {
      text,
      identity: {
        cli,
        cliVersion: plainText(textAt(told, "version") || "unversioned", { maxChars: 100 }),
        model: plainText(textAt(told, "model") || label, { maxChars: 200 }),
      },
      ...defined({ usage }),
      durationMs: result.durationMs,
      cached: false,
    };
  }

  return {
    cli,
    maxPromptChars: null,
    family,
    async configuration() {
      // One that can't be started says so when it is asked.
      let program: string | undefined;
      try {
        program = find().fingerprint;
      } catch {}
      const sha256 = sha256Json({ cli, argv: choice.argv, model: choice.model, program });
      return { cli, cliVersion: "unversioned", sha256 };
    },
    ask,
    close: () => programs.close(),
  };
}
