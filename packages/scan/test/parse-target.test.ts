import { GradableError } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { parseTarget } from "../src/target/parse-target.js";
import { FIXTURES } from "./fixture.js";

const parse = (text: string) => parseTarget(text, { cwd: FIXTURES });

function error(text: string): GradableError {
  try {
    parse(text);
  } catch (caught) {
    if (caught instanceof GradableError) return caught;
    throw caught;
  }
  throw new Error(`${text} was accepted`);
}

describe("kinds of target", () => {
  it.each([
    ["node server.js --x", { kind: "stdio", command: "node", args: ["server.js", "--x"] }],
    ["npm:notes", { kind: "npm", spec: { name: "notes", version: null, bin: null }, args: [] }],
    [
      "npm:@acme/notes@1.2.3 --stdio 'a b'",
      { kind: "npm", spec: { name: "@acme/notes", version: "1.2.3" }, args: ["--stdio", "a b"] },
    ],
    ["npm:notes@^1.2", { kind: "npm", spec: { name: "notes", version: "^1.2" } }],
    [
      "npm:notes@latest#notes-server",
      { kind: "npm", spec: { text: "notes@latest", version: "latest", bin: "notes-server" } },
    ],
    ["npm:./notes-1.0.0.tgz", { kind: "npm", spec: { name: null, file: `${FIXTURES}notes-1.0.0.tgz` } }],
    ["https://host/mcp", { kind: "http" }],
    ["HTTP://host/mcp", { kind: "http" }],
    [
      "surfaces/result.json",
      { kind: "file", path: "surfaces/result.json", file: `${FIXTURES}surfaces/result.json` },
    ],
    ["surfaces/with space.json", { kind: "file" }],
    ["node capture.json", { kind: "stdio", command: "node", args: ["capture.json"] }],
    ["configs/mcp.json#notes", { kind: "config", path: "configs/mcp.json", name: "notes" }],
    [".mcp.json#a#b", { kind: "config", name: "a#b" }],
    ["node x.json#y", { kind: "stdio" }],
    ["/opt/my-server", { kind: "stdio", command: "/opt/my-server" }],
  ])("%s", (text, expected) => expect(parse(text)).toMatchObject(expected));

  it.each([
    ["", "target-empty"],
    ["   ", "target-empty"],
    ["''", "target-empty"],
    ["A=1", "target-empty"],
    ["npm:", "npm-spec-invalid"],
    ["npm: notes", "npm-spec-invalid", true],
    ["npm:../../etc", "npm-spec-invalid"],
    ["npm:notes@git+ssh://x/y", "npm-spec-invalid"],
    ["npm:notes@file:../x", "npm-spec-invalid"],
    ["npm:--registry=http://x", "npm-spec-invalid"],
    ["npm:notes#", "npm-spec-invalid"],
    ["ws://host/mcp", "target-scheme-unsupported"],
    ["file:///etc/passwd", "target-scheme-unsupported"],
    ["https://", "target-url-invalid"],
    ["https://a b", "target-url-invalid"],
    ["surfaces", "target-is-directory"],
    [".", "target-is-directory"],
    ["no-such-file.json", "file-not-found"],
    ["a | b", "target-shell-syntax"],
  ] as [string, string, boolean?][])("refuses %j: %s", (text, code, accepted) => {
    // A blank after the colon is split off like any other.
    if (accepted) return expect(parse(text)).toMatchObject({ kind: "npm", spec: { name: "notes" } });
    expect(error(text)).toMatchObject({ code, owner: "usage", stage: "target" });
    expect(error(text).hint).toBeTruthy();
  });
});
