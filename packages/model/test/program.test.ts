import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type ProgramCall, runProgram } from "../src/programs/program.js";

const env = { PATH: process.env.PATH ?? "" };
const run = (script: string, options: Partial<ProgramCall> = {}) =>
  runProgram({
    file: process.execPath,
    args: ["-e", script],
    cwd: tmpdir(),
    env,
    input: "",
    timeoutMs: 10_000,
    ...options,
  });

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 40 && alive(pid); tries++) await sleep(50);
  return !alive(pid);
}

/** Starts a child that would sleep for a minute and writes its pid to `file`. */
const withChild = (file: string, then: string) => `
  const child = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { stdio: "inherit" });
  require("node:fs").writeFileSync(${JSON.stringify(file)}, String(child.pid));
  ${then}`;

async function pidFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "gradable-test-")), "pid");
}

test("a prompt of 2 MB goes through stdin and comes back whole, and argv holds none of it", async () => {
  const input = `${"é🙂".repeat(300_000)} end`;
  const result = await run("process.stdin.pipe(process.stdout)", { input });
  expect(result).toMatchObject({ ended: "itself", exitCode: 0 });
  expect(result.stdout).toBe(input);
});

test("a program that never reads its input is no failure of ours", async () => {
  const result = await run("console.log('answer')", { input: "x".repeat(3_000_000) });
  expect(result).toMatchObject({ ended: "itself", exitCode: 0, stdout: "answer\n" });
});

test("the environment is what was given and nothing else", async () => {
  const result = await run("console.log(Object.keys(process.env).sort().join())", {
    env: { ...env, A: "1" },
  });
  expect(result.stdout.trim()).toBe("A,PATH");
});

test("a deadline ends the whole group, children included", async () => {
  const file = await pidFile();
  const result = await run(withChild(file, "setTimeout(() => {}, 60000)"), { timeoutMs: 700 });
  expect(result.ended).toBe("timeout");
  expect(result.durationMs).toBeLessThan(3000);
  expect(await gone(Number(await readFile(file, "utf8")))).toBe(true);
});

test("a program that ignores SIGTERM is ended all the same", async () => {
  const result = await run("process.on('SIGTERM', () => {}); setTimeout(() => {}, 60000)", {
    timeoutMs: 500,
  });
  expect(result).toMatchObject({ ended: "timeout", signal: "SIGKILL" });
});

test("a child that outlives its program, holding its pipes, is ended and does not hold us up", async () => {
  const file = await pidFile();
  const result = await run(withChild(file, "console.log('done'); process.exit(0)"));
  expect(result).toMatchObject({ ended: "itself", exitCode: 0, stdout: "done\n" });
  expect(result.durationMs).toBeLessThan(3000);
  expect(await gone(Number(await readFile(file, "utf8")))).toBe(true);
});

test("an abort ends it, also one that came before the start", async () => {
  const controller = new AbortController();
  const running = run("setTimeout(() => {}, 60000)", { signal: controller.signal });
  setTimeout(() => controller.abort(), 300);
  expect((await running).ended).toBe("abort");
  expect((await run("setTimeout(() => {}, 60000)", { signal: controller.signal })).ended).toBe("abort");
});

test("a flood ends it", async () => {
  const result = await run("setInterval(() => process.stdout.write('x'.repeat(65536)), 1)", {
    maxStdoutBytes: 1_000_000,
  });
  expect(result.ended).toBe("overflow");
  expect(Buffer.byteLength(result.stdout)).toBeLessThanOrEqual(1_000_000);
});

test("stderr is kept as a tail only, and a flood of it does not block", async () => {
  const result = await run("process.stderr.write('y'.repeat(4_000_000) + 'last', () => process.exit(3))");
  expect(result).toMatchObject({ ended: "itself", exitCode: 3 });
  expect(result.stderrTail).toHaveLength(16 * 1024);
  expect(result.stderrTail.endsWith("last")).toBe(true);
});

test("a line may end it, seen across chunk borders", async () => {
  const script =
    "process.stdout.write('on'); setTimeout(() => process.stdout.write('e\\ntwo\\nthree'), 50); setTimeout(() => {}, 60000)";
  const result = await run(script, { stopAt: (line) => line === "two" });
  expect(result.ended).toBe("stopped");
  expect(result.stdout).toBe("one\ntwo\nthree");
});

test("a file that cannot be started is said to be so", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "gradable-test-")), "not-a-program");
  await writeFile(file, "#!/no/such/interpreter\n", { mode: 0o755 });
  const result = await run("", { file });
  expect(result.ended).toBe("not-started");
  expect(result.startError).toBeInstanceOf(Error);
});
