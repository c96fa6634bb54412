import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Report, reportSha256 } from "@gradable/contract";
import { verify } from "@gradable/score";
import { beforeEach, describe, expect, it } from "vitest";
import { failedScan } from "../../insight/test/failed-scan.js";
import { makeReport, mixedScan } from "../../insight/test/make-report.js";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

const report = makeReport(mixedScan);
/** As a rubric would have left it that gave 1.1 points less. */
const older = (): Report => {
  const old = structuredClone(report);
  old.rubric.economics.tokensPerTask.ideal = 1000;
  old.score.composite = { value: 73.5, exact: "147/2" };
  return { ...old, reportSha256: reportSha256(old) };
};

let folder: string;
const put = async (file: string, document: unknown) => {
  await mkdir(join(folder, "reports", file, ".."), { recursive: true });
  await writeFile(join(folder, "reports", file), JSON.stringify(document));
};
const read = async (file: string) =>
  JSON.parse(await readFile(join(folder, "reports", file), "utf8")) as Report;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-rescore-"));
  await put("steady/report.json", report);
  await put("exits-early/failed.json", failedScan("It exited."));
});
const run = async (...argv: string[]) => {
  const { io, written } = testIo({ cwd: folder });
  return { code: await cli(["rescore", "reports", ...argv], io), ...written };
};

describe("gradable rescore", () => {
  it("has nothing to say of reports of the present rubric, and leaves failures alone", async () => {
    expect(await run("--check")).toEqual({ code: 0, stdout: "1 report: 0 moved, 1 did not\n", stderr: "" });
  });

  it("shows what moves, exits with 1 with --check, and writes nothing unasked", async () => {
    await put("old/report.json", older());
    const { code, stdout } = await run("--check");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "  tiny-library  73.5 → 74.6, grade C: only in how the categories are put together\n",
    );
    expect((await run()).code).toBe(0);
    expect(await read("old/report.json")).toEqual(older());
  });

  it("writes the report that follows with its brief, once", async () => {
    await put("old/report.json", older());
    const { code, stderr } = await run("--write");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "gradable: wrote 1 report with its fix brief\n" });
    const written = await read("old/report.json");
    expect(verify(written)).toEqual([]);
    expect(written).toEqual(report);
    expect(await readFile(join(folder, "reports/old/fix.md"), "utf8")).toContain("# Fix brief: Tiny library");
    expect((await run("--check")).stdout).toBe("2 reports: 0 moved, 2 did not\n");
  });

  it("takes in annotations that lie beside a report, without moving it", async () => {
    await put("steady/gradable.annotations.json", [
      { finding: "params_unexplained", tool: "find_books", reason: "Mended in 1.2.0." },
    ]);
    const { code, stdout } = await run("--write", "--check");
    expect(code).toBe(0);
    expect(stdout).toContain("the same score, other annotations");
    const annotated = await read("steady/report.json");
    expect(annotated.annotations?.entries).toHaveLength(1);
    expect(annotated.score).toEqual(report.score);
    expect(await readFile(join(folder, "reports/steady/fix.md"), "utf8")).toContain("Mended in 1.2.0.");
  });

  it("says of a file that is cut that it is not JSON", async () => {
    await writeFile(join(folder, "reports", "steady", "report.json"), '{"schemaVersion": 1,');
    const { code, stdout } = await run("--check");
    expect(code).toBe(1);
    expect(stdout).toContain("steady/report.json: The file is not JSON.");
  });

  it("never writes a report that was edited", async () => {
    const edited = { ...structuredClone(report), slug: "someone-else" };
    await put("edited/report.json", edited);
    const { code, stdout } = await run("--write", "--check");
    expect(code).toBe(1);
    expect(stdout).toContain("edited/report.json: The file was changed after it was written");
    expect(await read("edited/report.json")).toEqual(edited);
  });

  it("prints JSON and Markdown", async () => {
    await put("old/report.json", older());
    expect(JSON.parse((await run("--format", "json")).stdout)).toHaveLength(2);
    expect((await run("--format", "markdown")).stdout).toContain("| tiny-library | 73.5 C | 74.6 C |");
  });
});
