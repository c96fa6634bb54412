// What driving a model costs beyond the model: a server that answers after exactly 200 ms, asked through the
// `command` adapter.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judge } from "@gradable/judge";
import { estimateTokenizer } from "@gradable/model/tokens";
import { createJudge } from "@gradable/run/prompted";
import { median, once, ratio } from "./measure.mjs";
import { officeSurface } from "./prompted-surface.mjs";

const LATENCY_MS = 200;
const TASKS = 200;
const CONCURRENCY = 8;
const file = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * A program that posts its input and prints the answer: curl, which starts in a few ms, or the same in node.
 */
function client(url) {
  if (spawnSync("curl", ["--version"]).status === 0) return ["curl", "-sS", "--data-binary", "@-", url];
  const post = `let s = []; process.stdin.on("data", (d) => s.push(d)).on("end", async () => {
    process.stdout.write(await (await fetch(${JSON.stringify(url)}, { method: "POST", body: Buffer.concat(s) })).text()); });`;
  return [process.execPath, "-e", post];
}

/** The same program started without us, prompt in, answer out; resolves to its wall time in ms. */
function bare([program, ...args], input) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    child.on("error", reject);
    child.stdout.resume();
    child.on("close", (code) =>
      code === 0 ? resolve(performance.now() - started) : reject(new Error(`exit ${code}`)),
    );
    child.stdin.end(input);
  });
}

export async function bench() {
  const stub = spawn(process.execPath, [file("./prompted-stub.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const folder = mkdtempSync(join(tmpdir(), "gradable-bench-"));
  try {
    const port = await new Promise((resolve) =>
      stub.stdout.once("data", (data) => resolve(Number(String(data)))),
    );
    const slow = client(`http://127.0.0.1:${port}/${LATENCY_MS}`);
    const quick = client(`http://127.0.0.1:${port}/0`);
    return [
      ...(await selectionRows(slow, quick)),
      ...(await overheadRows(quick)),
      ...(await cachedRows(quick, folder)),
    ];
  } finally {
    stub.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 200 tasks on a surface of 100 tools, 8 at once, no cache. */
async function selectionRows(slow, quick) {
  const surface = officeSurface(TASKS / 2);
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    id: `t${index}`,
    tool: `handle_matter_${index >> 1}`,
    prompt: `Could you look after file AB${index >> 1} ${index % 2 ? "today" : "tomorrow"}?`,
    expectedArguments: {},
    destructive: false,
    origin: "supplied",
  }));
  const walls = [];
  for (let round = 0; round < 3; round++) {
    const judged = await createJudge({
      cli: "command",
      command: slow,
      cacheDir: null,
      concurrency: CONCURRENCY,
      env: process.env,
    });
    const started = performance.now();
    const { trials } = await judge({
      surface,
      tasks,
      kind: "baseline",
      selector: judged.selector,
      tokenizer: estimateTokenizer,
      concurrency: CONCURRENCY,
    });
    walls.push(performance.now() - started);
    await judged.close();
    const wrong = trials.find(({ selected }, index) => selected !== tasks[index].tool);
    if (wrong) throw new Error(`trial ${wrong.taskId}: ${wrong.error?.message ?? wrong.selected}`);
  }
  const starts = [];
  for (let n = 0; n < 20; n++) starts.push(await bare(quick, "x".repeat(20_000)));
  const ideal = Math.ceil(TASKS / CONCURRENCY) * (LATENCY_MS + median(starts));
  return [
    {
      name: `prompted: ${TASKS} tasks, ${CONCURRENCY} at once, ${LATENCY_MS} ms a call: wall ÷ ideal`,
      value: median(walls) / ideal,
      unit: "×",
      aim: "≤ 1.15",
    },
    {
      name: `  wall (ideal: ${(ideal / 1000).toFixed(2)} s, of it ${median(starts).toFixed(0)} ms a call for the child's own start)`,
      value: median(walls) / 1000,
      unit: "s",
    },
  ];
}

/** One call after another, through the adapter and without it, in turn. */
async function overheadRows(quick) {
  const judged = await createJudge({
    cli: "command",
    command: quick,
    cacheDir: null,
    concurrency: 1,
    env: process.env,
  });
  const ours = [];
  const theirs = [];
  for (let n = 0; n < 60; n++) {
    const prompt = `{"action":"call" file AB${n} ${"x".repeat(20_000)}`;
    theirs.push(await bare(quick, prompt));
    const started = performance.now();
    await judged.model.ask({ prompt, trial: 0 });
    ours.push(performance.now() - started);
  }
  await judged.close();
  const overhead = median(ours.slice(10).map((ms, index) => ms - theirs[index + 10]));
  return [
    { name: "  overhead of a call beyond the child's own run", value: overhead, unit: "ms", aim: "≤ 10 ms" },
  ];
}

/** Whole processes: the same scan again, all of it in the cache, and the embedded judge's. */
async function cachedRows(quick, folder) {
  const worker = file("./prompted-worker.mjs");
  const cached = () => once(process.execPath, [worker, "prompted", folder, ...quick]);
  const embedded = () => once(process.execPath, [worker, "embedded"]);
  const { ratio: value, a, b } = await ratio(cached, embedded, 5);
  return [
    { name: "  fully cached re-scan of 100 tools ÷ the embedded scan", value, unit: "×", aim: "≤ 1.5" },
    { name: `  cached ${a.toFixed(2)} s, embedded`, value: b, unit: "s" },
  ];
}
