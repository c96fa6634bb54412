import { readFile, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FIXTURES, failure, scanned, temporary, WELL_BEHAVED_SHA256 } from "./fixture.js";

const written = (content: string | Uint8Array) => temporary("surface.json", content);

describe("a surface in a file", () => {
  it.each(["result", "bare-array", "response", "capture", "with space"])("%s", async (name) => {
    const { surface } = await scanned(`surfaces/${name}.json`);
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
    expect(surface.target).toEqual({ kind: "file", label: `surfaces/${name}.json` });
    const isCapture = name === "capture";
    expect(surface.serverInfo).toEqual(isCapture ? { name: "notes", version: "1.2.3" } : null);
    expect(surface.listing).toEqual({ pageSizes: isCapture ? [1, 1] : [2], attempts: 1 });
  });

  it("begins with a byte order mark", async () => {
    const content = await readFile(`${FIXTURES}surfaces/result.json`, "utf8");
    const { surface } = await scanned(await written(`\ufeff${content}`));
    expect(surface.surfaceSha256).toBe(WELL_BEHAVED_SHA256);
  });

  it("one that was saved by a scan keeps what the scan saw", async () => {
    const first = await scanned("surfaces/capture.json");
    const saved = { ...first.surface, observations: [{ id: "stdout-noise" as const, count: 3, facts: {} }] };
    const { surface } = await scanned(await written(JSON.stringify(saved)));
    expect(surface).toEqual({ ...saved, target: surface.target });
    expect(surface.target.kind).toBe("file");
  });

  it("one that was edited after it was saved is refused", async () => {
    const { surface } = await scanned("surfaces/capture.json");
    const edited = { ...surface, tools: surface.tools.slice(1) };
    expect(await failure(await written(JSON.stringify(edited)))).toMatchObject({
      code: "surface-hash-mismatch",
      owner: "usage",
    });
  });

  it.each([
    ["not-a-surface", "file-not-surface", /an object with name, version, scripts/],
    ["number", "file-not-surface", /a number/],
    ["array-of-text", "file-not-surface", /an array that does not hold tools/],
    ["tools-object", "file-not-surface", /an object with tools/],
    ["report", "file-not-surface", /a report/],
    ["failed", "file-not-surface", /record of a failed scan/],
    ["one-page-of-many", "file-incomplete", /one page of a longer list/],
  ])("refuses %s", async (name, code, message) => {
    const error = await failure(`surfaces/${name}.json`);
    expect(error).toMatchObject({ code, owner: "usage", stage: "target" });
    expect(error.message).toMatch(message);
    expect(error.message).toContain(`surfaces/${name}.json`);
  });

  it.each([
    ["nothing", "", "file-empty", /is empty/],
    ["blanks", " \n\n", "file-empty", /is empty/],
    ["a program", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1), "file-not-json", /it is a binary file/],
    ["Latin-1", Uint8Array.of(0x22, 0xe9, 0x22), "file-not-json", /not UTF-8/],
    ["UTF-16", Buffer.from("\ufeff{}", "utf16le"), "file-not-json", /UTF-16/],
    ["half a document", '{\n  "tools": [\n    {"name": "x', "file-not-json", /breaks at line 3, column 16/],
    ["half an object", "{", "file-not-json", /breaks at line 1, column 2|ends too early/],
    ["text with a secret", '{"env": zebra}', "file-not-json", /has an unexpected "z"/],
  ])("refuses a file that holds %s", async (_, content, code, message) => {
    const error = await failure(await written(content));
    expect(error).toMatchObject({ code, owner: "usage", stage: "target" });
    expect(error.message).toMatch(message);
    expect(`${error.message}${error.cause}`).not.toContain("zebra");
  });

  it("has nothing to score without tools", async () => {
    expect(await failure("surfaces/no-tools.json")).toMatchObject({ code: "no-tools", owner: "server" });
  });

  it("is bounded like a list", async () => {
    expect(await failure("surfaces/result.json", { limits: { maxBytes: 100 } })).toMatchObject({
      code: "file-too-large",
    });
    expect(await failure("surfaces/result.json", { limits: { maxTools: 1 } })).toMatchObject({
      code: "list-too-long",
    });
  });

  it("is a folder, a device, or not there", async () => {
    expect(await failure("surfaces")).toMatchObject({ code: "target-is-directory" });
    expect(await failure("configs/missing.json")).toMatchObject({ code: "file-not-found" });
    const device = await temporary("x", "");
    await symlink("/dev/zero", `${device}.json`);
    expect(await failure(`${device}.json#x`)).toMatchObject({
      code: "file-unreadable",
      owner: "environment",
    });
  });
});
