import type { Argv } from "yargs";
import type { CliIo } from "./io.js";

declare module "yargs" {
  interface Options {
    /** What the option takes, for `<…>` in its help: "number", "folder". Parsing knows nothing of it. */
    readonly takes?: string;
  }
}

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
