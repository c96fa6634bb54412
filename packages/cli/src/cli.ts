import type { Redact } from "@gradable/host";
import type { Argv } from "yargs";
import { COMMANDS } from "./commands/index.js";
import { EXIT, exitCodeOf } from "./exit-code.js";
import { commandNamed, helpText } from "./help.js";
import type { CliIo } from "./io.js";
import { stackOf } from "./stack.js";
import { UsageError } from "./usage-error.js";
import { CLI_VERSION } from "./version.js";

/**
 * Runs one command line and returns its exit code (see {@link EXIT}). Data goes to `io.stdout`, everything else to
 * `io.stderr`; nothing is printed as a stack trace unless `--verbose` was given.
 */
export async function cli(argv: readonly string[], io: CliIo): Promise<number> {
  const help = helpText(argv);
  if (help !== null) {
    io.stdout.write(help);
    return EXIT.done;
  }
  const { hideSecrets, Secrets, secretValues } = await import("@gradable/host");
  const secrets = new Secrets();
  secrets.addHidden(hideSecrets(argv));
  for (const value of secretValues(io.env)) secrets.add(value);
  try {
    return await parse(argv, { ...io, secrets });
  } catch (thrown) {
    return explain(thrown, io, argv, secrets.redact);
  }
}

async function parse(argv: readonly string[], io: CliIo): Promise<number> {
  const { default: yargs } = await import("yargs");
  let code: number = EXIT.done;
  const parser = yargs([...argv])
    .scriptName("gradable")
    // Half a message in the language of the environment reads worse than none.
    .locale("en")
    .parserConfiguration({ "parse-numbers": false, "populate--": true, "greedy-arrays": false })
    .option("verbose", { type: "boolean", default: false, global: true })
    .strict()
    .demandCommand(1, 'Name a command, for example: gradable scan --target "node server.js"')
    .recommendCommands()
    .version(CLI_VERSION)
    .help(false)
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UsageError(message);
    });
  for (const command of COMMANDS) {
    parser.command(
      command.name,
      command.summary,
      (builder) => unlisted(command.options(builder)),
      async (values) => {
        code = await command.run(values as never, io);
      },
    );
  }
  await parser.parseAsync([...argv], {}, (_error, _values, output) => {
    // The version was asked for, so it goes to stdout.
    if (output) io.stdout.write(`${output}\n`);
  });
  return code;
}

/** Keeps options out of the help that yargs lays out at every start; what is printed comes from {@link helpText}. */
function unlisted(builder: Argv): Argv {
  const { key } = (builder as Argv & { getOptions(): { key: object } }).getOptions();
  for (const name of Object.keys(key)) builder.hide(name);
  return builder;
}

/** Prints a failure in words and maps it to its exit code. */
async function explain(thrown: unknown, io: CliIo, argv: readonly string[], redact: Redact): Promise<number> {
  if (io.signal.aborted) {
    io.stderr.write("gradable: interrupted; everything that was started has been ended\n");
    return EXIT.interrupted;
  }
  if (thrown instanceof UsageError || isYargsError(thrown)) {
    const { plainText } = await import("@gradable/contract");
    const shown = (text: string) => plainText(redact(text), { multiline: true, maxChars: 2000 });
    const hint = thrown instanceof UsageError && thrown.hint !== undefined ? `  ${shown(thrown.hint)}\n` : "";
    io.stderr.write(
      `gradable: ${shown((thrown as Error).message)}\n${hint}See: gradable ${commandNamed(argv[0]) === undefined ? "" : `${argv[0]} `}--help\n`,
    );
    return EXIT.usage;
  }
  const { redactedError } = await import("@gradable/host");
  const { asGradableError } = await import("@gradable/run");
  const shown = redactedError(thrown, redact);
  const error = asGradableError(shown);
  io.stderr.write(`gradable: ${error.message}\n${error.hint ? `  ${error.hint}\n` : ""}`);
  if (argv.includes("--verbose")) io.stderr.write(`${stackOf(shown)}\n`);
  return exitCodeOf(error);
}

function isYargsError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "YError";
}
