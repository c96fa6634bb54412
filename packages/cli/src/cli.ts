import type { GradableError } from "@gradable/contract";
import yargs from "yargs";
import { COMMANDS } from "./commands/index.js";
import { EXIT, exitCodeOf } from "./exit-code.js";
import type { CliIo } from "./io.js";
import { stackOf } from "./stack.js";
import { CLI_VERSION } from "./version.js";

/**
 * Runs one command line and returns its exit code (see {@link EXIT}). Data goes to `io.stdout`, everything else to
 * `io.stderr`; nothing is printed as a stack trace unless `--verbose` was given.
 */
export async function cli(argv: readonly string[], io: CliIo): Promise<number> {
  let code: number = EXIT.done;
  const parser = yargs([...argv])
    .scriptName("gradable")
    .usage(
      "$0 <command>\n\nScores how well a language model can use an MCP server, from what the server declares.",
    )
    .parserConfiguration({
      "duplicate-arguments-array": true,
      "greedy-arrays": false,
      "parse-numbers": false,
    })
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
    .epilogue(
      "Exit codes: 0 done, 1 a threshold was not met, 2 wrong usage, 3 the target could not be scanned, 4 the judge failed.",
    )
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UsageProblem(message);
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
  try {
    await parser.parseAsync([...argv], {}, (_error, _values, output) => {
      // Help and version text: what was asked for goes to stdout.
      if (output) io.stdout.write(`${output}\n`);
    });
    return code;
  } catch (thrown) {
    return report(thrown, io, argv.includes("--verbose"));
  }
}

class UsageProblem extends Error {}

/** Prints a failure in words and maps it to its exit code. */
async function report(thrown: unknown, io: CliIo, verbose: boolean): Promise<number> {
  if (io.signal.aborted) {
    io.stderr.write("gradable: interrupted; the server was shut down and nothing was written\n");
    return EXIT.interrupted;
  }
  if (thrown instanceof UsageProblem || isYargsError(thrown)) {
    io.stderr.write(`gradable: ${(thrown as Error).message}\n\nSee: gradable --help\n`);
    return EXIT.usage;
  }
  const { asGradableError } = await import("@gradable/run");
  const error: GradableError = asGradableError(thrown);
  io.stderr.write(`gradable: ${error.message}\n${error.hint ? `  ${error.hint}\n` : ""}`);
  if (verbose) io.stderr.write(`${stackOf(thrown)}\n`);
  return exitCodeOf(error);
}

function isYargsError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "YError";
}
