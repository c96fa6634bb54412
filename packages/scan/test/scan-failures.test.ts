import { describe, expect, it } from "vitest";
import { failure, fixture } from "./fixture.js";

describe("a command that cannot be started", () => {
  it.each([
    [
      "no-such-binary-xyz",
      "command-not-found",
      /does not exist \(not found on PATH, \d+ folders\)/,
      /full path/,
    ],
    ["./no-such-binary-xyz --flag", "command-not-found", /looked for .*no-such-binary-xyz/, /full path/],
    ["nodee server.js", "command-not-found", /"nodee" does not exist/, /Did you mean "node"\?/],
    ["@acme/notes --stdio", "command-not-found", /./, /npm:@acme\/notes/],
    ["mcp.example.org/mcp", "command-not-found", /./, /https:\/\/mcp\.example\.org\/mcp/],
    ["well-behaved.mjs", "command-not-found", /./, /node well-behaved\.mjs/],
    [
      "./well-behaved.mjs",
      "command-not-executable",
      /not marked as executable/,
      /node \.\/well-behaved\.mjs/,
    ],
    ["./folder-with-data --flag", "command-not-executable", /it is a folder/, /./],
  ])("%s", async (target, code, message, hint) => {
    const started = performance.now();
    const error = await failure(target);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(error).toMatchObject({ code, owner: "environment", stage: "start" });
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });
});

describe("a server that fails in the handshake", () => {
  it("exits at once: code, stderr, and what it seems to want", async () => {
    const error = await failure(fixture("exits-at-once"));
    expect(error).toMatchObject({
      code: "exited-early",
      owner: "server",
      stage: "handshake",
      facts: { exitCode: 3, signal: null },
    });
    expect(error.message).toBe(
      "The server ended (exit code 3) before it answered initialize. Its stderr says: Error: NOTES_API_KEY environment variable is required",
    );
    expect(error.hint).toContain("--env NOTES_API_KEY=<value>");
    expect(error.partial?.stderrTail).toContain("NOTES_API_KEY");
  });

  it("is killed by a signal", async () => {
    const error = await failure(fixture("kills-itself"));
    expect(error).toMatchObject({ code: "exited-early", facts: { exitCode: null, signal: "SIGKILL" } });
    expect(error.message).toContain("killed by SIGKILL");
  });

  it("exits in the middle of a message", async () => {
    const error = await failure(fixture("exits-after-half-message"));
    expect(error).toMatchObject({ code: "exited-early", facts: { exitCode: 0, unfinishedBytes: 41 } });
    expect(error.message).toContain("41 bytes of an unfinished message");
  });

  it("hangs: the phase and the budget are named", async () => {
    const error = await failure(fixture("hangs"), { timeoutMs: 1500 });
    expect(error).toMatchObject({ code: "handshake-timeout", owner: "server", stage: "handshake" });
    expect(error.message).toContain("did not answer initialize within 1.5 s (phase: handshake)");
    expect(error.message).toContain("connecting to the database");
  });

  it("hangs in the middle of a message", async () => {
    const error = await failure(fixture("hangs-after-half-message"), { timeoutMs: 1500 });
    expect(error.message).toContain("41 bytes of a message without an end had arrived");
  });

  it("asks without end, reads nothing and never answers", async () => {
    const before = process.memoryUsage().rss;
    const error = await failure(fixture("asks-without-end"), { timeoutMs: 3000 });
    expect(error).toMatchObject({ code: "handshake-timeout", owner: "server" });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  it("closes its output and goes on", async () => {
    const error = await failure(fixture("closes-stdout"));
    expect(error).toMatchObject({ code: "connection-closed", owner: "server", stage: "handshake" });
  });

  it("sends a message of 100 MB", async () => {
    const error = await failure(fixture("sends-long-line", String(100 * 1024 * 1024), "{"), {
      timeoutMs: 20_000,
    });
    expect(error).toMatchObject({
      code: "message-too-large",
      owner: "server",
      facts: { limit: 16 * 1024 * 1024 },
    });
  });

  it("floods stdout", async () => {
    const error = await failure(fixture("floods-stdout"), {
      timeoutMs: 20_000,
      limits: { maxBytes: 1024 * 1024 },
    });
    expect(error).toMatchObject({ code: "stdout-flood", owner: "server" });
  });

  it("refuses every version, and each refusal is told", async () => {
    const error = await failure(fixture("refuses-some-versions", "*"));
    expect(error).toMatchObject({ code: "handshake-failed", owner: "server", stage: "handshake" });
    expect(error.facts.errors).toEqual([
      "initialize 2025-11-25: invalid method initialize (-32601)",
      "server/discover 2026-07-28: Method not found (-32601)",
      "initialize 2025-06-18: invalid method initialize (-32601)",
      "initialize 2025-03-26: invalid method initialize (-32601)",
      "initialize 2024-11-05: invalid method initialize (-32601)",
    ]);
  });

  it("answers initialize with something else", async () => {
    expect(await failure(fixture("answers-nonsense", "initialize", "null"))).toMatchObject({
      code: "handshake-malformed",
      facts: { found: "null" },
    });
  });

  it("asks a question: npx is named as the likely reason first", async () => {
    const PATH = `${new URL("fixtures/bin", import.meta.url).pathname}:${process.env.PATH}`;
    const heard: string[] = [];
    const error = await failure("npx some-package", {
      callerEnv: { ...process.env, PATH },
      timeoutMs: 1500,
      onProgress: ({ text }) => heard.push(text),
    });
    expect(error).toMatchObject({ code: "handshake-timeout" });
    expect(error.hint).toMatch(/^npx may ask whether it may install the package/);
    expect(error.message).toContain("Ok to proceed? (y)");
    expect(heard.join()).toContain("npm:<package>");
  });
});

describe("a server that fails while it lists", () => {
  it("never answers", async () => {
    const error = await failure(fixture("never-lists"), { timeoutMs: 800 });
    expect(error).toMatchObject({ code: "list-timeout", owner: "server", stage: "list" });
    expect(error.message).toContain("(phase: list, page 1)");
  });

  it("ends", async () => {
    const error = await failure(fixture("exits-while-listing"));
    expect(error).toMatchObject({ code: "exited-early", stage: "list", facts: { exitCode: 139 } });
    expect(error.message).toContain("before it listed its tools");
  });

  it.each([
    ["null", "null"],
    ["text", "string"],
    ["array", "an array"],
    ["object", "an object with no members"],
    ["tools-null", "tools: null"],
    ["tools-object", "tools of type object"],
  ])("answers with %s", async (kind, found) => {
    const error = await failure(fixture("answers-nonsense", "tools/list", kind));
    expect(error).toMatchObject({ code: "list-malformed", owner: "server", facts: { found } });
  });
});

describe("a command line that no program can take", () => {
  it.each([
    ["node 'a\0b'", "spawn-failed", /could not be started/],
    [`node ${"x".repeat(200_000)}`, "spawn-failed", /E2BIG/],
    ["🚀 --now", "command-not-found", /"🚀" does not exist/],
    ["\u001b[31mx --now".replace("[", "\\["), "command-not-found", /"\\u\{1b\}\[31mx"/],
  ])("%#", async (target, code, message) => {
    const error = await failure(target);
    expect(error).toMatchObject({ code, owner: "environment", stage: "start" });
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(15_000);
  });
});

describe("options", () => {
  it.each([0, -1, 1.5, Number.NaN])("refuses a budget of %s", async (timeoutMs) => {
    expect(await failure(fixture("well-behaved"), { timeoutMs })).toMatchObject({
      code: "option-invalid",
      owner: "usage",
    });
  });
});
