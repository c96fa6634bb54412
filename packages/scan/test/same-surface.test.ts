import { surfaceSha256 } from "@gradable/contract";
import { expect, it } from "vitest";
import { fixture, scanned, WELL_BEHAVED_SHA256 } from "./fixture.js";
import { startHttp } from "./http-fixture.js";
import { fakeNpm } from "./npm-fixture.js";

it("is the same surface however it is reached", async () => {
  const npm = fakeNpm();
  const targets: [string, Parameters<typeof scanned>[1]?][] = [
    [fixture("well-behaved")],
    ["npm:@acme/notes@1.2.3", npm.options()],
    [`${await startHttp("http-answers-json")}/mcp`],
    [`${await startHttp("http-answers-events")}/mcp`],
    [`${await startHttp("http-speaks-only-sse")}/sse`],
    ["surfaces/result.json"],
    ["configs/mcp.json#notes"],
  ];
  const surfaces = await Promise.all(
    targets.map(async ([target, options]) => (await scanned(target, options)).surface),
  );
  expect(new Set(surfaces.map((surface) => surface.target.kind))).toEqual(
    new Set(["stdio", "npm", "http", "file", "config"]),
  );
  const [first] = surfaces;
  for (const surface of surfaces) {
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
    expect(surface.tools).toEqual(first?.tools);
    expect(surfaceSha256(surface.tools)).toBe(surface.surfaceSha256);
  }
});
