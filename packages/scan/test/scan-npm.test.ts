import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { failure, scanned, temporary } from "./fixture.js";
import { fakeNpm } from "./npm-fixture.js";
import { processesWith } from "./processes.js";

const TARGET = "npm:@acme/notes@1.2.3";
const WITHOUT_SCRIPTS = "install @acme/notes@1.2.3 without scripts";

describe("an npm package", () => {
  it("is installed without its scripts, once, and started with node", async () => {
    const npm = fakeNpm();
    const first = await scanned(`${TARGET} --flag "a b"`, npm.options());
    expect(first.surface.target).toEqual({
      kind: "npm",
      label: `${TARGET} --flag "a b"`,
      npm: { name: "@acme/notes", version: "1.2.3", bin: "notes" },
    });
    expect(first.timings.installMs).toBeGreaterThan(0);
    const second = await scanned(TARGET, npm.options());
    expect(second.surface.surfaceSha256).toBe(first.surface.surfaceSha256);
    expect(npm.calls()).toEqual([WITHOUT_SCRIPTS]);
  });

  it("may take longer to install than the handshake may take", async () => {
    const npm = fakeNpm();
    const { timings } = await scanned(TARGET, { ...npm.options({ sleep: 4000 }), timeoutMs: 3500 });
    expect(timings.installMs).toBeGreaterThan(3900);
  });

  it("that installs too slowly is a failure of the install phase, and leaves nothing behind", async () => {
    const npm = fakeNpm();
    const error = await failure(TARGET, { ...npm.options({ sleep: 20_000 }), installTimeoutMs: 800 });
    expect(error).toMatchObject({ code: "npm-install-timeout", owner: "environment", stage: "install" });
    expect(error.message).toContain("longer than 0.8 s (phase: install)");
    expect(readdirSync(path.join(npm.cacheDir, "npm"))).toEqual([]);
    expect(processesWith(npm.cacheDir)).toEqual([]);
    await scanned(TARGET, npm.options());
  });

  it("is installed once for scans that run at the same time", async () => {
    const npm = fakeNpm();
    const scans = [1, 2, 3].map(() => scanned(TARGET, npm.options({ sleep: 500 })));
    for (const { surface } of await Promise.all(scans)) expect(surface.tools).toHaveLength(2);
    expect(npm.calls()).toEqual([WITHOUT_SCRIPTS]);
  });

  it("is not blocked by the lock of a process that has gone", async () => {
    const npm = fakeNpm();
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 800);
    expect(await failure(TARGET, { ...npm.options({ sleep: 20_000 }), signal: cancel.signal })).toMatchObject(
      { code: "cancelled" },
    );
    const base = path.join(npm.cacheDir, "npm");
    expect(readdirSync(base)).toEqual([]);
    await scanned(TARGET, npm.options());
    const [installed = ""] = readdirSync(base);
    const npm2 = fakeNpm();
    mkdirSync(path.join(npm2.cacheDir, "npm"), { recursive: true });
    const lock = path.join(npm2.cacheDir, "npm", `${installed}.lock`);
    // No process has the highest id.
    writeFileSync(lock, JSON.stringify({ pid: 2 ** 22, host: os.hostname() }));
    await scanned(TARGET, { ...npm2.options(), installTimeoutMs: 10_000 });
  });

  it("without an exact version is looked up each time, and installed once", async () => {
    const npm = fakeNpm();
    await scanned("npm:@acme/notes", npm.options());
    const { surface } = await scanned("npm:@acme/notes@^1", npm.options({ version: '["1.0.0","1.2.3"]' }));
    expect(surface.target.npm?.version).toBe("1.2.3");
    expect(npm.calls().map((call) => call.split(" ")[0])).toEqual(["view", "install", "view"]);
  });

  it.each([
    ["E404", "npm-package-unknown", /The registry has no "@acme\/notes@1\.2\.3"/],
    ["ETARGET", "npm-package-unknown", /The registry has no/],
    ["ENOTFOUND", "npm-install-failed", /exit code 1\): code ENOTFOUND \| something went wrong$/],
  ])("cannot be installed: %s", async (fail, code, message) => {
    const error = await failure(TARGET, fakeNpm().options({ fail }));
    expect(error).toMatchObject({ code, owner: "environment", stage: "install" });
    expect(error.message).toMatch(message);
  });

  it("has no version that fits", async () => {
    const error = await failure("npm:@acme/notes@^9", fakeNpm().options({ version: "" }));
    expect(error).toMatchObject({ code: "npm-package-unknown" });
  });

  it("needs npm, and a cache that can be written", async () => {
    const nowhere = { ...process.env, PATH: "/nowhere" };
    const cacheDir = fakeNpm().cacheDir;
    expect(await failure(TARGET, { callerEnv: nowhere, cacheDir })).toMatchObject({
      code: "npm-unavailable",
    });
    const file = await temporary("cache", "");
    expect(await failure(TARGET, { cacheDir: file })).toMatchObject({
      code: "cache-unwritable",
      owner: "environment",
      facts: { reason: "ENOTDIR" },
    });
  });
});

