import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readReport } from "@gradable/contract";
import { processStat } from "@gradable/host";
import { beforeAll, expect, it } from "vitest";
import { build, GRADABLE } from "./built-cli.js";

const SERVERS = 24;
const KILLS = 20;

beforeAll(build, 120_000);

/** Captured surfaces of made-up servers, each with its own tools. */
async function surfaces(folder: string): Promise<void> {
  for (let server = 0; server < SERVERS; server++) {
    const tools = ["invoice", "parcel", "member"].map((thing) => ({
      name: `find_${thing}_${server}`,
      description: `Finds one ${thing} of branch ${server} by its number. Returns the ${thing} with its state.`,
      inputSchema: {
        type: "object",
        properties: {
          number: {
            type: "string",
            description: `Number of the ${thing}, for example ${thing[0]}-${server}`,
          },
        },
        required: ["number"],
      },
    }));
    await writeFile(
      join(folder, `server-${String(server).padStart(2, "0")}.json`),
      JSON.stringify({ tools }),
    );
  }
}

/**
 * Runs the batch; killed with SIGKILL, workers included, once `killAt` resolves. Resolves to the exit code, `null` when killed, and when
 * nothing of the batch is left: a process that was killed still ends the call of the system that it is in.
 */
async function batch(source: string, out: string, killAt?: Promise<unknown>): Promise<number | null> {
  let group = 0;
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        GRADABLE,
        "batch",
        source,
        "--out",
        out,
        "--resume",
        "--quiet",
        "--concurrency",
        "2",
        "--format",
        "json",
      ],
      { stdio: "ignore", detached: true },
    );
    group = child.pid as number;
    let ended = false;
    killAt?.then(() => ended || process.kill(-group, "SIGKILL"));
    child.on("error", reject);
    child.on("exit", (code) => {
      ended = true;
      resolve(code);
    });
  });
  while (groupLives(group)) await sleep(5);
  return code;
}

function groupLives(group: number): boolean {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.some((pid) => processStat(pid)?.group === group);
}

/** When the journal of the batch names its first finished server: then all but a few are still to do, however fast the machine. */
async function firstResult(out: string): Promise<void> {
  const named = () =>
    readFile(join(out, "batch.jsonl"), "utf8").then(
      (text) => text.includes('"slug"'),
      () => false,
    );
  while (!(await named())) await sleep(5);
}

/** What a process that was killed while it wrote leaves behind: here one that dies before the rename. */
async function leaveHalfASummary(out: string): Promise<void> {
  const host = join(import.meta.dirname, "..", "..", "packages", "host", "dist", "index.js");
  const script = `import fs from "node:fs/promises"; import { syncBuiltinESMExports } from "node:module";
    fs.rename = () => process.kill(process.pid, "SIGKILL"); syncBuiltinESMExports();
    const { writeFileAtomically } = await import(${JSON.stringify(host)});
    await writeFileAtomically(${JSON.stringify(join(out, "summary.json"))}, "{");`;
  await once(spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" }), "exit");
  expect(await temporaries(out)).not.toEqual([]);
}

/** Whatever a killed writer has left half-written. */
async function temporaries(out: string): Promise<string[]> {
  return (await readdir(out, { recursive: true })).filter((name) => name.endsWith(".tmp"));
}

async function finished(out: string): Promise<Map<string, { mtimeMs: number; text: string }>> {
  const result = new Map<string, { mtimeMs: number; text: string }>();
  for (const slug of await readdir(out).catch(() => [])) {
    const file = join(out, slug, "report.json");
    const entry = await stat(file).catch(() => undefined);
    if (entry) result.set(slug, { mtimeMs: entry.mtimeMs, text: await readFile(file, "utf8") });
  }
  return result;
}

it.runIf(process.platform === "linux")(
  "loses no finished scan and repeats none, killed at 20 random moments",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "gradable-kill-"));
    const source = join(folder, "surfaces");
    const out = join(folder, "out");
    await import("node:fs/promises").then((fs) => fs.mkdir(source));
    await surfaces(source);
    let before = await finished(out);
    let interrupted = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      // From before the first line of the journal to several scans on: every phase is hit over the rounds.
      const moment = kill === 0 ? firstResult(out) : sleep(150 + Math.random() * 1200);
      const code = await batch(source, out, moment);
      if (code === null) interrupted++;
      const after = await finished(out);
      for (const [slug, result] of before) expect(after.get(slug), slug).toEqual(result);
      for (const [slug, { text }] of after) expect(readReport(JSON.parse(text)).report.slug).toBe(slug);
      before = after;
      if (code !== null) break;
    }
    expect(interrupted).toBeGreaterThan(0);
    // As if the last kill had come in the middle of a summary, which random moments seldom meet.
    await leaveHalfASummary(out);
    expect(await batch(source, out)).toBe(0);
    const final = await finished(out);
    expect(final.size).toBe(SERVERS);
    for (const [slug, result] of before) expect(final.get(slug), slug).toEqual(result);
    const summary = JSON.parse(await readFile(join(out, "summary.json"), "utf8"));
    expect(summary.outcomes).toEqual({ scored: SERVERS, failed: 0, unchanged: 0 });
    expect(await temporaries(out)).toEqual([]);
  },
  180_000,
);
