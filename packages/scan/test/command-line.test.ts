import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteWord, splitCommandLine } from "../src/target/command-line.js";

const words = (line: string) => splitCommandLine(line).words;

describe("splitting a command line", () => {
  it.each([
    ["node server.js", ["node", "server.js"]],
    ["  node \t server.js  ", ["node", "server.js"]],
    [`node "my server.js" 'and more'`, ["node", "my server.js", "and more"]],
    [String.raw`node my\ server.js`, ["node", "my server.js"]],
    [String.raw`node a\\b \"q\" \'s\'`, ["node", String.raw`a\b`, '"q"', "'s'"]],
    [String.raw`node "a \" b \\ c \n"`, ["node", String.raw`a " b \ c \n`]],
    [String.raw`node 'a \ b'`, ["node", String.raw`a \ b`]],
    [`node ""  ''`, ["node", "", ""]],
    [`a"b"'c'd`, ["abcd"]],
    ["node a\\\nb", ["node", "ab"]],
    [`node "it's" 'say "hi"'`, ["node", "it's", 'say "hi"']],
    ["node --price='$5' \"\\$x\" \\$y", ["node", "--price=$5", "$x", "$y"]],
    ["node a$ b#c {dir} a=b", ["node", "a$", "b#c", "{dir}", "a=b"]],
    [`node '*.js' "a|b" \\; '~' "x?"`, ["node", "*.js", "a|b", ";", "~", "x?"]],
    ["npx mcp-remote https://host/sse?key=1", ["npx", "mcp-remote", "https://host/sse?key=1"]],
    [`echo "cost in $"`, ["echo", "cost in $"]],
    ["", []],
  ])("%s", (line, expected) => expect(words(line)).toEqual(expected));

  it.each([
    ["node a.js | tee log", "|"],
    ["node a.js && node b.js", "&&"],
    ["node a.js > out", ">"],
    ["node a.js; rm -rf x", ";"],
    ["node $HOME/a.js", "$HOME"],
    [`node "$HOME/a.js"`, "$HOME"],
    [`node "$` + `{HOME}/a.js"`, "$" + "{HOME}"],
    ["node $(which x)", "$(which x)"],
    ["node `which x`", "`"],
    [`node "\`x\`"`, "`"],
    ["node $'a'", "$'"],
    ["node dist/*.js", "*"],
    ["node dist/?.js", "?"],
    ["node [ab].js", "["],
    ["~/bin/server", "~"],
    ["node ~/server.js", "~"],
    ["node a.js # comment", "#"],
    ["node a.js\nnode b.js", "\\n"],
    ["(node a.js)", "("],
    ["node a.js &", "&"],
    [`node "a`, '"a'],
    ["node 'a", "'a"],
    ["node a\\", "\\"],
  ])("refuses what only a shell can do: %s", (line, found) => {
    expect(() => splitCommandLine(line)).toThrowError(
      expect.objectContaining({ code: "target-shell-syntax", facts: expect.objectContaining({ found }) }),
    );
  });

  it("takes variables in front of the command, unless quoted", () => {
    expect(splitCommandLine(`A=1 B_2="x y" C= node D=4`)).toEqual({
      assignments: { A: "1", B_2: "x y", C: "" },
      words: ["node", "D=4"],
    });
    expect(splitCommandLine(`"A=1" node`)).toEqual({ assignments: {}, words: ["A=1", "node"] });
    expect(splitCommandLine("A\\=1 node")).toEqual({ assignments: {}, words: ["A=1", "node"] });
  });

  it("keeps the backslashes of Windows paths where asked to", () => {
    const line = String.raw`C:\tools\server.exe "C:\my data\x" --name \"q\"`;
    expect(splitCommandLine(line, "literal").words).toEqual([
      String.raw`C:\tools\server.exe`,
      String.raw`C:\my data\x`,
      "--name",
      '"q"',
    ]);
  });

  it("splits as sh does, whatever the quoting", () => {
    const piece = fc.constantFrom(
      "a",
      "é",
      " ",
      "\t",
      "'",
      '"',
      "\\",
      "b c",
      "\\'",
      '\\"',
      "\\\\",
      "=",
      "-",
      ",",
      "#",
      "'x y'",
      '"x y"',
      "\\\n",
      "{",
      "}",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const line = `x${pieces.join("")}`;
        let ours: readonly string[];
        try {
          ours = splitCommandLine(`p ${line}`).words.slice(1);
        } catch {
          return;
        }
        // The line is trimmed first, as a flag's value is; a trailing blank that is escaped is not.
        const theirs = execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
        expect(ours).toEqual(theirs.split("\0").slice(0, -1));
      }),
      { numRuns: 150 },
    );
  });

  it("quotes a word so that it splits back into itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab \t'\"\\$`*|;#~!=é"), minLength: 1 }), (word) => {
        expect(splitCommandLine(`p ${quoteWord(word)}`).words[1]).toBe(word);
      }),
    );
    expect(quoteWord("plain/path-1.js")).toBe("plain/path-1.js");
    expect(quoteWord("two words")).toBe('"two words"');
  });
});
