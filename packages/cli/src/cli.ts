import { COMMANDS } from "./commands/index.js";
import { EXIT, exitCodeOf } from "./exit-code.js";
import { overview } from "./help.js";
import type { CliIo } from "./io.js";
import { stackOf } from "./stack.js";
import { UsageError } from "./usage-error.js";
import { CLI_VERSION } from "./version.js";

/**
 * Runs one command line and returns its exit code (see {@link EXIT}). Data goes to `io.stdout`, everything else to
 * `io.stderr`; nothing is printed as a stack trace unless `--verbose` was given.
 */
export async function cli(argv: readonly string[], io: CliIo): Promise<number> {
  if (argv.length === 1 && (argv[0] === "--help" || argv[0] === "-h" || argv[0] === "help")) {
    io.stdout.write(overview());
    return EXIT.done;
  }
  try {
    return await parse(argv, io);
  } catch (thrown) {
    return explain(thrown, io, argv.includes("--verbose"));
  }
}

async function parse(argv: readonly string[], io: CliIo): Promise<number> {
  const { default: yargs } = await import("yargs");
  let code: number = EXIT.done;
  const parser = yargs([...argv])
    .scriptName("gradable")
    .parserConfiguration({ "parse-numbers": false, "populate--": true, "greedy-arrays": false })
    .option("verbose", {
      type: "boolean",
      default: false,
      global: true,
      describe: "print stack traces of failures",
    })
    .strict()
    .demandCommand(1, 'Name a command, for example: gradable scan --target "node server.js"')
    .recommendCommands()
    .version(CLI_VERSION)
    .help()
    .alias("h", "help")
    .wrap(Math.min(100, io.stdout.columns ?? 100))
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UsageError(message);
    });
  for (const command of COMMANDS) {
    parser.command(
      command.name,
      command.summary,
      (builder) => command.options(builder),
      async (values) => {
        code = await command.run(values as never, io);
      },
    );
  }
  await parser.parseAsync([...argv], {}, (_error, _values, output) => {
    // Help and version text: what was asked for goes to stdout.
    if (output) io.stdout.write(`${output}\n`);
  });
  return code;
}

/** Prints a failure in words and maps it to its exit code. */
async function explain(thrown: unknown, io: CliIo, verbose: boolean): Promise<number> {
  if (io.signal.aborted) {
    io.stderr.write("gradable: interrupted; everything that was started has been ended\n");
    return EXIT.interrupted;
  }
  if (thrown instanceof UsageError || isYargsError(thrown)) {
    const { plainText } = await import("@gradable/contract");
    const shown = (text: string) => plainText(text, { multiline: true, maxChars: 2000 });
    const hint = thrown instanceof UsageError && thrown.hint !== undefined ? `  ${shown(thrown.hint)}\n` : "";
    io.stderr.write(`gradable: ${shown((thrown as Error).message)}\n${hint}See: gradable --help\n`);
    return EXIT.usage;
  }
  const { asGradableError } = await import("@gradable/run");
  const error = asGradableError(thrown);
  io.stderr.write(`gradable: ${error.message}\n${error.hint ? `  ${error.hint}\n` : ""}`);
  if (verbose) io.stderr.write(`${stackOf(thrown)}\n`);
  return exitCodeOf(error);
}

function isYargsError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "YError";
}
