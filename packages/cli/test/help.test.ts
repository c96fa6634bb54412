import { describe, expect, it } from "vitest";
import { cli } from "../src/cli.js";
import { COMMANDS } from "../src/commands/index.js";
import { commandHelp, helpText, overview } from "../src/help.js";
import { testIo } from "./io-for-tests.js";

const run = async (argv: string[]) => {
  const { io, written } = testIo();
  return { code: await cli(argv, io), ...written };
};

const NAMES = COMMANDS.map(({ name }) => name.split(" ")[0] as string);

/** The lines of a help text under a heading. */
function section(text: string, title: string): string {
  return text.split(/\n\n/).find((part) => part.startsWith(`${title}:`)) ?? "";
}

const scan = () =>
  commandHelp(COMMANDS.find(({ name }) => name.startsWith("scan ")) as (typeof COMMANDS)[number]);

describe("help", () => {
  it.each([["--help", overview()], ...COMMANDS.map((command) => [command.name, commandHelp(command)])])(
    "of %s fits into 80 columns",
    (_name, text) => {
      for (const line of (text as string).split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
    },
  );

  it.each(NAMES)("of %s shows what it takes, its own options before those of every command", async (name) => {
    const { code, stdout, stderr } = await run([name, "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.startsWith(`gradable ${name}`)).toBe(true);
    expect(stdout).not.toMatch(/\[string\]|undefined/);
    expect(stdout.split(/\n\n/).at(-1)).toMatch(/^Always:\n {2}-h, --help/);
  });

  it("puts options into groups, and says what a number is", () => {
    const text = scan();
    expect(section(text, "Target")).toContain("-t, --target <server>");
    expect(section(text, "Requests")).toContain("--trials <number>");
    expect(section(text, "Judge").split("\n")[1]).toContain("--judge-cli <judge>");
    expect(section(text, "Judge")).toContain("--no-rewrite ");
    expect(section(text, "Gate")).toContain("--fail-under <score>");
    expect(section(text, "Output")).toContain("-o, --out <folder>");
    expect(section(text, "Options")).toBe("");
  });

  it("says the default and the choices", () => {
    const text = scan().replace(/\n +/g, " ");
    expect(text).toContain("how often each request is asked (default 1)");
    expect(text).toContain("(text, json, markdown, github, sarif, junit; default text)");
    expect(text).not.toContain("default false");
  });

  it("is asked for in any usual way, and not by what a command gets", () => {
    expect(helpText(["scan", "-h"])).toBe(scan());
    expect(helpText(["help", "scan"])).toBe(scan());
    expect(helpText(["help"])).toBe(overview());
    expect(helpText(["--verbose", "--help"])).toBe(overview());
    expect(helpText(["scan", "--", "server", "--help"])).toBeNull();
    expect(helpText(["scan", "--target", "server --help"])).toBeNull();
  });

  it("is where a wrong command line is sent", async () => {
    const { code, stderr } = await run(["scan", "--no-such-flag"]);
    expect(code).toBe(2);
    expect(stderr).toContain("See: gradable scan --help");
    expect((await run(["nothing"])).stderr).toContain("See: gradable --help");
  });
});
