import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { failure, scanned, WELL_BEHAVED_SHA256 } from "./fixture.js";
import { startHttp } from "./http-fixture.js";

describe("a server over HTTP", () => {
  it.each([
    ["http-answers-json", "/mcp", "2025-11-25", []],
    ["http-answers-events", "/mcp", "2025-11-25", []],
    ["http-speaks-only-sse", "/sse", "2025-11-25", ["legacy-sse"]],
    ["http-speaks-only-the-newest", "/mcp", "2026-07-28", ["protocol-fallback"]],
  ])("%s", async (name, path, version, observations) => {
    const base = await startHttp(name);
    const scan = await scanned(`${base}${path}`);
    const { surface } = scan;
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
    expect(surface.protocolVersion).toBe(version);
    expect(surface.observations.map(({ id }) => id)).toEqual(observations);
    expect(surface.target).toEqual({ kind: "http", label: `${base}${path}` });
    expect(await scan.close()).toEqual([]);
  });

  it("keeps a list that comes in an envelope with other members", async () => {
    const { surface } = await scanned(`${await startHttp("http-answers-oddly")}/extra-members`);
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
  });

  it.each([
    ["stream-ends", "list-failed", /ended without an answer/],
    ["stream-breaks", "list-failed", /broke off/],
    ["too-large", "message-too-large", /more than 200000 bytes/],
    ["null-result", "list-failed", /not an object/],
    ["not-json", "list-failed", /not a JSON-RPC message/],
    ["html", "list-failed", /text\/html/],
    ["broken", "list-failed", /Bad gateway/],
    ["silent", "list-timeout", /within 4 s \(phase: list/],
  ])("fails at once, and says why: %s", async (path, code, message) => {
    const server = await startHttp("http-answers-oddly");
    const started = performance.now();
    const error = await failure(`${server}/${path}`, {
      timeoutMs: 4000,
      limits: { maxBytes: 200_000 },
    });
    expect(error).toMatchObject({ code, owner: "server", stage: "list" });
    expect(error.message).toMatch(message);
    if (path !== "silent") expect(performance.now() - started).toBeLessThan(3500);
  });
});

it("reads a result nested deeper than can be written, as over stdio", async () => {
  const { surface } = await scanned(`${await startHttp("http-answers-oddly")}/deep`);
  expect(surface.observations.find(({ id }) => id === "schema-too-deep")).toMatchObject({ tools: ["deep"] });
});

it("does not wait for a notification to be taken", async () => {
  const { surface } = await scanned(`${await startHttp("http-answers-oddly")}/takes-no-notification`, {
    timeoutMs: 5000,
  });
  expect(surface.tools).toHaveLength(2);
});

it.each([
  [{ "a b": "c" }, /header "a b" cannot be sent: its name has/],
  [{ "x-key": "zebra\nx: y" }, /header "x-key" cannot be sent: its value has/],
])("refuses a header that cannot be sent, before anything is", async (headers, message) => {
  const error = await failure("http://127.0.0.1:9/", { headers });
  expect(error).toMatchObject({ code: "header-invalid", owner: "usage" });
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain("zebra");
});

describe("an address that is no MCP server", () => {
  it("nobody listens", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const url = `http://127.0.0.1:${(free.address() as AddressInfo).port}/mcp`;
    await new Promise((resolve) => free.close(resolve));
    const error = await failure(url);
    expect(error).toMatchObject({ code: "http-unreachable", owner: "environment", stage: "start" });
    expect(error.message).toBe(`${url} cannot be reached (ECONNREFUSED).`);
  });

  it("the host does not exist", async () => {
    const error = await failure("http://no-such-host.invalid/mcp");
    expect(error).toMatchObject({ code: "http-unreachable", owner: "environment" });
  });

  it("answers 404 to both transports: both are told", async () => {
    const error = await failure(`${await startHttp("http-is-no-server")}/missing`);
    expect(error).toMatchObject({ code: "http-not-mcp", owner: "server", stage: "handshake" });
    expect(error.message).toMatch(/Streamable HTTP: .*404.*HTTP\+SSE: .*404/s);
  });

  it("answers with a page", async () => {
    const error = await failure(`${await startHttp("http-is-no-server")}/page`);
    expect(error).toMatchObject({ code: "http-not-mcp", owner: "server" });
    expect(error.message).toContain("text/html");
  });

  it("is broken", async () => {
    const error = await failure(`${await startHttp("http-is-no-server")}/broken`);
    expect(error).toMatchObject({ code: "http-error", owner: "server" });
    expect(error.message).toContain("Service unavailable");
  });

  it("redirects to another host, which is not followed", async () => {
    const error = await failure(`${await startHttp("http-is-no-server")}/redirect`);
    expect(error).toMatchObject({ code: "http-error" });
    expect(error.message).toContain("Redirect to http://other.invalid/mcp not followed");
  });

  it("accepts the connection and says nothing", async () => {
    const error = await failure(`${await startHttp("http-is-no-server")}/hang`, { timeoutMs: 1000 });
    expect(error).toMatchObject({ code: "handshake-timeout", stage: "handshake" });
    expect(error.message).not.toContain("stderr");
  });
});

describe("credentials", () => {
  it("are sent as headers, or as the user info of the address", async () => {
    const base = await startHttp("http-wants-credentials");
    const { surface } = await scanned(`${base}/mcp`, {
      headers: { Authorization: "Bearer orchid-7731-lamp" },
    });
    expect(surface.tools).toHaveLength(2);
    expect(JSON.stringify(surface)).not.toContain("orchid");
  });

  it("are asked for, and a wrong one is not repeated", async () => {
    const base = await startHttp("http-wants-credentials");
    const error = await failure(`${base.replace("//", "//user:violet-secret@")}/mcp?key=crimson-secret`, {
      headers: { "X-Api-Key": "amber-secret" },
    });
    expect(error).toMatchObject({ code: "http-unauthorized", owner: "environment" });
    expect(error.hint).toContain("--header");
    const all = JSON.stringify([error.message, error.facts, error.partial, String(error.cause), error.stack]);
    expect(all).not.toMatch(/violet|crimson|amber/);
    expect(error.message).toContain("/mcp?key=<redacted> answered 401");
  });
});
