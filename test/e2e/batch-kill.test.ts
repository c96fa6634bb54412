import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReport } from "@gradable/contract";
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

/** Runs the batch; killed with SIGKILL, workers included, after `killAfterMs`. Resolves to the exit code, `null` when killed. */
function batch(source: string, out: string, killAfterMs?: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
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
    const timer =
      killAfterMs === undefined
        ? undefined
        : setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), killAfterMs);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
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

it("loses no finished scan and repeats none, killed at 20 random moments", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gradable-kill-"));
  const source = join(folder, "surfaces");
  const out = join(folder, "out");
  await import("node:fs/promises").then((fs) => fs.mkdir(source));
  await surfaces(source);
  let before = await finished(out);
  let interrupted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    // From before the first line of the journal to several scans on: every phase is hit over the rounds.
    const code = await batch(source, out, 150 + Math.random() * 1200);
    if (code === null) interrupted++;
    const after = await finished(out);
    for (const [slug, result] of before) expect(after.get(slug), slug).toEqual(result);
    for (const [slug, { text }] of after) expect(readReport(JSON.parse(text)).report.slug).toBe(slug);
    before = after;
    if (code !== null) break;
  }
  expect(interrupted).toBeGreaterThan(0);
  expect(await batch(source, out)).toBe(0);
  const final = await finished(out);
  expect(final.size).toBe(SERVERS);
  for (const [slug, result] of before) expect(final.get(slug), slug).toEqual(result);
  const summary = JSON.parse(await readFile(join(out, "summary.json"), "utf8"));
  expect(summary.outcomes).toEqual({ scored: SERVERS, failed: 0, unchanged: 0 });
  expect((await readdir(out)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
}, 180_000);
