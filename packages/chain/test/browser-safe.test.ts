import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { build, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";
import { browserProbe } from "./browser-probe.js";

const source = fileURLToPath(new URL("../src/", import.meta.url));
const sourceFiles = async () =>
  (await readdir(source, { recursive: true })).filter((file) => file.endsWith(".ts"));
const FLAGS: string[] = JSON.parse(
  readFileSync(new URL("../../../test/chromium-flags.json", import.meta.url), "utf8"),
);
const chromium = process.env.GRADABLE_CHROMIUM ?? "/usr/bin/chromium";

/** The whole package and the probe as one script for a browser, and everything it imports that is not bundled. */
async function bundle(): Promise<{ code: string; imports: string[] }> {
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: { entry: `${source}index.ts`, formats: ["iife"], name: "chain" },
    },
  })) as Rolldown.RolldownOutput[];
  const chunks = built.flatMap(({ output }) => output).filter((file) => file.type === "chunk");
  return {
    code: chunks.map(({ code }) => code).join("\n"),
    imports: chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]),
  };
}

describe("the package in a browser", () => {
  it("imports only zod and its own files", async () => {
    for (const file of await sourceFiles()) {
      const text = await readFile(`${source}${file}`, "utf8");
      for (const [, from] of text.matchAll(/from "([^"]+)"/g))
        expect(from).toMatch(/^(?:\.\.?\/[\w/-]+\.js|zod)$/);
    }
  });

  it("reads no clock, no randomness, no network and no process", async () => {
    for (const file of await sourceFiles()) {
      const text = await readFile(`${source}${file}`, "utf8");
      expect(text).not.toMatch(
        /Date\.now|new Date|Math\.random|performance\.|fetch\(|\bprocess\.|\bBuffer\b|crypto\./,
      );
    }
  });

  it("bundles into one script without Node built-ins, and works where there is no Node", async () => {
    const { code, imports } = await bundle();
    expect(imports).toEqual([]);
    for (const builtin of builtinModules) expect(code).not.toContain(`"node:${builtin}"`);
    expect(code).not.toMatch(/\brequire\(/);
    // A context with nothing in it but what every browser has.
    const result: unknown = runInNewContext(`${code}\n(${browserProbe.toString()})(chain)`, { TextEncoder });
    expect(JSON.parse(String(result))).toEqual(JSON.parse(browserProbe(await import("@gradable/chain"))));
  });

  it.skipIf(!existsSync(chromium))(
    `gives the same answers in headless Chromium (needs ${chromium}; set GRADABLE_CHROMIUM to another path)`,
    async () => {
      const { chromium: browserType } = await import("playwright-core");
      const { code } = await bundle();
      const browser = await browserType.launch({
        executablePath: chromium,
        args: FLAGS,
      });
      try {
        const page = await browser.newPage();
        await page.addScriptTag({ content: code });
        const result = await page.evaluate(`(${browserProbe.toString()})(chain)`);
        expect(JSON.parse(String(result))).toEqual(JSON.parse(browserProbe(await import("@gradable/chain"))));
      } finally {
        await browser.close();
      }
    },
    60_000,
  );
});
