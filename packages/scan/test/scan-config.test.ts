import { describe, expect, it } from "vitest";
import { FIXTURES, failure, scanned, temporary } from "./fixture.js";
import { startHttp } from "./http-fixture.js";

const SECRET = "zebra-Kq81-forest";
const withToken = { ...process.env, NOTES_TOKEN: SECRET };

describe("a server of an mcpServers file", () => {
  it.each(["mcp.json", "editor.json", "settings.json"])("%s", async (file) => {
    const { surface } = await scanned(`configs/${file}#notes`);
    expect(surface.tools).toHaveLength(2);
    expect(surface.target).toEqual({
      kind: "config",
      label: `configs/${file}#notes`,
      config: { file: `configs/${file}`, name: "notes" },
    });
  });

  it("is started in its own cwd, relative to the file, unless --cwd says otherwise", async () => {
    const { surface } = await scanned("configs/mcp.json#in-folder");
    expect(surface.target.cwd).toBe("./data");
    const missing = await failure("configs/mcp.json#bad-folder");
    expect(missing).toMatchObject({ code: "cwd-not-found", owner: "usage", facts: { cwd: "./missing" } });
    const error = await failure("configs/mcp.json#in-folder", { serverCwd: "." });
    expect(error).toMatchObject({ code: "exited-early" });
  });

  it("keeps PATH and the rest when it sets one variable", async () => {
    const { surface } = await scanned("configs/mcp.json#one-variable");
    expect(surface.target.envNames).toEqual(["NOTES_MODE"]);
  });

  it("may have comments and trailing commas, as editors write them", async () => {
    const path = await temporary(
      "mcp.json",
      `{ // one server
        "mcpServers": { /* "notes": {} */ "notes": { "command": "node", "args": [${JSON.stringify(`${FIXTURES}well-behaved.mjs`)}, "a//b,]",], }, },
      }`,
    );
    const { surface } = await scanned(`${path}#notes`);
    expect(surface.tools).toHaveLength(2);
  });

  it("may have a name and arguments that look like comments", async () => {
    const { surface } = await scanned("configs/mcp.json#with // inside");
    expect(surface.tools).toHaveLength(2);
  });

  it("has its variables filled in, and no value shown", async () => {
    const scan = await scanned("configs/mcp.json#secrets", { callerEnv: withToken });
    expect(scan.stderrTail).toContain('"plain-<redacted>","fallback value","<redacted>"');
    expect(JSON.stringify([scan.surface, scan.stderrTail])).not.toContain("zebra");
    expect(scan.surface.target.envNames).toEqual(["NOTES_SECRET", "NUMBER"]);
  });

  it("takes variables from --env before the environment", async () => {
    const scan = await scanned("configs/mcp.json#secrets", { env: { NOTES_TOKEN: SECRET } });
    expect(scan.stderrTail).toContain('"plain-<redacted>"');
  });

  it("names a variable that is not set", async () => {
    const error = await failure("configs/mcp.json#unset");
    expect(error).toMatchObject({
      code: "config-variable-unset",
      owner: "usage",
      facts: { variable: "NO_SUCH_VARIABLE_HERE" },
    });
    expect(error.message).toContain('args[0] of "unset"');
  });

  it.each([
    ["nope", "config-server-unknown", /has no server "nope"/],
    ["__proto__", "config-server-unknown", /has no server/],
    ["unknown-syntax", "config-variable-invalid", /\$\{input:token\}/],
    ["no-command", "config-invalid", /neither command nor url/],
    ["wrong-args", "config-invalid", /args is of type string, expected an array/],
    ["wrong-env", "config-invalid", /env\.A is of type object/],
    ["wrong-url", "config-invalid", /url is not an http/],
    ["not-an-object", "config-invalid", /the entry is not an object/],
  ])("refuses %s", async (name, code, message) => {
    const error = await failure(`configs/mcp.json#${name}`);
    expect(error).toMatchObject({ code, owner: "usage", stage: "target" });
    expect(error.message).toMatch(message);
  });

  it("refuses a file that configures none, or that is not there", async () => {
    expect(await failure("configs/no-servers.json#x")).toMatchObject({ code: "config-invalid" });
    expect(await failure("configs/missing.json#x")).toMatchObject({ code: "file-not-found" });
    expect(await failure(`${await temporary("mcp.json", "{")}#x`)).toMatchObject({ code: "file-not-json" });
  });

  it("wants a name, and tells which there are", async () => {
    const error = await failure("configs/editor.json");
    expect(error).toMatchObject({ code: "config-name-missing", owner: "usage" });
    expect(error.hint).toBe("Add #<name>. It configures: notes.");
  });

  it("may be reached over HTTP, with expanded headers that are never shown", async () => {
    const base = await startHttp("http-wants-credentials");
    const PORT = new URL(base).port;
    const good = { ...process.env, PORT, NOTES_TOKEN: "orchid-7731-lamp" };
    const { surface } = await scanned("configs/mcp.json#http", { callerEnv: good });
    expect(surface.tools).toHaveLength(2);
    expect(JSON.stringify(surface)).not.toContain("orchid");
    const error = await failure("configs/mcp.json#http", {
      callerEnv: { ...process.env, PORT, NOTES_TOKEN: SECRET },
    });
    expect(error.code).toBe("http-unauthorized");
    expect(JSON.stringify([error.message, error.facts, error.stack, String(error.cause)])).not.toContain(
      "zebra",
    );
    expect(await failure("configs/mcp.json#http", { callerEnv: { ...process.env, PORT } })).toMatchObject({
      code: "config-variable-unset",
      facts: { variable: "NOTES_TOKEN" },
    });
  });

  it("may name the older transport", async () => {
    const PORT = new URL(await startHttp("http-speaks-only-sse")).port;
    const { surface } = await scanned("configs/mcp.json#sse", { callerEnv: { ...process.env, PORT } });
    expect(surface.observations.map(({ id }) => id)).toEqual(["legacy-sse"]);
  });
});
