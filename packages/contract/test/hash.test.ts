import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { surfaceSeed, surfaceSha256, taskSetSha256 } from "../src/hash.js";
import type { SurfaceTool } from "../src/surface.js";
import type { Task } from "../src/task.js";

const hashOf = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

const json = fc.jsonValue({ maxDepth: 3 });
const tool: fc.Arbitrary<SurfaceTool> = fc.record(
  {
    name: fc.string(),
    title: fc.string(),
    description: fc.string({ unit: "grapheme" }),
    inputSchema: json as fc.Arbitrary<NonNullable<SurfaceTool["inputSchema"]>>,
  },
  { requiredKeys: ["name"] },
);
const tools = fc.array(tool, { minLength: 1, maxLength: 6 });

const task = (id: string, prompt = "do it"): Task => ({
  id,
  tool: "t",
  prompt,
  expectedArguments: {},
  destructive: false,
  origin: "builtin",
});

/** The same value with the members of every object in reverse order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reordered(entry)]),
  );
}

describe("surfaceSha256 [M4.4]", () => {
  it("is sha256 over the canonical JSON of the tools as declared", () => {
    expect(surfaceSha256([{ name: "b", description: "é" }, { name: "a" }])).toBe(
      hashOf('[{"description":"é","name":"b"},{"name":"a"}]'),
    );
  });

  it("does not depend on the order of members, on undefined members, or on a trip through JSON", () => {
    fc.assert(
      fc.property(tools, (list) => {
        const hash = surfaceSha256(list);
        expect(surfaceSha256(reordered(list) as SurfaceTool[])).toBe(hash);
        expect(surfaceSha256(JSON.parse(JSON.stringify(list)))).toBe(hash);
        expect(surfaceSha256(list.map((entry) => ({ ...entry, outputSchema: undefined }) as never))).toBe(
          hash,
        );
      }),
    );
  });

  it("changes with every change of a tool, and with the order of tools", () => {
    fc.assert(
      fc.property(tools, fc.string({ minLength: 1 }), (list, text) => {
        const [first, ...rest] = list as [SurfaceTool, ...SurfaceTool[]];
        expect(surfaceSha256([{ ...first, name: first.name + text }, ...rest])).not.toBe(surfaceSha256(list));
        expect(surfaceSha256([...list, first])).not.toBe(surfaceSha256(list));
      }),
    );
    expect(surfaceSha256([{ name: "a" }, { name: "b" }])).not.toBe(
      surfaceSha256([{ name: "b" }, { name: "a" }]),
    );
  });

  it("tells a missing description from an empty one", () => {
    expect(surfaceSha256([{ name: "a" }])).not.toBe(surfaceSha256([{ name: "a", description: "" }]));
  });
});

describe("surfaceSeed", () => {
  it("does not depend on the order of tools", () => {
    fc.assert(
      fc.property(tools, (list) => {
        expect(surfaceSeed([...list].reverse())).toBe(surfaceSeed(list));
      }),
    );
  });

  it("changes with a tool, and with how often it is declared", () => {
    expect(surfaceSeed([{ name: "a" }])).not.toBe(surfaceSeed([{ name: "b" }]));
    expect(surfaceSeed([{ name: "a" }, { name: "a" }])).not.toBe(surfaceSeed([{ name: "a" }]));
  });
});

describe("taskSetSha256 [M4.4]", () => {
  it("is sha256 over the canonical JSON of the tasks, sorted by id", () => {
    const text = (id: string) =>
      `{"destructive":false,"expectedArguments":{},"id":"${id}","origin":"builtin","prompt":"do it","tool":"t"}`;
    expect(taskSetSha256([task("b"), task("B"), task("a1")])).toBe(
      hashOf(`[${text("B")},${text("a1")},${text("b")}]`),
    );
  });

  it("does not depend on the order of tasks and does not sort the caller's list", () => {
    const list = [task("z"), task("a"), task("m")];
    expect(taskSetSha256([...list].reverse())).toBe(taskSetSha256(list));
    expect(list.map((entry) => entry.id)).toEqual(["z", "a", "m"]);
  });

  it("changes with any word of a prompt", () => {
    expect(taskSetSha256([task("a", "do it.")])).not.toBe(taskSetSha256([task("a")]));
  });
});
