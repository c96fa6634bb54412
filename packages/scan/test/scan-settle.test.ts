import { describe, expect, it } from "vitest";
import { failure, fixture, scanned } from "./fixture.js";

describe("a list that does not hold still", () => {
  it("waits for tools that are registered late", async () => {
    const { surface } = await scanned(fixture("registers-tools-late", "800"));
    expect(surface.tools).toHaveLength(3);
    expect(surface.listing.attempts).toBe(2);
    expect(surface.observations).toEqual([{ id: "list-empty-at-first", count: 1, facts: { attempts: 2 } }]);
  });

  it("looks again when the window closes, even unannounced", async () => {
    const { surface } = await scanned(fixture("registers-tools-late", "500", "silent"), { settleMs: 1500 });
    expect(surface.tools).toHaveLength(3);
  });

  it("does not wait longer than the window", async () => {
    const error = await failure(fixture("registers-tools-late", "3000"), { settleMs: 200 });
    expect(error).toMatchObject({ code: "no-tools", facts: { declared: true } });
  });

  it("reads again what grows a moment after it was read, while the first list can be judged", async () => {
    const scan = await scanned(fixture("announces-more-tools"));
    expect(scan.surface.tools).toHaveLength(1);
    const settled = await scan.settled();
    expect(settled.tools).toHaveLength(2);
    expect(settled.observations).toEqual([
      { id: "list-changed-during-scan", count: 1, facts: { attempts: 2 } },
    ]);
  });

  it("gives the same surface when nothing changed", async () => {
    const scan = await scanned(fixture("well-behaved"));
    expect(await scan.settled()).toBe(scan.surface);
  });

  it("accepts a list that is announced as changed and is not", async () => {
    const scan = await scanned(fixture("announces-every-listing"));
    expect(scan.surface.tools).toHaveLength(2);
    expect(scan.surface.observations).toEqual([]);
    expect(await scan.settled()).toBe(scan.surface);
  });

  it("accepts a list under a stream of announcements", async () => {
    const scan = await scanned(fixture("announces-without-end"));
    expect(scan.surface.tools).toHaveLength(2);
    expect(await scan.settled()).toBe(scan.surface);
  });

  it("gives up on a list that changes every time", async () => {
    const error = await failure(fixture("announces-every-listing", "truly"));
    expect(error).toMatchObject({ code: "list-unstable", owner: "server", stage: "list" });
  });
});

describe("a server without tools", () => {
  it.each([
    ["", false],
    ["declared", true],
    ["empty", true],
  ])("is not an error of the scan: %s", async (mode, declared) => {
    const error = await failure(fixture("offers-no-tools", ...(mode ? [mode] : [])), { settleMs: 100 });
    expect(error).toMatchObject({
      code: "no-tools",
      owner: "server",
      stage: "list",
      facts: { declared, offers: ["resources"] },
    });
  });

  it("is still asked when it declares nothing", async () => {
    const { surface } = await scanned(fixture("declares-nothing-but-lists"));
    expect(surface.tools).toHaveLength(2);
    expect(surface.observations).toEqual([{ id: "capability-tools-undeclared", count: 1, facts: {} }]);
  });
});
