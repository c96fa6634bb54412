import "./wasm-tiering.js";
import { cli } from "./cli.js";

// A reader that closes early (`| head`) ends our output, not with a stack trace.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
    if (stream === process.stdout)
      process.stderr.write(`gradable: what was asked for could not be printed (${error.code})\n`);
    process.exit(2);
  });
}

const interrupt = new AbortController();
let interrupts = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The second time means now: the exit hooks of the scan still end the server's processes.
    if (++interrupts > 1) process.exit(130);
    interrupt.abort(signal);
  });
}

process.exitCode = await cli(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
  signal: interrupt.signal,
});
// Handles that a library left open must not keep a finished command alive; output is flushed first.
if (process.stdout.writableLength > 0)
  await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
// A write that failed is told a moment later.
await new Promise((resolve) => setImmediate(resolve));
process.exit();
