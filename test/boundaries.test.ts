import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Who may import whom: the table of CONTRIBUTING, leftwards only. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  chain: [],
  contract: ["chain"],
  host: ["contract"],
  schema: ["contract"],
  scan: ["contract", "host", "schema"],
  score: ["chain", "contract"],
  intent: ["contract", "schema"],
  model: ["contract", "host"],
  tasks: ["contract", "schema", "intent", "model"],
  judge: ["contract", "schema", "intent", "model"],
  analyze: ["contract", "schema", "intent", "model"],
  run: [
    "chain",
    "contract",
    "host",
    "schema",
    "scan",
    "score",
    "intent",
    "model",
    "tasks",
    "judge",
    "analyze",
  ],
  insight: ["chain", "contract", "score"],
  render: ["chain", "contract", "score", "insight"],
  evals: ["chain", "contract", "host", "schema", "model", "judge"],
  cli: [
    "chain",
    "contract",
    "host",
    "schema",
    "scan",
    "score",
    "intent",
    "model",
    "tasks",
    "judge",
    "analyze",
    "run",
    "insight",
    "render",
    "evals",
  ],
};

/** Packages that must run in a browser, so nothing of Node's. */
const BROWSER_SAFE = new Set(["chain"]);

const packages = readdirSync(join(root, "packages")).filter((name) =>
  existsSync(join(root, "packages", name, "package.json")),
);

function sources(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(directory, file));
}

/** Every module specifier of static imports, re-exports and dynamic imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const pattern =
    /(?:^|\n)\s*(?:import|export)\b[^"';]*?\bfrom\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']|\b(?:require|createRequire)(?:\(import\.meta\.url\))?(?:\.resolve)?\(\s*["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4]) as string);
}

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

describe.each(packages)("package %s", (name) => {
  const folder = join(root, "packages", name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
    name: string;
  };
  const declared = new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    // Types are gone when the package runs.
    ...Object.keys(manifest.devDependencies ?? {}).filter((dependency) => dependency.startsWith("@types/")),
    manifest.name,
  ]);
  const files = sources(join(folder, "src"));
  const imports = files.flatMap((file) => importsOf(file).map((specifier) => ({ file, specifier })));

  it("is in the table of who may import whom", () => {
    expect(Object.keys(MAY_IMPORT)).toContain(name);
  });

  it("imports only siblings to its left", () => {
    const wrong = imports.filter(
      ({ specifier }) =>
        specifier.startsWith("@gradable/") &&
        !MAY_IMPORT[name]?.includes(packageOf(specifier).slice("@gradable/".length)),
    );
    expect(wrong).toEqual([]);
  });

  it("declares everything it imports, and reaches siblings by name", () => {
    const builtin = new Set(builtinModules);
    const wrong = imports.filter(({ file, specifier }) => {
      if (specifier.startsWith(".")) return !join(file, "..", specifier).startsWith(join(folder, "/"));
      if (specifier.startsWith("node:")) return false;
      const name = packageOf(specifier);
      return builtin.has(specifier) || !(declared.has(name) || declared.has(`@types/${name}`));
    });
    expect(wrong).toEqual([]);
  });

  it("uses what it declares", () => {
    const used = new Set(imports.map(({ specifier }) => packageOf(specifier)));
    // The bundled command line holds the code of its siblings, and loads what stands beside it: what scripts/bundle.mjs leaves out.
    if (name === "cli") used.add("tiktoken");
    const unused = Object.keys(manifest.dependencies ?? {}).filter(
      (dependency) => !used.has(dependency.replace(/^@types\//, "")),
    );
    expect(unused).toEqual([]);
  });

  it("pins every dependency to one version", () => {
    for (const version of Object.values(manifest.dependencies ?? {}))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it.runIf(BROWSER_SAFE.has(name))("has nothing of Node's", () => {
    expect(imports.filter(({ specifier }) => specifier.startsWith("node:"))).toEqual([]);
  });
});
