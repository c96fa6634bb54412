// Batches: the captured corpus with two workers against one, 1,000 surfaces for the memory they take, and live servers against a bare
// client that connects, lists and closes. Whole processes, timed from outside.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { madeTools } from "./make-reports.mjs";
import { median, once, ratio } from "./measure.mjs";
import { root } from "./root.mjs";

const node = process.execPath;
const gradable = join(root, "packages/cli/bin/gradable.js");
const corpus = join(root, "../shared/corpus/surfaces");
const SURFACES = Number(process.env.BENCH_SURFACES ?? 1000);
const CONCURRENCY = 2;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

let runs = 0;
const batch = (folder, source, flags, env = {}) =>
  once(node, [gradable, "batch", source, "--out", join(folder, `out-${runs++}`), "--quiet", ...flags], {
    env: { ...process.env, GRADABLE_CACHE: join(folder, "cache"), ...env },
  });

async function surfaces(folder, count) {
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < count; index++) {
    const name = `server-${String(index).padStart(4, "0")}`;
    await writeFile(
      join(folder, `${name}.json`),
      JSON.stringify({ tools: madeTools(name, 4 + (index % 9)) }),
    );
  }
  return folder;
}

/** The largest of the peaks (MB) that the batch and its workers tell at their end. */
async function peakMb(folder, count) {
  const source = await surfaces(join(folder, `surfaces-${count}`), count);
  const { stderr } = await batch(folder, source, ["--concurrency", String(CONCURRENCY)], {
    NODE_OPTIONS: `--import ${join(root, "bench/report-memory.mjs")}`,
  });
  return Math.max(...[...stderr.matchAll(/"rss":(\d+)/g)].map(([, kilobytes]) => Number(kilobytes) / 1024));
}

/** How many processors a batch of these servers keeps at work: processor seconds of every process and thread by wall seconds. */
async function processors(folder, source, concurrency) {
  const { stderr, seconds } = await batch(folder, source, ["--concurrency", String(concurrency)], {
    NODE_OPTIONS: `--import ${join(root, "bench/report-memory.mjs")}`,
  });
  const spent = [...stderr.matchAll(/"cpu":(\d+)/g)].reduce((sum, [, micros]) => sum + Number(micros), 0);
  return spent / 1e6 / seconds;
}

/** Twenty live servers: each of five that are installed here, four times, as processes of their own. */
function liveServers() {
  const servers = [
    [
      "everything",
      `${node} ${join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js")} stdio`,
    ],
    [
      "filesystem",
      `${node} ${join(root, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js")} ${tmpdir()}`,
    ],
    ["clear", `${node} ${join(root, "examples/clear-server.mjs")}`],
    ["confusing", `${node} ${join(root, "examples/confusing-server.mjs")}`],
    ["fixture", `${node} ${join(root, "packages/scan/test/fixtures/well-behaved.mjs")}`],
  ];
  return [1, 2, 3, 4].flatMap((round) =>
    servers.map(([slug, target]) => ({ slug: `${slug}-${round}`, target })),
  );
}

async function live(folder) {
  const servers = liveServers();
  const source = join(folder, "servers.json");
  await writeFile(source, JSON.stringify(servers));
  let bare = 0;
  const clients = new Map();
  for (const { target } of servers) {
    if (!clients.has(target)) {
      const connect = () => once(node, [join(root, "bench/minimal-client.mjs"), ...target.split(" ")]);
      await connect();
      clients.set(
        target,
        median([await connect(), await connect(), await connect()].map(({ seconds }) => seconds)),
      );
    }
    bare += clients.get(target);
  }
  await batch(folder, source, ["--concurrency", String(CONCURRENCY)]);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push((await batch(folder, source, ["--concurrency", String(CONCURRENCY)])).seconds);
  }
  return { servers: servers.length, seconds: median(times), bare };
}

export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), "gradable-bench-batch-"));
  try {
    const captured = existsSync(corpus) ? corpus : await surfaces(join(folder, "surfaces"), 81);
    const count = (await readdir(captured)).filter((name) => name.endsWith(".json")).length;
    const two = await ratio(
      () => batch(folder, captured, ["--concurrency", "2"]),
      () => batch(folder, captured, ["--concurrency", "1"]),
      ROUNDS,
    );
    const [usedByOne, usedByTwo] = [
      await processors(folder, captured, 1),
      await processors(folder, captured, 2),
    ];
    const few = await peakMb(folder, SURFACES / 10);
    const many = await peakMb(folder, SURFACES);
    const { servers, seconds, bare } = await live(folder);
    return [
      {
        name: `batch of ${count} captured surfaces, --concurrency 2 ÷ 1`,
        value: two.ratio,
        unit: "×",
        aim: "≤ 0.6",
      },
      { name: "  --concurrency 1", value: two.b, unit: "s" },
      // One worker has more than one processor at work: V8 compiles and collects beside it. So on two, two can't halve the time.
      { name: "  processors at work with --concurrency 1", value: usedByOne, unit: `of ${cpus().length}` },
      { name: "  processors at work with --concurrency 2", value: usedByTwo, unit: `of ${cpus().length}` },
      {
        name: `batch of ${SURFACES} surfaces, peak memory of any process ÷ of ${SURFACES / 10}`,
        value: many / few,
        unit: "×",
        aim: "flat",
      },
      { name: `  peak memory over ${SURFACES}`, value: many, unit: "MB" },
      {
        name: `live batch of ${servers} servers ÷ sum of bare connect-and-list ÷ ${CONCURRENCY}`,
        value: seconds / (bare / CONCURRENCY),
        unit: "×",
        aim: "≤ 1.3",
      },
      { name: "  live batch", value: seconds, unit: "s" },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
