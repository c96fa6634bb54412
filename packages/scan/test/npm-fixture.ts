import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { ScanOptions } from "../src/options.js";
import { FIXTURES } from "./fixture.js";

/** A package to install: its manifest beside a server that behaves well, as `cli.mjs`, and what else is given. */
export interface FakePackage {
  readonly manifest?: Record<string, unknown>;
  readonly files?: Readonly<Record<string, string>>;
}

export interface FakeNpm {
  /** Options that make a scan use the fake npm and a cache of the test's own. */
  options(settings?: { sleep?: number; fail?: string; version?: string }): Partial<ScanOptions>;
  /** One line for each call of npm. */
  calls(): string[];
  readonly cacheDir: string;
  readonly packageDir: string;
}

export function fakeNpm(fake: FakePackage = {}): FakeNpm {
  const folder = mkdtempSync(path.join(os.tmpdir(), "gradable-npm-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const packageDir = path.join(folder, "package");
  mkdirSync(packageDir);
  const manifest = { name: "@acme/notes", version: "1.2.3", bin: { notes: "cli.mjs" }, ...fake.manifest };
  writeFileSync(path.join(packageDir, "package.json"), JSON.stringify(manifest));
  cpSync(path.join(FIXTURES, "well-behaved.mjs"), path.join(packageDir, "cli.mjs"));
  cpSync(path.join(FIXTURES, "wire.mjs"), path.join(packageDir, "wire.mjs"));
  for (const [name, content] of Object.entries(fake.files ?? {}))
    writeFileSync(path.join(packageDir, name), content);
  const log = path.join(folder, "log");
  const cacheDir = path.join(folder, "cache");
  return {
    packageDir,
    cacheDir,
    calls: () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : []),
    options: ({ sleep = 0, fail = "", version = '"1.2.3"' } = {}) => ({
      cacheDir,
      callerEnv: {
        ...process.env,
        PATH: `${path.join(FIXTURES, "fake-npm")}:${process.env.PATH}`,
        npm_config_fake_log: log,
        npm_config_fake_package: packageDir,
        npm_config_fake_sleep: String(sleep),
        npm_config_fake_fail: fail,
        npm_config_fake_version: version,
      },
    }),
  };
}
