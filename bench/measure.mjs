// Shared by the benchmarks: whole processes timed from outside, medians, growth exponents.
import { spawn } from "node:child_process";

/** Runs a command once; resolves to wall seconds, exit code and peak memory in MB where the platform tells. */
export function once(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], ...options });
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr = (stderr + chunk).slice(-2000);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const seconds = (performance.now() - started) / 1000;
      if (code !== (options.expect ?? 0))
        reject(new Error(`${command} ${args.join(" ")} exited with ${code}: ${stderr}`));
      else resolve({ seconds, code, stderr });
    });
  });
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Runs A and B in turn (A B A B …, one uncounted round first) and resolves to the median of the ratios pair by pair. */
export async function ratio(runA, runB, rounds = 7) {
  await runA();
  await runB();
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const a = (await runA()).seconds;
    const b = (await runB()).seconds;
    pairs.push({ a, b });
  }
  return {
    ratio: median(pairs.map(({ a, b }) => a / b)),
    a: median(pairs.map(({ a }) => a)),
    b: median(pairs.map(({ b }) => b)),
  };
}

/** Slope of log(seconds) over log(size), by least squares. */
export function growthExponent(points) {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ seconds }) => Math.log(seconds));
  const mx = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const my = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  return (
    xs.reduce((sum, x, i) => sum + (x - mx) * (ys[i] - my), 0) / xs.reduce((sum, x) => sum + (x - mx) ** 2, 0)
  );
}
