import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { comparisonSchema } from "@gradable/insight";
import { beforeEach, describe, expect, it } from "vitest";
import { failedScan } from "../../insight/test/failed-scan.js";
import { makeReport, mixedScan } from "../../insight/test/make-report.js";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-compare-"));
  const put = (name: string, report: unknown) => writeFile(join(folder, name), JSON.stringify(report));
  await put("a.json", makeReport(mixedScan));
  await put(
    "b.json",
    makeReport({ ...mixedScan, tasks: mixedScan.tasks.map(({ tool, prompt }) => ({ tool, prompt })) }),
  );
  await put("fewer.json", makeReport({ ...mixedScan, tasks: mixedScan.tasks.slice(0, 5) }));
});
const run = async (...argv: string[]) => {
  const { io, written } = testIo({ cwd: folder });
  return { code: await cli(["compare", ...argv], io), ...written };
};

describe("gradable compare", () => {
  it("says what was the same, what differs and whether it is noise", async () => {
    const { code, stdout, stderr } = await run("a.json", "b.json");
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/Comparable +yes/);
    expect(stdout).toMatch(/Score +74\.6 C +\S+ [A-F] +[+−]\d/);
    expect(stdout).toContain(
      "won: “Look for books about whales” for search_books: find_books → search_books",
    );
  });

  it("leaves no spaces at the end of a line, also of what one side did not measure", async () => {
    const nothingDestructive = {
      ...mixedScan,
      tasks: mixedScan.tasks.filter(({ tool }) => tool !== "delete_book"),
    };
    await writeFile(join(folder, "safe.json"), JSON.stringify(makeReport(nothingDestructive)));
    const { stdout } = await run("a.json", "safe.json");
    expect(stdout).toContain("not measured\n");
    expect(stdout).not.toMatch(/ \n/);
  });

  it("prints JSON by its schema, and a page", async () => {
    const { stdout } = await run("a.json", "b.json", "--format", "json");
    expect(comparisonSchema.parse(JSON.parse(stdout))).toMatchObject({
      comparable: true,
      a: { file: "a.json" },
    });
    const page = await run("a.json", "b.json", "--format", "markdown");
    expect(page.stdout).toContain("# Tiny library: two scans compared");
  });

  it("with --require-comparable exits with 1 and names the blockers in words; without it, 0", async () => {
    expect((await run("a.json", "fewer.json")).code).toBe(0);
    expect((await run("a.json", "b.json", "--require-comparable")).code).toBe(0);
    const { code, stdout, stderr } = await run("a.json", "fewer.json", "--require-comparable");
    expect(code).toBe(1);
    expect(stderr).toBe("gradable: the two reports may not be compared: the case sets differ\n");
    expect(stdout).toContain("5 shared");
  });

  it("answers a file that is no report with usage", async () => {
    await writeFile(join(folder, "x.json"), "{}");
    const other = await run("a.json", "x.json");
    expect(other).toMatchObject({ code: 2, stdout: "" });
    expect(other.stderr).toContain("x.json: It has no schemaVersion");
    await writeFile(join(folder, "failed.json"), JSON.stringify(failedScan("It exited with code 1.")));
    const failed = await run("a.json", "failed.json");
    expect(failed).toMatchObject({ code: 2, stdout: "" });
    expect(failed.stderr).toContain(
      "failed.json is the record of a scan that gave no score, not a report. What it says: It exited with code 1.",
    );
    expect(await run("a.json")).toMatchObject({ code: 2, stdout: "" });
  });

  it("changes neither file", async () => {
    const before = await readFile(join(folder, "a.json"), "utf8");
    await run("a.json", "b.json");
    expect(await readFile(join(folder, "a.json"), "utf8")).toBe(before);
  });
});
