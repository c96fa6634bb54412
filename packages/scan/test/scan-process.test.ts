import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { scan } from "../src/scan.js";
import { bundled } from "./bundled.js";
import { failure, fixture, scanned, scanOptions } from "./fixture.js";
import { appears, processesWith } from "./processes.js";

describe.runIf(process.platform === "linux")("nothing is left running", () => {
  it("ends a server that goes when its input closes", async () => {
    const token = randomUUID();
    const result = await scan(fixture("well-behaved", token), scanOptions());
    await appears(token);
    expect(await result.close()).toEqual([]);
    expect(processesWith(token)).toEqual([]);
  });

  it("ends one that ignores both the end of its input and SIGTERM", async () => {
    const token = randomUUID();
    const result = await scan(fixture("ignores-shutdown", token), scanOptions());
    expect(await result.close()).toEqual([{ id: "ignored-shutdown", count: 1, facts: {} }]);
    expect(processesWith(token)).toEqual([]);
  });

  it.each(["willing", "stubborn", "detached"])("ends a %s grandchild of a polite leader", async (kind) => {
    const token = randomUUID();
    const result = await scan(fixture("leaves-a-grandchild", token, kind), scanOptions());
    await appears(token, 2);
    expect(await result.close()).toEqual([
      { id: "process-outlived-session", count: 1, facts: { processes: 1 } },
    ]);
    expect(processesWith(token)).toEqual([]);
  });

  it("ends a grandchild that left the group and dropped the environment", async () => {
    const token = randomUUID();
    const result = await scan(fixture("leaves-a-grandchild-unmarked", token), scanOptions());
    await appears(token, 2);
    await result.close();
    expect(processesWith(token)).toEqual([]);
  });

  it("ends what a server that forked to the background left, and does not wait for it", async () => {
    const token = randomUUID();
    const started = performance.now();
    const error = await failure(fixture("leaves-its-output-to-a-child", token), { timeoutMs: 20_000 });
    expect(error).toMatchObject({ code: "exited-early", facts: { exitCode: 0 } });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(processesWith(token)).toEqual([]);
  });

  it("survives a server that does not read", async () => {
    const token = randomUUID();
    const error = await failure(fixture("closes-its-input", token), { timeoutMs: 800 });
    expect(error).toMatchObject({ code: "handshake-timeout" });
    expect(processesWith(token)).toEqual([]);
  });

  it("can be closed twice, and from two sides", async () => {
    const result = await scan(fixture("well-behaved"), scanOptions());
    const [first, second] = await Promise.all([result.close(), result.close()]);
    expect(first).toBe(second);
  });

  it.each(["hangs", "never-lists", "hangs-after-half-message"])("after a time-out: %s", async (name) => {
    const token = randomUUID();
    await failure(fixture(name, token), { timeoutMs: 600 });
    expect(processesWith(token)).toEqual([]);
  });

  it("when the scan is cancelled", async () => {
    const token = randomUUID();
    const cancel = new AbortController();
    const pending = failure(fixture("hangs", token), { signal: cancel.signal });
    await appears(token);
    const cancelled = performance.now();
    cancel.abort();
    expect(await pending).toMatchObject({ code: "cancelled" });
    expect(performance.now() - cancelled).toBeLessThan(2500);
    expect(processesWith(token)).toEqual([]);
  });

  it("when it was cancelled before it began", async () => {
    expect(await failure(fixture("hangs"), { signal: AbortSignal.abort() })).toMatchObject({
      code: "cancelled",
    });
  });

  it("when the close itself is cancelled", async () => {
    const token = randomUUID();
    const cancel = new AbortController();
    const result = await scan(fixture("ignores-shutdown", token), scanOptions({ signal: cancel.signal }));
    cancel.abort();
    await result.close();
    expect(processesWith(token)).toEqual([]);
  });

  it("when a close under way is cancelled, at once", async () => {
    const token = randomUUID();
    const cancel = new AbortController();
    const result = await scan(fixture("ignores-shutdown", token), scanOptions({ signal: cancel.signal }));
    const closing = result.close();
    setTimeout(() => cancel.abort(), 700);
    const started = performance.now();
    await closing;
    expect(performance.now() - started).toBeLessThan(3500);
    expect(processesWith(token)).toEqual([]);
  });

  it("when our own process ends in the middle", async () => {
    const token = randomUUID();
    const options = "{ cwd: process.cwd(), callerEnv: process.env }";
    const script = `const { scan } = await import(${JSON.stringify(await bundled())});
      await scan(process.argv[1], ${options});
      console.log("scanned");
      process.exit(0);`;
    const run = [
      process.execPath,
      ["--input-type=module", "-e", script, fixture("ignores-shutdown", token)],
    ] as const;
    const { stdout } = await promisify(execFile)(...run);
    expect(stdout).toBe("scanned\n");
    expect(processesWith(token)).toEqual([]);
  });
});

