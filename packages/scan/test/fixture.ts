import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { GradableError } from "@gradable/contract";
import { onTestFinished } from "vitest";
import type { ScanOptions } from "../src/options.js";
import { type Scan, scan } from "../src/scan.js";

/**
 * surfaceSha256 of what most fixtures declare (`TOOLS` in fixtures/wire.mjs without `_meta`): sha256 of its canonical JSON,
 * computed with another program.
 */
export const WELL_BEHAVED_SHA256 = "7f643e2b77214603c6acbcf92f75cd91715792a07349937686040d8e870356d7";

export const FIXTURES = fileURLToPath(new URL("fixtures/", import.meta.url));

/** The command line that starts a fixture server. */
export function fixture(name: string, ...args: string[]): string {
  return [process.execPath, path.join(FIXTURES, `${name}.mjs`), ...args].map((word) => `"${word}"`).join(" ");
}

export function scanOptions(options: Partial<ScanOptions> = {}): ScanOptions {
  return { cwd: FIXTURES, callerEnv: process.env, timeoutMs: 10_000, ...options };
}

/** Scans, and closes when the test ends. */
export async function scanned(target: string, options: Partial<ScanOptions> = {}): Promise<Scan> {
  const result = await scan(target, scanOptions(options));
  onTestFinished(async () => void (await result.close()));
  return result;
}

/** The error a scan ends with; fails the test when it does not. */
export async function failure(target: string, options: Partial<ScanOptions> = {}): Promise<GradableError> {
  try {
    await (await scan(target, scanOptions(options))).close();
  } catch (error) {
    return error as GradableError;
  }
  throw new Error("the scan succeeded");
}

/** A file that exists until the test ends. */
export async function temporary(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "gradable-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}
