import type { Argv } from "yargs";
import type { CliIo } from "./io.js";

/**
 * One command. `options` declares its flags; `run` loads what it needs when it runs, so that `gradable --help` pays
 * for no command, and returns the exit code.
 */
export interface Command<Values = never> {
  /** yargs command string, positionals included. */
  readonly name: string;
  readonly summary: string;
  options(builder: Argv): Argv<Values>;
  run(values: Values, io: CliIo): Promise<number>;
}
