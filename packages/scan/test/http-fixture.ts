import { spawn } from "node:child_process";
import path from "node:path";
import { onTestFinished } from "vitest";
import { FIXTURES } from "./fixture.js";

/** Starts an HTTP fixture server on a free port of the loopback address and ends it with the test. */
export async function startHttp(name: string): Promise<string> {
  const child = spawn(process.execPath, [path.join(FIXTURES, `${name}.mjs`)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim()));
    child.once("exit", () => reject(new Error(`${name} ended`)));
  });
  return `http://127.0.0.1:${port}`;
}
