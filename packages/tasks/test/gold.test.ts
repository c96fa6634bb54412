import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Surface, SurfaceTool } from "@gradable/contract";
import { toolRanking } from "@gradable/judge";
import { describe, expect, it } from "vitest";
import { builtinTaskGenerator } from "../src/builtin/builtin-generator.js";
import { corpusSurfaces, surfaceOf } from "./shared.js";

const GOLD = fileURLToPath(new URL("../../../../shared/gold/", import.meta.url));
interface Request {
  readonly tool: string;
  readonly prompt: string;
}

const surfaces = new Map(corpusSurfaces().map(({ slug, surface }) => [slug, surface]));
const labelled = existsSync(GOLD)
  ? readdirSync(GOLD)
      .filter((file) => file.endsWith(".json"))
      .map((file) => ({
        surface: surfaces.get(file.slice(0, -5)) as Surface,
        tasks: (JSON.parse(readFileSync(`${GOLD}${file}`, "utf8")) as { tasks: Request[] }).tasks,
      }))
  : [];

const generated = async (surface: Surface): Promise<readonly Request[]> =>
  (await builtinTaskGenerator().generate(surface, { perTool: 2, maxTasks: 400 })).tasks;

function firstPlaces(surface: Surface, tasks: readonly Request[]): number {
  const ranking = toolRanking(surface);
  return tasks.filter(({ prompt, tool }) => ranking(prompt, 1)[0] === tool).length;
}

const FILLER =
  " It is part of a modern platform that people love, built with care, and it works very well in many places every day.";
const padded = (surface: Surface): Surface =>
  surfaceOf(
    surface.tools.map((tool): SurfaceTool => {
      const description = tool.description ?? "";
      return {
        ...tool,
        description: description + FILLER.repeat(1 + Math.ceil((2 * description.length) / FILLER.length)),
      };
    }),
  );

// Without the labels beside the checkout there is nothing to hold the selection to.
describe.skipIf(labelled.length === 0)(
  "the embedded selection against the labels",
  { timeout: 180_000 },
  () => {
    const total = labelled.reduce((sum, { tasks }) => sum + tasks.length, 0);

    it("finds the expected tool for half of the labelled requests (a naive search finds a tenth)", () => {
      const found = labelled.reduce((sum, { surface, tasks }) => sum + firstPlaces(surface, tasks), 0);
      expect(found / total).toBeGreaterThan(0.5);
    });

    it("finds it for nearly all requests of the embedded generator", async () => {
      let found = 0;
      let asked = 0;
      for (const { surface } of labelled) {
        const tasks = await generated(surface);
        found += firstPlaces(surface, tasks);
        asked += tasks.length;
      }
      expect(found / asked).toBeGreaterThan(0.9);
    });

    it("gains nothing when every description is tripled with filler", async () => {
      let before = 0;
      let after = 0;
      for (const { surface, tasks } of labelled) {
        const all = [...tasks, ...(await generated(surface))];
        before += firstPlaces(surface, all);
        after += firstPlaces(padded(surface), all);
      }
      expect(after).toBeLessThanOrEqual(before + 0.005 * total);
    });

    it("answers the same when the tools are listed in another order", () => {
      for (const { surface, tasks } of labelled) {
        const ranking = toolRanking(surface);
        const turned = toolRanking(surfaceOf([...surface.tools].reverse()));
        for (const { prompt } of tasks) expect(turned(prompt, 10)).toEqual(ranking(prompt, 10));
      }
    });
  },
);
