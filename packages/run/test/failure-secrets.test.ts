import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtinAnalyst } from "@gradable/analyze";
import { GradableError } from "@gradable/contract";
import { builtinSelector } from "@gradable/judge";
import { builtinTaskGenerator } from "@gradable/tasks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scanTarget } from "../src/scan-target.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-internal-"));
  const tools = [{ name: "delete_parcel", description: "delete_parcel", inputSchema: { type: "object" } }];
  await writeFile(join(folder, "surface.json"), JSON.stringify({ tools }));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KEY = `Qx7${"vB2kP9".repeat(5000)}zz`;
const HEADER = 'odd (value) with a \\ and a " in it';

/** An error of ours as they come: it quotes what it was working on, and so does what caused it. */
function internal(): Error {
  const form = Buffer.from(KEY).toString("base64");
  return new Error(`Invalid regular expression: /${form}/`, {
    cause: new Error(JSON.stringify({ KEY, HEADER })),
  });
}

async function failingIn(phase: string) {
  return scanTarget("surface.json", {
    scan: { cwd: folder, callerEnv: {}, env: { CA_BUNDLE: KEY }, headers: { "X-Key": HEADER } },
    judge: async () => {
      if (phase === "judge") throw internal();
      return { selector: builtinSelector(), generator: builtinTaskGenerator(), analyst: builtinAnalyst() };
    },
    annotations: async () => {
      if (phase === "annotations") throw internal();
      return [];
    },
    onProgress: (progress) => {
      if (progress.phase === phase) throw internal();
    },
    now: () => new Date("2026-01-31T12:00:00.000Z"),
  });
}

it.each(["connect", "judge", "tasks", "baseline", "analyze", "after_rewrite", "annotations", "score"])(
  "an internal error in %s quotes nothing that was given",
  async (phase) => {
    const outcome = await failingIn(phase);
    if (outcome.kind !== "failed") throw new Error(`${phase} did not fail`);
    const { failed, error } = outcome;
    expect(failed).toMatchObject({ owner: "gradable", code: "internal" });
    const causes: unknown[] = [];
    for (let each: unknown = error; each instanceof Error; each = each.cause)
      causes.push(each.message, each.stack);
    const text = JSON.stringify([failed, error.facts, causes]);
    expect(text).toContain("<redacted>");
    for (const part of ["vB2kP9vB2kP9", Buffer.from(KEY).toString("base64").slice(0, 12), "odd (value) "])
      expect(text).not.toContain(part);
  },
);

it("a usage error that is thrown quotes nothing either", async () => {
  const usage = new GradableError({
    code: "made-up",
    owner: "usage",
    message: `found ${KEY}`,
    hint: `not ${HEADER}`,
  });
  const scanned = scanTarget("surface.json", {
    scan: { cwd: folder, callerEnv: {}, env: { CA_BUNDLE: KEY }, headers: { "X-Key": HEADER } },
    judge: () => Promise.reject(usage),
    now: () => new Date(),
  });
  await expect(scanned).rejects.toMatchObject({ message: "found <redacted>", hint: "not <redacted>" });
});
