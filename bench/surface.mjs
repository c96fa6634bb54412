// Tasks, selection and analysis on a large surface: seconds, peak memory, and how both grow with the number of tools.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { growthExponent } from "./measure.mjs";

const worker = fileURLToPath(new URL("./surface-worker.mjs", import.meta.url));
const largest = fileURLToPath(new URL("../../shared/corpus/surfaces/0nmcp.json", import.meta.url));

export async function bench() {
  const rows = [];
  if (existsSync(largest)) {
    const { seconds, peakMB } = measure(["file", largest]);
    rows.push({
      name: "tasks + selection + analysis, 1,083 tools (755 KB)",
      value: seconds,
      unit: "s",
      aim: "≤ 5 s",
    });
    rows.push({ name: "  peak memory", value: peakMB, unit: "MB", aim: "≤ 400 MB" });
  } else {
    rows.push({
      name: "tasks + selection + analysis, 1,083 tools: the corpus is not here",
      value: "skipped",
    });
  }
  const points = [100, 1000, 5000].map((size) => ({ size, ...measure(["synthetic", String(size)]) }));
  for (const { size, seconds } of points)
    rows.push({ name: `  ${size} synthetic tools`, value: seconds, unit: "s" });
  rows.push({
    name: "growth exponent, 100 → 1,000 → 5,000 tools",
    value: growthExponent(points),
    unit: "",
    aim: "≤ 1.2",
  });
  return rows;
}

function measure(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [worker, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 24,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
