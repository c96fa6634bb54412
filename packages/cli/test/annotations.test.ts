import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@gradable/contract";
import { verify } from "@gradable/score";
import { beforeEach, describe, expect, it } from "vitest";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

const remark = (reason: string, until?: string) => ({
  finding: "no_return_description",
  tool: "process_invoice",
  reason,
  ...(until && { until }),
});
const surface = {
  tools: [
    { name: "process_invoice", description: "Processes the invoice.", inputSchema: { type: "object" } },
  ],
};

let folder: string;
const put = async (file: string, document: unknown) => {
  await mkdir(join(folder, file, ".."), { recursive: true });
  await writeFile(join(folder, file), JSON.stringify(document));
};
const report = async (place = "gradable/surface") =>
  JSON.parse(await readFile(join(folder, place, "report.json"), "utf8")) as Report;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-annotated-"));
  await put("surface.json", surface);
});
const run = async (...argv: string[]) => {
  const { io, written } = testIo({ cwd: folder });
  return { code: await cli(["scan", "--target", "surface.json", ...argv], io), ...written };
};

describe("gradable scan with a maintainer's annotations", () => {
  it("takes those beside the server, says so, and shows them beside the finding", async () => {
    await put("gradable.annotations.json", [remark("It depends on the plan.")]);
    const { code, stdout, stderr } = await run();
    expect(code).toBe(0);
    expect(stderr).toContain("gradable: 1 annotation from gradable.annotations.json\n");
    expect(stdout).toMatch(/Remarks +1 by the maintainer/);
    const annotated = await report();
    expect(annotated.annotations?.entries).toEqual([remark("It depends on the plan.")]);
    expect(verify(annotated)).toEqual([]);
    const fix = await readFile(join(folder, "gradable/surface/fix.md"), "utf8");
    expect(fix).toContain("*Maintainer’s remark:* It depends on the plan.");
  });

  it("moves no score", async () => {
    await run();
    const plain = await report();
    await put("gradable.annotations.json", [remark("It depends on the plan.")]);
    await run();
    const { annotations: _remarks, reportSha256: _hash, ...annotated } = await report();
    expect({ ...annotated, reportSha256: plain.reportSha256 }).toEqual(plain);
  });

  it("prefers those beside the report, and a file that was named over both", async () => {
    await put("gradable.annotations.json", [remark("beside the server")]);
    await put("gradable/surface/gradable.annotations.json", [remark("beside the report")]);
    await put("mine.json", [remark("named", "2020-01-01")]);
    await run();
    expect((await report()).annotations?.entries[0]?.reason).toBe("beside the report");
    const { stdout, stderr } = await run("--annotations", "mine.json");
    expect((await report()).annotations?.entries[0]?.reason).toBe("named");
    expect(stdout).toContain("1 (1 expired) by the maintainer");
    expect(stderr).not.toContain("annotation");
  });

  it.each([
    ["a named file", ["--annotations", "mine.json"], "mine.json"],
    ["a file it finds", [], "gradable.annotations.json"],
  ])("refuses %s that is no list of annotations, before anything is judged", async (_name, argv, file) => {
    await put(file, [{ ...remark("x"), finding: "no_such_finding" }]);
    const { code, stdout, stderr } = await run(...argv);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(file);
    expect(stderr).toContain("0.finding");
    expect(stderr).not.toContain("asking the judge");
    await expect(report()).rejects.toThrow();
  });

  it("does not take a file in this folder for a server that is not in it", async () => {
    await put("gradable.annotations.json", [remark("about another server")]);
    const { io, written } = testIo({ cwd: folder });
    const code = await cli(["scan", "--target", "http://127.0.0.1:9/mcp", "--timeout", "2"], io);
    expect(code).toBe(3);
    expect(written.stderr).not.toContain("annotation");
  });
});
