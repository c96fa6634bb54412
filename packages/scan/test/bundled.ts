import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { onTestFinished } from "vitest";

/** This package as one plain script, for tests that need a process of their own: Node 20 runs no TypeScript. */
export async function bundled(): Promise<string> {
  const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url));
  const folder = await mkdtemp(path.join(os.tmpdir(), "gradable-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const conditions = ["@gradable/source"];
  await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions },
    ssr: { noExternal: [/^@gradable\//, "zod"], resolve: { conditions } },
    build: { ssr: entry, outDir: path.join(folder, "dist"), emptyOutDir: false },
  });
  await writeFile(path.join(folder, "package.json"), '{"type":"module","version":"0.0.0"}');
  return path.join(folder, "dist", "index.js");
}
