import { describe, expect, it } from "vitest";
import { failure, fixture, scanned } from "./fixture.js";

describe("pages of tools/list", () => {
  it("follows all of them", async () => {
    const { surface } = await scanned(fixture("lists-in-pages"));
    expect(surface.tools).toHaveLength(104);
    expect(surface.listing).toEqual({ pageSizes: [50, 50, 4], attempts: 1 });
    expect(surface.observations).toContainEqual({ id: "pagination-used", count: 1, facts: { pages: 3 } });
  });

  it("goes on after an empty page and takes an empty cursor for the end", async () => {
    const { surface } = await scanned(fixture("ends-with-an-empty-page"));
    expect(surface.listing.pageSizes).toEqual([1, 0, 1]);
    expect(surface.observations.map(({ id }) => id)).toEqual(["pagination-used"]);
  });

  it.each([
    [["repeats-one-cursor"], "nothing-new", [2]],
    [["invents-cursors", "same"], "nothing-new", [2]],
  ])("stops where %j does not advance", async (server, reason, pageSizes) => {
    const [name = "", ...args] = server;
    const { surface } = await scanned(fixture(name, ...args));
    expect(surface.tools.map((tool) => tool.name)).toEqual(["read_note", "list_notes"]);
    expect(surface.listing.pageSizes).toEqual(pageSizes);
    expect(surface.observations).toContainEqual({ id: "pagination-stuck", count: 1, facts: { reason } });
  });

  it("stops a run of empty pages", async () => {
    const error = await failure(fixture("invents-cursors", "empty"), { settleMs: 0 });
    expect(error).toMatchObject({ code: "no-tools", owner: "server" });
    expect(error.partial?.observations?.map(({ id }) => id)).toContain("pagination-stuck");
  });

  it.each([
    ["pages", { maxPages: 5 }],
    ["tools", { maxTools: 5 }],
    ["bytes", { maxBytes: 1500 }],
  ])("never takes the beginning of an endless list for the whole: %s", async (unit, limits) => {
    const error = await failure(fixture("invents-cursors", "new"), { limits });
    expect(error).toMatchObject({ code: "list-too-long", owner: "server", stage: "list", facts: { unit } });
    expect(error.partial?.toolNames?.slice(0, 2)).toEqual(["read_note_0", "read_note_1"]);
  });

  it.each([
    ["fails", /database gone \(-32603\)/],
    ["hangs", /no answer in time/],
    ["exits", /the connection closed/],
  ])("calls the surface incomplete when a later page %s", async (mode, reason) => {
    const error = await failure(fixture("lists-in-pages", mode), { timeoutMs: 3000 });
    expect(error).toMatchObject({ code: "list-incomplete", owner: "server", stage: "list" });
    expect(error.message).toMatch(/^Page 3 of tools\/list failed after 100 tools had been read/);
    expect(error.message).toMatch(reason);
    expect(error.partial?.pageSizes).toEqual([50, 50]);
    expect(error.partial?.toolNames).toHaveLength(100);
  });
});
