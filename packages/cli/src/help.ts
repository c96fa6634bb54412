import { COMMANDS } from "./commands/index.js";

/**
 * The text of `gradable --help`, from the command table. Written here rather than by yargs, whose layout code takes longer to
 * load than everything else that `--help` needs; the help of a single command comes from yargs.
 */
export function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "gradable <command>",
    "",
    "Scores how well a language model can use an MCP server, from what the server declares.",
    "",
    "Commands:",
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Options:",
    "  -h, --help  help, also of one command: gradable scan --help",
    "  --version   version of gradable",
    "  --verbose   print stack traces of failures",
    "",
    "First command:",
    '  gradable scan --target "<how you start your server>"',
    "",
    "Exit codes: 0 done, 1 a threshold was not met, 2 wrong usage, 3 the target could not be scanned,",
    "4 the judge failed, 130 interrupted.",
    "",
  ].join("\n");
}
