import type { CliIo } from "../src/io.js";

/** A CliIo that collects what is written. */
export function testIo(overrides: Partial<Pick<CliIo, "cwd" | "env" | "signal">> & { tty?: boolean } = {}) {
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") => ({
    write: (text: string) => {
      written[name] += text;
      return true;
    },
    isTTY: overrides.tty ?? false,
    columns: 100,
  });
  const io: CliIo = {
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    env: overrides.env ?? { PATH: process.env.PATH, HOME: process.env.HOME },
    cwd: overrides.cwd ?? process.cwd(),
    now: () => new Date("2026-01-31T12:00:00.000Z"),
    signal: overrides.signal ?? new AbortController().signal,
  };
  return { io, written };
}
