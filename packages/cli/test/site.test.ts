import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

const examples = join(import.meta.dirname, "..", "..", "..", "examples");
let folder: string;

const run = async (argv: string[]) => {
  const { io, written } = testIo({
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, GRADABLE_CACHE: join(folder, "cache") },
  });
  return { code: await cli(argv, io), ...written };
};
const build = async () =>
  JSON.parse((await run(["site", "reports", "--out", "site", "--format", "json"])).stdout);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-site-"));
  for (const name of ["clear", "confusing"]) {
    const target = `${process.execPath} ${join(examples, `${name}-server.mjs`)}`;
    const { code } = await run([
      "scan",
      "--quiet",
      "--target",
      target,
      "--slug",
      name,
      "--out",
      `reports/${name}`,
      "--html",
    ]);
    expect(code).toBe(0);
  }
}, 60_000);

describe("gradable scan --html", () => {
  it("writes the page of the report and the method beside it, each one file", async () => {
    expect(await readdir(join(folder, "reports", "clear"))).toEqual([
      "fix.md",
      "method.html",
      "report.html",
      "report.json",
    ]);
    const page = await readFile(join(folder, "reports", "clear", "report.html"), "utf8");
    expect(page).toContain("<h1>clear</h1>");
    expect(page).toContain('href="method.html#M2.3"');
    expect(page).not.toContain("<script");
  });
});

describe("gradable site", () => {
  it("says where it could not write, as every command does, and leaves no half of a file", async () => {
    await mkdir(join(folder, "taken"));
    await writeFile(join(folder, "taken", "assets"), "somebody else's");
    const { code, stderr } = await run(["site", "reports", "--out", "taken"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot write to .*taken.*assets.* \((?:ENOTDIR|EEXIST)\)\./);
    expect(await readdir(join(folder, "taken"))).not.toContainEqual(expect.stringMatching(/\.tmp$/));
  });

  it("writes a site once, then only what changed, and removes what is gone but nothing of somebody else", async () => {
    const first = await build();
    expect(first).toMatchObject({ changed: first.files, removed: 0 });
    expect(await readdir(join(folder, "site", "servers", "clear"))).toEqual([
      "badge.json",
      "badge.svg",
      "index.html",
      "report.json",
      "summary.json",
    ]);
    expect(await readFile(join(folder, "site", "servers", "clear", "report.json"), "utf8")).toBe(
      await readFile(join(folder, "reports", "clear", "report.json"), "utf8"),
    );
    const page = join(folder, "site", "servers", "confusing", "index.html");
    const { mtimeMs } = await stat(page);
    expect(await build()).toMatchObject({ files: first.files, changed: 0, removed: 0 });
    expect((await stat(page)).mtimeMs).toBe(mtimeMs);

    await mkdir(join(folder, "site", "servers", "mine"), { recursive: true });
    await writeFile(join(folder, "site", "servers", "mine", "notes.txt"), "mine");
    await writeFile(join(folder, "site", "CNAME"), "example.com");
    await rm(join(folder, "reports", "confusing"), { recursive: true });
    expect((await build()).removed).toBe(5);
    expect(await readdir(join(folder, "site", "servers"))).toEqual(["clear", "mine"]);
    expect(await readdir(join(folder, "site"))).toContain("CNAME");
  });

  it("makes a page again that was removed, and everything with --no-cache", async () => {
    await build();
    const page = join(folder, "site", "servers", "clear", "index.html");
    const text = await readFile(page, "utf8");
    await rm(page);
    expect((await build()).changed).toBe(1);
    await writeFile(page, "edited");
    await run(["site", "reports", "--out", "site", "--no-cache"]);
    expect(await readFile(page, "utf8")).toBe(text);
  });

  it("says what to give when there are no reports, and needs a folder to write to", async () => {
    await mkdir(join(folder, "empty"), { recursive: true });
    const none = await run(["site", "empty", "--out", "site2"]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("No report.json or failed.json");
    expect((await run(["site", "reports"])).code).toBe(2);
  });
});
