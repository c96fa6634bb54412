import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

interface Counts {
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
}
interface Analysis {
  measureAnalysis(): Promise<unknown[]>;
  totalOf(rows: unknown[]): { defects: unknown; pairs: Counts };
  allTypes(defects: unknown): Counts;
  f1(counts: Counts): number;
}
interface Selection {
  measureSelection(): Promise<unknown[]>;
  totalOf(rows: unknown[]): Record<"labelled" | "embedded", { tasks: number; top1: number }>;
}
/** The measuring scripts are plain JavaScript, as `npm run bench:gold` runs them. */
const measuring = async <Module>(name: string) =>
  (await import(join(root, "bench", "gold", `${name}.mjs`))) as Module;

const labels = existsSync(join(root, "..", "shared", "gold"));

// The labels lie beside the checkout where there are any; the figures METHODOLOGY prints are held to them. [M8.1]
describe.runIf(labels)("the embedded judge against the labels", () => {
  it("agrees on defects, pairs and selection at least as METHODOLOGY says", {
    timeout: 240_000,
  }, async () => {
    const printed = (row: string) => {
      const line = readFileSync(join(root, "METHODOLOGY.md"), "utf8")
        .split("\n")
        .find((candidate) => candidate.startsWith(`| ${row}`));
      return Number(line?.split("|")[2]?.trim().split(" ")[0]);
    };
    const analysis = await measuring<Analysis>("analysis");
    const found = analysis.totalOf(await analysis.measureAnalysis());
    expect(analysis.f1(analysis.allTypes(found.defects))).toBeCloseTo(printed("Defects, F1"), 2);
    expect(analysis.f1(found.pairs)).toBeCloseTo(printed("Confusable pairs, F1"), 2);
    const selection = await measuring<Selection>("selection");
    const { labelled, embedded } = selection.totalOf(await selection.measureSelection());
    expect(labelled.top1 / labelled.tasks).toBeCloseTo(printed("Labelled requests, right tool first"), 2);
    expect(embedded.top1 / embedded.tasks).toBeCloseTo(printed("Its own requests, right tool first"), 2);
  });
});
