import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtinAnalyst } from "@gradable/analyze";
import type { JudgeStage, Report, StageIdentity } from "@gradable/contract";
import { entryOfText, leaderboard } from "@gradable/insight";
import { builtinSelector } from "@gradable/judge";
import { renderFix, renderLeaderboardMarkdown } from "@gradable/render";
import { loadFormat } from "@gradable/render/formats";
import { type JudgeParts, scanTarget } from "@gradable/run";
import { verify } from "@gradable/score";
import { builtinTaskGenerator } from "@gradable/tasks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-provenance-"));
  const tool = (name: string, description: string) => ({
    name,
    description,
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  });
  const tools = [
    tool("find_parcel", "Finds one parcel by its number. Returns the parcel with its state."),
    tool("delete_parcel", "delete_parcel"),
  ];
  await writeFile(join(folder, "surface.json"), JSON.stringify({ tools }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const other = (identity: StageIdentity): StageIdentity => ({ ...identity, model: "somebody-else" });

/** The embedded judge, with one stage answered by an object that calls itself something else. */
function partsWith(odd: JudgeStage | null): JudgeParts {
  const [generator, selector, analyst] = [builtinTaskGenerator(), builtinSelector(), builtinAnalyst()];
  const named = <Answer extends { readonly identity: StageIdentity }>(
    stage: JudgeStage,
    answer: Answer,
  ): Answer => (stage === odd ? { ...answer, identity: other(answer.identity) } : answer);
  return {
    generator: { generate: async (...args) => named("tasks", await generator.generate(...args)) },
    selector: {
      async open(...args) {
        const session = await selector.open(...args);
        if (odd !== "selection") return session;
        return { ask: (...asked) => session.ask(...asked), identity: () => other(session.identity()) };
      },
    },
    analyst: {
      defects: async (...args) => named("defects", await analyst.defects(...args)),
      pairs: async (...args) => named("pairs", await analyst.pairs(...args)),
      rewrite: async (...args) => named("rewrite", await analyst.rewrite(...args)),
    },
  };
}

async function scanned(odd: JudgeStage | null): Promise<Report> {
  const outcome = await scanTarget("surface.json", {
    scan: { cwd: folder, callerEnv: {} },
    judge: async () => partsWith(odd),
    now: () => new Date("2026-01-31T12:00:00.000Z"),
  });
  if (outcome.kind !== "report") throw new Error(outcome.kind);
  return outcome.report;
}

/** Everything a reader may see first. */
async function outputs(report: Report): Promise<Record<string, string>> {
  const board = leaderboard([entryOfText({ file: "one/report.json", text: JSON.stringify(report) })]);
  const context = { checks: [], color: false, reportUri: "report.json" };
  return {
    report: JSON.stringify(report),
    text: (await loadFormat("text")).scored(report, context),
    summary: (await loadFormat("markdown")).scored(report, context),
    fix: renderFix(report),
    leaderboardJson: JSON.stringify(board),
    leaderboard: renderLeaderboardMarkdown(board),
  };
}

describe("provenance", () => {
  it.each(["tasks", "selection", "defects", "pairs", "rewrite"] as const)(
    "every output says mixed when another judge answers the %s stage [M4.3]",
    async (stage) => {
      const report = await scanned(stage);
      expect(report.judge.stages[stage]?.model).toBe("somebody-else");
      expect(report.provenance).toBe("mixed");
      expect(verify(report)).toEqual([]);
      const shown = await outputs(report);
      for (const [name, text] of Object.entries(shown)) expect(text, name).toMatch(/\bmixed\b/);
      expect(shown.fix).toContain("somebody-else");
    },
  );

  it("no output says so when one judge answered all [M4.3]", async () => {
    const report = await scanned(null);
    expect(report.provenance).toBe("uniform");
    for (const [name, text] of Object.entries(await outputs(report)))
      expect(text, name).not.toMatch(/\bmixed\b/);
  });

  it("an edited provenance or block is found [M4.3]", async () => {
    const report = await scanned("pairs");
    const edited = verify({ ...report, provenance: "uniform" }).map(({ path }) => path);
    expect(edited).toContain("provenance");
    const renamed = verify({ ...report, judge: { ...report.judge, model: "better-model" } });
    expect(renamed.map(({ path }) => path)).toContain("judge.model");
  });
});
