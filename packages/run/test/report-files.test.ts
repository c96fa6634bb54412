import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readResultTexts } from "../src/report-files.js";

it.skipIf(process.platform === "win32")(
  "passes over what lies under a report's name and is no file, without waiting for it",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "gradable-results-"));
    for (const name of ["device", "folder", "pipe", "report"]) await mkdir(join(folder, name));
    await symlink("/dev/zero", join(folder, "device", "report.json"));
    await mkdir(join(folder, "folder", "report.json"));
    execFileSync("mkfifo", [join(folder, "pipe", "report.json")]);
    await writeFile(join(folder, "report", "report.json"), "{}");
    const found = [];
    for await (const { file, text } of readResultTexts([folder])) found.push([file, text]);
    expect(found).toEqual([
      ["device/report.json", ""],
      ["folder/report.json", ""],
      ["pipe/report.json", ""],
      ["report/report.json", "{}"],
    ]);
  },
);
