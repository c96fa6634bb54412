import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { type Observation, type Surface, type SurfaceTool, surfaceSchema } from "@gradable/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { fixture, scanned, WELL_BEHAVED_SHA256 } from "./fixture.js";

const seen = (surface: Surface, id: Observation["id"]) => surface.observations.find((o) => o.id === id);

describe("reading what is declared", () => {
  it("reads a well-behaved server, without _meta", async () => {
    const { surface, stderrTail, timings } = await scanned(fixture("well-behaved"));
    expect(() => surfaceSchema.parse(surface)).not.toThrow();
    expect(surface.tools).toEqual([
      {
        name: "read_note",
        title: "Read a note",
        description: "Returns the text of one note.",
        inputSchema: {
          type: "object",
          properties: { id: { type: "string", description: "Note id" } },
          required: ["id"],
        },
        annotations: { readOnlyHint: true },
      },
      { name: "list_notes", description: "Lists notes — all of them 🗒️.", inputSchema: { type: "object" } },
    ]);
    expect(surface.serverInfo).toEqual({ name: "notes", version: "1.2.3" });
    expect(surface.protocolVersion).toBe("2025-11-25");
    expect(surface.capabilities).toEqual({ tools: {} });
    expect(surface.listing).toEqual({ pageSizes: [2], attempts: 1 });
    expect(surface.observations).toEqual([]);
    expect(stderrTail).toBe("");
    expect(timings.startMs).toBeGreaterThan(0);
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
  });

  it("skips a banner on stdout and reports it, neutralised", async () => {
    const { surface } = await scanned(fixture("prints-banner-on-stdout"));
    expect(surface.tools).toHaveLength(2);
    expect(surface.observations).toEqual([
      { id: "stdout-noise", count: 2, facts: { firstLine: "notes server 1.2.3" } },
    ]);
  });

  it("does not depend on how the bytes are cut", async () => {
    const { surface } = await scanned(fixture("one-byte-at-a-time"));
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
  });

  it("takes ids echoed as text, unknown members, arrays of messages, and refuses requests of the server", async () => {
    const { surface } = await scanned(fixture("writes-odd-envelopes"));
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
    expect(surface.observations).toEqual([]);
  });

  it("drains a flood on stderr, and reports one beyond 5 MB", async () => {
    const quiet = await scanned(fixture("floods-stderr", String(4 * 1024 * 1024)));
    expect(quiet.surface.observations).toEqual([]);
    expect(quiet.stderrTail.length).toBeLessThanOrEqual(4000);
    const loud = await scanned(fixture("floods-stderr", String(6 * 1024 * 1024)));
    expect(loud.surface.observations).toEqual([
      { id: "stderr-flood", count: 1, facts: { bytes: 6 * 1024 * 1024, limitBytes: 5 * 1024 * 1024 } },
    ]);
  });

  it("skips a line of 100 MB that is no message", async () => {
    const { surface } = await scanned(fixture("sends-long-line", String(100 * 1024 * 1024)), {
      timeoutMs: 20_000,
    });
    expect(seen(surface, "stdout-noise")).toMatchObject({ count: 1 });
    expect(surface.tools).toHaveLength(2);
  });

  it("keeps every malformed tool and says what is wrong with it", async () => {
    const { surface } = await scanned(fixture("malformed-tools"));
    expect(() => surfaceSchema.parse(surface)).not.toThrow();
    expect(surface.tools.map((tool) => tool.name)).toEqual([
      ...["read_note", "", "", "", "", "", ""],
      ...["wrong_members", "more_members", "bad_schema"],
    ]);
    expect(seen(surface, "tool-not-an-object")).toMatchObject({ count: 4 });
    expect(seen(surface, "tool-name-missing")).toMatchObject({
      count: 2,
      facts: { found: ["no name", "a number"] },
    });
    expect(seen(surface, "tool-field-malformed")).toMatchObject({
      count: 1,
      tools: ["wrong_members"],
      facts: { members: ["title", "description", "annotations"] },
    });
    expect(seen(surface, "tool-field-unknown")).toMatchObject({
      tools: ["more_members"],
      facts: { members: ["input_schema", "handler"] },
    });
    expect(seen(surface, "input-schema-invalid")?.tools).toEqual(["wrong_members", "bad_schema"]);
    expect(surface.tools[7]).toEqual({ name: "wrong_members", inputSchema: "none" });
  });

  it("reads a schema nested beyond what can be written, and a number out of range", async () => {
    const { surface } = await scanned(fixture("nested-beyond-reason"));
    expect(() => surfaceSchema.parse(surface)).not.toThrow();
    expect(() => JSON.stringify(surface)).not.toThrow();
    expect(seen(surface, "schema-too-deep")).toMatchObject({ tools: ["deep"], facts: { readDepth: 256 } });
    const wide = surface.tools[1] as SurfaceTool;
    const { properties } = wide.inputSchema as { properties: Record<string, unknown> };
    expect(properties.n).toEqual({ maximum: Number.MAX_VALUE });
    expect(Object.keys(properties)).toEqual(["n", "__proto__"]);
    expect(seen(surface, "tool-field-malformed")).toMatchObject({ tools: ["wide"] });
  });

  it("tells recursion from a definition used twice", async () => {
    const { surface } = await scanned(fixture("recursive-schemas"));
    expect(seen(surface, "schema-recursive")?.tools).toEqual(["save_tree", "save_pair", "save_self"]);
    expect(surface.observations).toHaveLength(1);
  });

  it("contacts no address that a schema names", async () => {
    let contacts = 0;
    const listener = createServer(() => (contacts += 1)).listen(0, "127.0.0.1");
    onTestFinished(() => void listener.close());
    await once(listener, "listening");
    const at = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const { surface } = await scanned(fixture("refers-to-an-address", at));
    expect(surface.observations).toEqual([
      {
        id: "schema-external-reference",
        count: 2,
        tools: ["remote", "dialect"],
        facts: { addresses: [`${at}/x.json#/y`, `${at}/dialect`] },
      },
    ]);
    expect(contacts).toBe(0);
  });

  it("classifies the root of an input schema", async () => {
    const { surface } = await scanned(fixture("root-types"));
    expect(seen(surface, "input-schema-missing")?.tools).toEqual(["missing"]);
    expect(seen(surface, "input-schema-not-object")).toMatchObject({
      tools: ["only_dialect", "text", "null_schema", "array_schema"],
      facts: { found: ["no type", 'type "string"', "null", "an array"] },
    });
  });

  it("keeps odd names as they are", async () => {
    const { surface } = await scanned(fixture("odd-names"));
    expect(surface.tools.map((tool) => tool.name)).toContain("工具");
    expect(seen(surface, "tool-name-missing")).toMatchObject({ count: 1, facts: { found: ["empty text"] } });
    expect(seen(surface, "tool-name-irregular")).toMatchObject({
      tools: ["Dockerfile problems scanner", "工具", "🚀", "2fast", "a.b", "a/b"],
      // 工具 and the rocket are two UTF-16 units each; a.b and a/b meet too.
      facts: { aliasCollisions: ["__", "a_b"] },
    });
    expect(seen(surface, "tool-name-too-long")).toMatchObject({ count: 1, facts: { limitChars: 64 } });
    expect(seen(surface, "tool-name-duplicate")).toMatchObject({ tools: ["same"], facts: { mostTimes: 2 } });
  });

  it("says how many tools are visible of a gateway", async () => {
    const { surface } = await scanned(fixture("reveals-tools-on-demand"));
    expect(seen(surface, "gateway-surface")).toEqual({
      id: "gateway-surface",
      count: 2,
      tools: ["load_toolset", "start_session"],
      facts: { visibleTools: 3 },
    });
  });

  it.each([
    ["40", undefined],
    ["41", ["40"]],
    ["129", ["40", "80", "128"]],
  ])("compares %s tools with the limits of providers", async (count, limits) => {
    const { surface } = await scanned(fixture("declares-many-tools", count));
    expect(seen(surface, "provider-limit-exceeded")?.facts.limits).toEqual(limits);
  });

  it("reads 2,000 tools with long descriptions", async () => {
    const { surface } = await scanned(fixture("declares-many-tools", "2000", "60"));
    expect(surface.tools).toHaveLength(2000);
    expect(surface.tools[1999]?.description).toHaveLength(3660);
  });

  it.each([
    ["path", { name: "../../x", version: "\\u{1b}[2J1" }],
    ["bidi", { name: "\\u{202e}evil", version: "1" }],
    ["wrong", { name: null, version: null }],
    ["none", null],
  ])("makes a server's own name safe: %s", async (kind, serverInfo) => {
    const { surface } = await scanned(fixture("calls-itself-oddly", kind));
    expect(surface.serverInfo).toEqual(serverInfo);
    expect(surface.protocolVersion).toBeNull();
    expect(surface.instructions).toBeUndefined();
  });
});

describe("protocol versions", () => {
  it("falls back when exactly the newest one is refused", async () => {
    const { surface } = await scanned(fixture("refuses-some-versions", "2025-11-25"));
    expect(surface.protocolVersion).toBe("2025-06-18");
    expect(seen(surface, "protocol-fallback")?.facts).toEqual({
      worked: "2025-06-18",
      failed: [
        "initialize 2025-11-25: invalid method initialize (-32601)",
        "server/discover 2026-07-28: Method not found (-32601)",
      ],
    });
  });

  it("is not troubled by a refusal of a version it does not offer", async () => {
    const { surface } = await scanned(fixture("refuses-some-versions", "2026-07-28"));
    expect(surface.protocolVersion).toBe("2025-11-25");
    expect(surface.observations).toEqual([]);
  });

  it("speaks 2026-07-28 with a server that has no initialize", async () => {
    const { surface } = await scanned(fixture("speaks-only-the-newest"));
    expect(surface.protocolVersion).toBe("2026-07-28");
    expect(surface.serverInfo?.name).toBe("notes");
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
  });
});
