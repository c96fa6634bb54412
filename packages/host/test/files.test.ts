import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ensureWritable, readJsonFile, removeLeftTemporaries, writeFileAtomically } from "../src/files.js";
import { processStat } from "../src/process/process-stat.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-files-"));
});

describe("writeFileAtomically", () => {
  it("makes folders, writes the text whole and leaves no temporary file", async () => {
    const file = join(folder, "a", "b", "report.json");
    await writeFileAtomically(file, "first");
    await writeFileAtomically(file, "second");
    expect(await readFile(file, "utf8")).toBe("second");
    expect(await readdir(join(folder, "a", "b"))).toEqual(["report.json"]);
  });

  it("says what it could not write, keeps the old file and leaves nothing behind", async () => {
    await writeFile(join(folder, "file"), "in the way");
    await expect(writeFileAtomically(join(folder, "file", "report.json"), "x")).rejects.toMatchObject({
      code: "not-writable",
      owner: "usage",
    });
    expect(await readdir(folder)).toEqual(["file"]);
  });
});

describe("ensureWritable", () => {
  it("makes the folder and leaves it empty", async () => {
    await ensureWritable(join(folder, "out"));
    expect(await readdir(join(folder, "out"))).toEqual([]);
  });

  it.skipIf(process.platform !== "linux")("does not wait for a place where nothing can be made", async () => {
    await expect(ensureWritable("/proc/nothing/here")).rejects.toMatchObject({ code: "not-writable" });
  });

  it("makes one folder for all who ask at the same time", async () => {
    const file = join(folder, "a", "b", "c");
    await Promise.all([1, 2, 3, 4].map((name) => writeFileAtomically(join(file, `${name}`), "")));
    expect(await readdir(file)).toEqual(["1", "2", "3", "4"]);
  });

  it("refuses a path that is a file", async () => {
    await writeFile(join(folder, "out"), "");
    await expect(ensureWritable(join(folder, "out"))).rejects.toMatchObject({ code: "not-writable" });
  });
});

describe("readJsonFile", () => {
  it("reads JSON, with or without a byte order mark", async () => {
    await writeFile(join(folder, "a.json"), '\ufeff{"a":1}');
    expect(await readJsonFile(join(folder, "a.json"))).toEqual({ a: 1 });
  });

  it.each([
    ["nothing there", undefined, "file-missing"],
    ["an empty file", " \n", "file-empty"],
    ["half a document", '{"a":', "file-not-json"],
    ["a binary", "\u0000\u0001\u0002", "file-not-json"],
  ])("refuses %s", async (_what, text, code) => {
    const file = join(folder, "x.json");
    if (text !== undefined) await writeFile(file, text);
    await expect(readJsonFile(file)).rejects.toMatchObject({ code, owner: "usage" });
  });

  it.skipIf(process.platform === "win32")("does not read a device to an end that never comes", async () => {
    await expect(readJsonFile("/dev/zero")).rejects.toMatchObject({ code: "file-too-large" });
  });

  it("refuses a directory", async () => {
    await expect(readJsonFile(folder)).rejects.toMatchObject({ code: "file-is-directory" });
  });
});

describe("removeLeftTemporaries", () => {
  it("removes what a killed process left, here and one folder down, and nothing else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "gradable-left-"));
    await mkdir(join(folder, "a"));
    const killed = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      "process.kill(process.pid, 'SIGKILL')",
    ]);
    await once(killed, "exit");
    await writeFileAtomically(join(folder, "a", "kept.json"), "{}");
    const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
    const name = (pid: number | undefined, of = machine, start = "1") =>
      `.${of}-${pid}-${start}-0123456789ab.tmp`;
    for (const place of [folder, join(folder, "a")]) await writeFile(join(place, name(killed.pid)), "half");
    const mine = name(process.pid, machine, processStat(process.pid)?.start ?? "0");
    await writeFile(join(folder, mine), "being written");
    await writeFile(join(folder, name(process.pid)), "of one that had this id before");
    await writeFile(join(folder, name(killed.pid, "ffffffff")), "of another machine");
    await writeFile(join(folder, ".hidden.tmp"), "somebody's");
    await removeLeftTemporaries(folder);
    await removeLeftTemporaries(join(folder, "not-there"));
    expect((await readdir(folder)).sort()).toEqual(
      [".hidden.tmp", mine, name(killed.pid, "ffffffff"), "a"].sort(),
    );
    expect(await readdir(join(folder, "a"))).toEqual(["kept.json"]);
  });
});