describe("working folder and environment", () => {
  it("starts in the folder asked for", async () => {
    const { surface } = await scanned(fixture("needs-data-in-cwd"), { serverCwd: "folder-with-data" });
    expect(surface.target.cwd).toBe("folder-with-data");
  });

  it("says when the folder is missing, before anything is started", async () => {
    const error = await failure(fixture("needs-data-in-cwd"), { serverCwd: "no-such-folder" });
    expect(error).toMatchObject({ code: "cwd-not-found", owner: "usage", stage: "target" });
    expect(error.message).toContain('"no-such-folder" does not exist');
  });

  it("adds variables to the base instead of replacing it", async () => {
    const { surface } = await scanned(fixture("needs-a-program-on-path"), { env: { NOTES_MODE: "x" } });
    expect(surface.target.envNames).toEqual(["NOTES_MODE"]);
  });

  it("takes variables set in front of the command", async () => {
    const { surface } = await scanned(`NOTES_MODE=abc123def ${fixture("needs-a-program-on-path")}`);
    expect(surface.target.envNames).toEqual(["NOTES_MODE"]);
    expect(JSON.stringify(surface)).not.toContain("abc123def");
  });

  it("passes no other variable on, unless asked to", async () => {
    const callerEnv = { ...process.env, NOTES_MODE: "from the caller" };
    expect(await failure(fixture("needs-a-program-on-path"), { callerEnv })).toMatchObject({
      code: "exited-early",
    });
    const { surface } = await scanned(fixture("needs-a-program-on-path"), { callerEnv, inheritEnv: true });
    expect(surface.tools).toHaveLength(2);
  });

  it("fills {dir} with an empty folder of its own", async () => {
    const { surface } = await scanned(`${fixture("well-behaved")} {dir}/x.db`);
    expect(surface.target.label).toMatch(/ \{dir\}\/x\.db$/);
  });
});

describe("secrets", () => {
  const SECRET = "zebra-Kq81-forest";
  it("are in no surface, no tail and no error", async () => {
    const options = { env: { NOTES_SECRET: SECRET } };
    const result = await scanned(
      fixture("reveals-its-environment", "--api-key", `${SECRET}-2`, `--token=${SECRET}-3`),
      options,
    );
    const shown = JSON.stringify([result.surface, result.stderrTail]);
    expect(shown).not.toContain("zebra");
    expect(result.surface.target.label).toMatch(/--api-key <redacted> --token=<redacted>$/);
    expect(result.stderrTail).toContain("<redacted>");

    const error = await failure(fixture("reveals-its-environment", "--password", `${SECRET}-4`), {
      env: { NOTES_SECRET: SECRET, NOTES_FAIL: "yes" },
    });
    expect(error.code).toBe("list-failed");
    const all = JSON.stringify([
      error.message,
      error.hint,
      error.facts,
      error.partial,
      String(error.cause),
      error.stack,
    ]);
    expect(all).not.toContain("zebra");
  });

  it("are left out of what a server declares, which is reported", async () => {
    const env = { NOTES_API_KEY: SECRET, NOTES_MODE: "production" };
    const { surface } = await scanned(fixture("repeats-its-key"), { env });
    expect(JSON.stringify(surface)).not.toContain("zebra");
    expect(surface.tools[1]).toEqual({
      name: "leaky",
      description: "Calls with <redacted>.",
      inputSchema: { type: "object", properties: { "via_<redacted>": { default: "<redacted>" } } },
    });
    // A value that no name calls a secret is part of the declaration.
    expect(surface.tools[0]?.description).toBe("Mode production.");
    expect(surface.observations).toEqual([{ id: "secret-declared", count: 1, tools: ["leaky"], facts: {} }]);
  });

  it("are left out of a declaration that repeats the address they were part of", async () => {
    const target = `${fixture("repeats-its-arguments")} "https://me:zebra-crossing@db.example/x?api_key=zebra-stripes&mode=fast"`;
    const { surface } = await scanned(target);
    expect(JSON.stringify(surface)).not.toContain("zebra");
    expect(surface.tools[0]?.description).toContain("mode=fast");
  });

  it("are not left over where a text was cut in the middle of one", async () => {
    const long = "abcdefghij".repeat(600);
    const error = await failure(fixture("reveals-its-environment"), {
      env: { NOTES_SECRET: long, NOTES_FAIL: "y" },
    });
    expect(JSON.stringify([error.message, error.facts, error.partial])).not.toContain("abcdefghij");
  });
});
