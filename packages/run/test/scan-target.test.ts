import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtinAnalyst } from "@gradable/analyze";
import { type Report, reportSha256 } from "@gradable/contract";
import { builtinSelector, type Selector } from "@gradable/judge";
import { builtinTaskGenerator } from "@gradable/tasks";
import { beforeEach, describe, expect, it } from "vitest";
import { type ScanTargetOptions, scanTarget } from "../src/scan-target.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-target-"));
});

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
});
const TOOLS = [
  tool("find_parcel", "Finds one parcel by its number. Returns the parcel with its state."),
  tool("delete_parcel", "delete_parcel"),
];

/** A judge that counts what it is asked, and may call itself something else. */
function judge(model?: string) {
  const asked: number[] = [];
  const builtin = builtinSelector();
  const selector: Selector = {
    async open(surface, context) {
      const session = await builtin.open(surface, context);
      return {
        ask: (task, trial, signal) => {
          asked.push(trial);
          return session.ask(task, trial, signal);
        },
        identity: () => ({ ...session.identity(), ...(model === undefined ? {} : { model }) }),
      };
    },
  };
  return { asked, parts: { selector, generator: builtinTaskGenerator(), analyst: builtinAnalyst() } };
}

async function scanned(options: Partial<ScanTargetOptions> & { tools?: unknown[]; model?: string } = {}) {
  const { tools = TOOLS, model, ...rest } = options;
  await writeFile(join(folder, "surface.json"), JSON.stringify({ tools }));
  const { asked, parts } = judge(model);
  const outcome = await scanTarget("surface.json", {
    scan: { cwd: folder, callerEnv: {} },
    judge: async () => parts,
    now: () => new Date("2026-01-31T12:00:00.000Z"),
    ...rest,
  });
  return { outcome, asked: asked.length };
}

async function reportOf(options: Parameters<typeof scanned>[0] = {}): Promise<Report> {
  const { outcome } = await scanned(options);
  if (outcome.kind !== "report") throw new Error(outcome.kind);
  return outcome.report;
}

describe("scanTarget with an earlier report", () => {
  it("leaves an unchanged server alone after one question", async () => {
    const report = await reportOf();
    const { outcome, asked } = await scanned({ unchangedFrom: report });
    expect(outcome).toMatchObject({ kind: "unchanged", report });
    expect(asked).toBe(1);
  });

  const resigned = (report: Report, change: Partial<Report>): Report => {
    const changed = { ...report, ...change };
    return { ...changed, reportSha256: reportSha256(changed) };
  };
  it.each<[string, Parameters<typeof scanned>[0], ((report: Report) => Report)?]>([
    ["another surface", { tools: [...TOOLS, tool("count_parcels", "Counts parcels.")] }],
    ["another judge", { model: "other" }],
    ["other tasks", { maxTasks: 5 }],
    ["more trials", { trials: 2 }],
    ["another tokenizer", { tokenizer: "estimate" }],
    ["a rewrite that is no longer wanted", { rewrite: false }],
    ["recorded responses", { responses: [10] }],
    [
      "a remark of the maintainer",
      {
        annotations: async () => [
          { finding: "no_return_description", tool: "delete_parcel", reason: "It returns nothing." },
        ],
      },
    ],
    [
      "a report of another task generator",
      {},
      (report) => {
        const { tasks } = report.judge.stages;
        return resigned(report, {
          judge: { ...report.judge, stages: { ...report.judge.stages, tasks: { ...tasks, version: "v0" } } },
        });
      },
    ],
    ["a report that was edited", {}, (report) => ({ ...report, slug: "edited" })],
  ])("scans again for %s", async (_what, options, edit = (report) => report) => {
    const { outcome } = await scanned({ ...options, unchangedFrom: edit(await reportOf()) });
    expect(outcome.kind).toBe("report");
  });

  it("records a failure of a server that has one", async () => {
    const report = await reportOf();
    const { outcome } = await scanned({ tools: [], unchangedFrom: report });
    expect(outcome).toMatchObject({ kind: "failed", failed: { code: "no-tools", owner: "server" } });
  });
});

describe("scanTarget and the caller's mistakes", () => {
  const scan = (target: string, usageErrors?: "record") =>
    scanTarget(target, {
      scan: { cwd: folder, callerEnv: {} },
      judge: async () => judge().parts,
      slug: "one-of-many",
      ...(usageErrors === undefined ? {} : { usageErrors }),
      now: () => new Date("2026-01-31T12:00:00.000Z"),
    });

  it.each([
    ["a missing file", "none.json", "file-not-found"],
    ["a file that is no surface", "odd.json", "file-not-surface"],
    ["shell syntax with a secret in it", "API_KEY=hush node x.js | tee log", "target-shell-syntax"],
    ["an unknown configured server", "mcp.json#none", "config-server-unknown"],
  ])("throws for %s, and records it for one of many", async (_what, target, code) => {
    await writeFile(join(folder, "odd.json"), '{"odd": true}');
    await writeFile(join(folder, "mcp.json"), '{"mcpServers": {"a": {"command": "node"}}}');
    await expect(scan(target)).rejects.toMatchObject({ code, owner: "usage" });
    const outcome = await scan(target, "record");
    expect(outcome).toMatchObject({
      kind: "failed",
      failed: { slug: "one-of-many", code, owner: "environment", stage: "target" },
    });
    expect(JSON.stringify(outcome)).not.toContain("hush");
  });
});
