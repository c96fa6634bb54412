import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FORMATS, type Format, formatIds } from "@gradable/render/formats";
import { expect, test } from "vitest";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
});
const surface = {
  tools: [
    tool("find_parcel", "Finds one parcel by its number. Returns the parcel with its state."),
    tool("delete_parcel", "Deletes one parcel by its number."),
  ],
};

async function scan(target: string, ...argv: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "gradable-format-"));
  await writeFile(join(folder, "surface.json"), JSON.stringify(surface));
  const { io, written } = testIo({ cwd: folder });
  return { code: await cli(["scan", target, "--out", "o", "--quiet", ...argv], io), ...written };
}

test.each(formatIds())("%s is a choice of --format, and prints", async (format) => {
  expect((await scan("surface.json", "--format", format)).stdout).not.toBe("");
});

test("a format is one file and one line of the registry", async () => {
  const format: Format = {
    reader: "program",
    scored: (report) => `${report.slug}: ${report.score.grade}\n`,
    failed: (failed) => `${failed.slug}: none\n`,
  };
  const registry: Record<string, () => Promise<{ format: Format }>> = FORMATS;
  expect((await scan("surface.json", "--format", "brief")).stderr).toContain("Choices:");
  registry.brief = async () => ({ format });
  try {
    const { io, written } = testIo();
    await cli(["scan", "--help"], io);
    expect(written.stdout).toContain("brief");
    expect((await scan("surface.json", "--format", "brief")).stdout).toMatch(/^surface: [A-F]\n$/);
    expect((await scan("node -e 0", "--format", "brief")).stdout).toMatch(/^[a-z0-9-]+: none\n$/);
  } finally {
    delete registry.brief;
  }
});