describe("the command of a package", () => {
  const two = { notes2: "cli.mjs", other: "wire.mjs" };
  it("is the one chosen, or the only one that speaks of mcp", async () => {
    const npm = fakeNpm({ manifest: { bin: two } });
    const { surface } = await scanned(`${TARGET}#notes2`, npm.options());
    expect(surface.target).toMatchObject({ label: `${TARGET}#notes2`, npm: { bin: "notes2" } });
    const speaking = fakeNpm({ manifest: { bin: { "acme-mcp": "cli.mjs", acme: "wire.mjs" } } });
    expect((await scanned(TARGET, speaking.options())).surface.target.npm?.bin).toBe("acme-mcp");
    const text = fakeNpm({ manifest: { bin: "./cli.mjs" } });
    expect((await scanned(TARGET, text.options())).surface.target.npm?.bin).toBe("notes");
  });

  it.each([
    ["", two, "npm-bin-ambiguous", /notes2, other/],
    ["#third", two, "npm-bin-unknown", /no command "third"; it has: notes2, other/],
    ["", undefined, "npm-no-bin", /names no usable bin/],
    ["", { notes: "missing.mjs" }, "npm-no-bin", /names no usable bin/],
    ["", { notes: "../../../../cli.mjs" }, "npm-no-bin", /names no usable bin/],
  ])("cannot be told: %s %j", async (chosen, bin, code, message) => {
    const error = await failure(`${TARGET}${chosen}`, fakeNpm({ manifest: { bin } }).options());
    expect(error).toMatchObject({ code, stage: "install" });
    expect(error.message).toMatch(message);
  });

  it("may ask for flags of node in its first line, or for another interpreter", async () => {
    const files = {
      "cli.mjs":
        '#!/usr/bin/env -S node --no-warnings\nif (process.execArgv[0] !== "--no-warnings") process.exit(9);\nawait import("./wire.mjs").then(({ serve }) => serve());\n',
    };
    await scanned(TARGET, fakeNpm({ files }).options());
    const script = { "cli.sh": '#!/bin/sh\nexec node "$(dirname "$0")/cli.mjs"\n' };
    await scanned(TARGET, fakeNpm({ manifest: { bin: { notes: "cli.sh" } }, files: script }).options());
  });
});

it("names no folder of this machine when a package fails", async () => {
  const files = {
    "cli.mjs":
      'import { fileURLToPath } from "node:url";\nconst home = process.env.HOME;\nconsole.error("Error: " + fileURLToPath(import.meta.url) + " wants " + home + "/.notesrc, not " + home + "2 or /srv" + home);\nprocess.exit(1);\n',
  };
  const npm = fakeNpm({ files });
  const options = npm.options();
  const home = path.join(npm.packageDir, "home");
  const error = await failure(TARGET, { ...options, callerEnv: { ...options.callerEnv, HOME: home } });
  const said = `Error: {install}/node_modules/@acme/notes/cli.mjs wants ~/.notesrc, not ${home}2 or /srv${home}`;
  expect(error.message).toContain(said);
  expect(error.facts.stderr).toBe(said);
  expect(error.partial?.stderrTail).toBe(`${said}\n`);
});

describe("install scripts", () => {
  const needy = {
    manifest: { scripts: { install: "node-gyp rebuild" } },
    files: {
      "cli.mjs":
        'import { existsSync } from "node:fs";\nimport { serve } from "./wire.mjs";\nif (!existsSync(new URL("built", import.meta.url))) {\n  console.error("native addon missing");\n  process.exit(1);\n}\nserve();\n',
    },
  };

  it("are not run, and are named when the server does not start", async () => {
    const npm = fakeNpm(needy);
    const error = await failure(TARGET, npm.options());
    expect(error).toMatchObject({
      code: "install-scripts-not-run",
      owner: "environment",
      stage: "handshake",
    });
    expect(error.message).toMatch(
      /install scripts of its package were not run.* Its stderr says: native addon missing/,
    );
    expect(error.hint).toContain("--allow-install-scripts");
    expect(npm.calls()).toEqual([WITHOUT_SCRIPTS]);
  });

  it("are run where that is allowed and needed, which is reported", async () => {
    const npm = fakeNpm(needy);
    const { surface } = await scanned(TARGET, { ...npm.options(), allowInstallScripts: true });
    expect(surface.observations).toEqual([{ id: "install-script-needed", count: 1, facts: {} }]);
    expect(npm.calls()).toEqual([WITHOUT_SCRIPTS, "install @acme/notes@1.2.3 with scripts"]);
  });

  it("are not run where they are allowed and not needed", async () => {
    const npm = fakeNpm({ manifest: { scripts: { install: "x" } } });
    const { surface } = await scanned(TARGET, { ...npm.options(), allowInstallScripts: true });
    expect(surface.observations).toEqual([]);
    expect(npm.calls()).toEqual([WITHOUT_SCRIPTS]);
  });
});

it("installs a packed file with the real npm, without a network", async () => {
  const npm = fakeNpm();
  const { stdout } = await promisify(execFile)("npm", ["pack", "--silent"], { cwd: npm.packageDir });
  const packed = path.join(npm.packageDir, stdout.trim());
  const options = {
    cacheDir: npm.cacheDir,
    callerEnv: { ...process.env, npm_config_registry: "http://127.0.0.1:9/" },
  };
  const { surface } = await scanned(`npm:${packed}`, options);
  expect(surface.target.npm).toEqual({ name: "@acme/notes", version: "1.2.3", bin: "notes" });
  expect(surface.tools).toHaveLength(2);
}, 60_000);
