import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readBatchSource } from "../../src/batch/source.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-source-"));
});

const write = async (name: string, value: unknown) => {
  const file = join(folder, name);
  await writeFile(file, JSON.stringify(value));
  return file;
};

describe("readBatchSource", () => {
  it("reads a folder of captured surfaces in slug order", async () => {
    await write("b.json", {});
    await write("A Server.json", {});
    await writeFile(join(folder, "notes.txt"), "");
    expect(await readBatchSource(folder)).toEqual([
      { slug: "a-server", target: join(folder, "A Server.json") },
      { slug: "b", target: join(folder, "b.json") },
    ]);
  });

  it("reads an mcpServers file", async () => {
    const file = await write("mcp.json", {
      mcpServers: { "My Files": { command: "x" }, other: { url: "http://h" } },
    });
    expect(await readBatchSource(file)).toEqual([
      { slug: "my-files", target: `${file}#My Files` },
      { slug: "other", target: `${file}#other` },
    ]);
  });

  it("reads targets, with the working folder relative to the file", async () => {
    const file = await write("servers.json", [
      { slug: "one", target: "node s.js", cwd: "sub", env: { A: "b" } },
    ]);
    expect(await readBatchSource(file)).toEqual([
      { slug: "one", target: "node s.js", cwd: join(folder, "sub"), env: { A: "b" } },
    ]);
  });

  it("turns a package with its bin and arguments into an npm target", async () => {
    const file = await write("servers.json", {
      servers: [
        {
          package: "@scope/pkg",
          version: "1.2.3",
          bin: "run",
          binArgs: ["stdio", "it's here"],
          runsInstallScripts: true,
        },
      ],
    });
    expect(await readBatchSource(file)).toEqual([
      {
        slug: "scope-pkg",
        target: "npm:@scope/pkg@1.2.3#run stdio 'it'\\''s here'",
        allowInstallScripts: true,
      },
    ]);
  });

  it("makes a path-like slug harmless", async () => {
    const file = await write("servers.json", [{ slug: "../../x", target: "node s.js" }]);
    expect((await readBatchSource(file))[0]?.slug).toBe("x");
  });

  it("makes no slug and no message of a secret", async () => {
    const file = await write("keys.json", [
      { target: "tool --api-key hush-hush" },
      { target: "https://user:hush-hush@example.com/mcp?token=hush-hush" },
      { target: "tool | tee hush-hush" },
      { target: "missing/surface.json" },
    ]);
    const slugs = (await readBatchSource(file)).map(({ slug }) => slug);
    expect(slugs.join(" ")).not.toContain("hush");
    expect(slugs).toContain("tool-api-key-redacted");
    expect(slugs).toContain("missing-surface-json");
    for (const list of [
      [{ target: "tool --api-key hush-hush" }, { target: "tool --api-key hush-hush-2" }],
      [{ name: "x", env: { KEY: "hush-hush" } }],
    ]) {
      const error = await readBatchSource(await write("keys.json", list)).catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).not.toContain("hush");
    }
  });

  it("keeps servers apart whose names leave nothing for a folder", async () => {
    const file = await write("mcp.json", { mcpServers: { 工具: { command: "x" }, 搜索: { command: "y" } } });
    const slugs = (await readBatchSource(file)).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) expect(slug).toMatch(/^server-[0-9a-f]{8}$/);
  });

  it("refuses two servers with one slug, an empty list and what is no list", async () => {
    const twice = await write("twice.json", [
      { slug: "a", target: "x" },
      { slug: "A", target: "y" },
    ]);
    await expect(readBatchSource(twice)).rejects.toMatchObject({ code: "batch-slug-twice", owner: "usage" });
    await expect(readBatchSource(await write("empty.json", []))).rejects.toMatchObject({
      code: "batch-source-empty",
    });
    await expect(readBatchSource(await write("no.json", { a: 1 }))).rejects.toMatchObject({
      code: "batch-source-invalid",
    });
    await expect(readBatchSource(await write("odd.json", [{ name: 1 }]))).rejects.toMatchObject({
      code: "batch-source-invalid",
    });
    await expect(readBatchSource(join(folder, "none"))).rejects.toMatchObject({
      code: "batch-source-missing",
    });
  });
});
