import type { Argv, Options } from "yargs";
import type { Command } from "./command.js";
import { COMMANDS } from "./commands/index.js";

/**
 * The texts of `--help`, from the command table and the options it declares. Written here rather than by yargs, whose layout code
 * takes longer to load than everything else that help needs, and which calls every number a string and puts its own flags first.
 */

/** Groups of options in the order they are shown; those of no group come last. */
const GROUPS = ["Target", "Servers", "Requests", "Judge", "Gate", "Output"];
const REST = "Options";

const MAX_COLUMNS = 80;
/** Where descriptions start; a longer name has its description on the next line. */
const DESCRIPTION_COLUMN = 30;

/** The command that an argument vector asks help of; the overview when it names none; null when it asks for no help. */
export function helpText(argv: readonly string[]): string | null {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  if (!own.some((word) => word === "--help" || word === "-h") && own[0] !== "help") return null;
  const command = commandNamed(own[0] === "help" ? own[1] : own[0]);
  return command === undefined ? overview() : commandHelp(command);
}

/** The command whose first word this is. */
export function commandNamed(word: string | undefined): Command<never> | undefined {
  return COMMANDS.find(({ name }) => name.split(" ")[0] === word);
}

/** The text of `gradable --help`. */
export function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return lines(
    "gradable <command>",
    "",
    "Scores how well a language model can use an MCP server, from what the server",
    "declares.",
    "",
    "Commands:",
    ...COMMANDS.flatMap(({ name, summary }) => row(name, summary, width + 4)),
    "",
    "Options:",
    ...ALWAYS.flatMap(([names, text]) => row(names, text, 15)),
    "",
    "Options of one command: gradable scan --help",
    "",
    "First command:",
    '  gradable scan --target "<how you start your server>"',
    "",
    "Exit codes: 0 done, 1 a threshold was not met, 2 wrong usage, 3 the target could",
    "not be scanned, 4 the judge failed, 130 interrupted.",
  );
}

const ALWAYS: readonly (readonly [names: string, text: string])[] = [
  ["-h, --help", "print this text"],
  ["--version", "print the version of gradable"],
  ["--verbose", "print stack traces of failures"],
];

/** The text of `gradable <command> --help`. */
export function commandHelp(command: Command<never>): string {
  const declared = new DeclaredOptions();
  command.options(declared as unknown as Argv);
  const groups = [...GROUPS, REST].map((group) => ({
    group,
    own: declared.options.filter(([, spec]) => (spec.group ?? REST) === group),
  }));
  return lines(
    `gradable ${command.name}${declared.options.length > 0 ? " [options]" : ""}`,
    "",
    ...wrap(`${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`, MAX_COLUMNS),
    ...section(
      "Arguments",
      declared.positionals.flatMap(([name, spec]) => row(name, description(spec, false), DESCRIPTION_COLUMN)),
    ),
    ...groups.flatMap(({ group, own }) =>
      section(
        group,
        own.flatMap(([name, spec]) =>
          row(optionNames(name, spec), description(spec, true), DESCRIPTION_COLUMN),
        ),
      ),
    ),
    ...section(
      "Always",
      ALWAYS.flatMap(([names, text]) => row(names, text, DESCRIPTION_COLUMN)),
    ),
  );
}

/** Stands in for yargs where a command declares its options: takes them down, in order. */
class DeclaredOptions {
  readonly positionals: [string, Options][] = [];
  readonly options: [string, Options][] = [];

  positional(name: string, spec: Options): this {
    this.positionals.push([name, spec]);
    return this;
  }

  option(name: string, spec: Options): this {
    this.options.push([name, spec]);
    return this;
  }

  alias(name: string, alias: string): this {
    const found = this.options.find(([known]) => known === name);
    if (found !== undefined) found[1] = { ...found[1], alias: [found[1].alias ?? [], alias].flat() };
    return this;
  }
}

/** `-o, --out <folder>`; a flag that is on unless it is taken back shows how to do that: `--no-cache`. */
function optionNames(name: string, spec: Options): string {
  const names = [...[spec.alias ?? []].flat(), name].sort((a, b) => a.length - b.length);
  const dashed = names.map((one) =>
    one.length === 1 ? `-${one}` : `--${spec.default === true ? "no-" : ""}${one}`,
  );
  return dashed.join(", ") + (spec.type === "boolean" ? "" : ` <${spec.takes ?? name}>`);
}

/** The description with what may be said and what is taken when nothing is. */
function description(
  { describe = "", choices, default: preset, demandOption }: Options,
  isOption: boolean,
): string {
  const facts = [
    ...(isOption && demandOption === true ? ["required"] : []),
    ...(choices === undefined ? [] : [choices.join(", ")]),
    ...(typeof preset === "string" ? [`default ${preset}`] : []),
  ];
  return facts.length === 0 ? describe : `${describe} (${facts.join("; ")})`;
}

function section(title: string, body: readonly string[]): string[] {
  return body.length === 0 ? [] : ["", `${title}:`, ...body];
}

function row(name: string, text: string, column: number): string[] {
  const [first = "", ...rest] = wrap(text, MAX_COLUMNS - column);
  const indent = " ".repeat(column);
  const head = `  ${name}`;
  return head.length + 2 <= column
    ? [head.padEnd(column) + first, ...rest.map((line) => indent + line)]
    : [head, ...[first, ...rest].map((line) => indent + line)];
}

/** Text of ours in lines of at most `columns`. */
function wrap(text: string, columns: number): string[] {
  const found: string[] = [];
  for (const word of text.split(" ")) {
    const line = found.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns)
      found[found.length - 1] = `${line} ${word}`;
    else found.push(word);
  }
  return found;
}

const lines = (...parts: readonly string[]) => `${parts.join("\n")}\n`;
