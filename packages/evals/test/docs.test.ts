import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { checkTable, withCheckTable } from "../src/checks/generated-docs.js";
import { evalRunSchema } from "../src/run/eval-run.js";
import { type StubEndpoint, stubEndpoint } from "./stub-endpoint.js";

const repository = new URL("../../../", import.meta.url).pathname;
const page = await readFile(join(repository, "docs/evals.md"), "utf8");
const scratch = await mkdtemp(join(repository, "packages/evals/test/scratch-"));
const home = process.cwd();
let endpoint: StubEndpoint | undefined;
afterEach(async () => {
  process.chdir(home);
  vi.restoreAllMocks();
  await endpoint?.close();
  endpoint = undefined;
});
afterAll(() => rm(scratch, { recursive: true }));

/** Runs a module as a program in a directory of its own, and returns what it printed. */
async function runModule(name: string, source: string): Promise<string[]> {
  const directory = join(scratch, name.replace(/\W+/g, "-"));
  await mkdir(directory);
  await writeFile(join(directory, name), source);
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...args: unknown[]) => void printed.push(args.join(" ")));
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void printed.push(args.join(" ")));
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  process.chdir(directory);
  try {
    await import(/* @vite-ignore */ join(directory, name));
  } finally {
    vi.restoreAllMocks();
  }
  return printed;
}

describe("docs/evals.md", () => {
  it("the five-minute start runs as printed, and prints what the page says", async () => {
    const source = /```js file=shop\.eval\.mjs\n([\s\S]*?)```/.exec(page)?.[1] as string;
    const output = /```text output=shop\.eval\.mjs\n([\s\S]*?)```/.exec(page)?.[1] as string;
    const printed = await runModule("shop.eval.mjs", source);
    expect(printed.join("\n").trimEnd()).toBe(output.trimEnd());
    expect((await readdir("evals")).sort()).toEqual(["shop.json", "shop.junit.xml"]);
    expect(evalRunSchema.safeParse(JSON.parse(await readFile("evals/shop.json", "utf8"))).success).toBe(true);
    expect(await readFile("evals/shop.junit.xml", "utf8")).toContain('failures="2"');
  });
  it("has a row for every check, as the code declares them", () => {
    expect(page).toContain(checkTable());
    expect(withCheckTable(page, checkTable())).toBe(page);
    expect(withCheckTable("no markers", checkTable())).toBe("no markers");
  });
});

const seeds = join(repository, "../shared/seeds");
const seed = existsSync(seeds) ? (await readdir(seeds)).find((name) => name.startsWith("002")) : undefined;

// The published example, with our import path. Its test expects no calls, so `precision()` says so, as the same page
// warns; with one expectation added, it runs to its last line.
describe.skipIf(seed === undefined)("the complete example of the public API page", () => {
  async function example(): Promise<string> {
    const text = await readFile(join(seeds, seed as string), "utf8");
    const source = /## Complete Example[\s\S]*?```typescript[^\n]*\n([\s\S]*?)```/.exec(text)?.[1] as string;
    return `${source.replace('"@mcpjam/sdk"', '"@gradable/evals"')}\nawait main();\n`;
  }
  async function run(name: string, source: string): Promise<{ printed: string[]; error: unknown }> {
    endpoint = await stubEndpoint((request) =>
      JSON.stringify(request.messages).includes("tool_result")
        ? { text: "5" }
        : { calls: [{ name: "add", args: { a: 2, b: 3 } }] },
    );
    vi.stubEnv("ANTHROPIC_BASE_URL", endpoint.url);
    vi.stubEnv("ANTHROPIC_API_KEY", "test-key");
    const printed: string[] = [];
    try {
      printed.push(...(await runModule(name, source)));
      return { printed, error: undefined };
    } catch (error) {
      return { printed, error };
    } finally {
      vi.unstubAllEnvs();
    }
  }

  it("runs to its metrics, and says why precision() has none", async () => {
    const { error } = await run("example.mjs", await example());
    expect((error as Error).message).toMatch(/precision\(\) needs expected tool calls/);
    expect(endpoint?.requests.length).toBeGreaterThanOrEqual(60);
    expect(endpoint?.requests[0]?.body).toMatchObject({ model: "claude-sonnet-5", stream: true });
  }, 60_000);
  it("runs to its last line with the expectation it measures", async () => {
    const source = (await example()).replace(
      'name: "addition",',
      'name: "addition",\n    expectedToolCalls: [{ toolName: "add" }],',
    );
    const { printed, error } = await run("example-expecting.mjs", source);
    expect(error).toBeUndefined();
    const text = printed.join("\n");
    expect(text).toContain("30/30");
    expect(text).toContain("Accuracy: 100.0%");
    expect(text).toContain("Precision: 100.0%");
    expect(text).toContain("Recall: 100.0%");
    expect(text).toContain("Successes: 30");
  }, 60_000);
});

it("the package loads no model library until one is asked", async () => {
  // Only a fresh process can tell; the built package is there after `npm run build`.
  const built = join(repository, "packages/evals/dist/index.js");
  if (!existsSync(built)) return;
  const script = `import { createRequire } from "node:module"; await import(${JSON.stringify(built)}); const loaded = process.moduleLoadList.join(); console.log(Object.keys(createRequire(import.meta.url).cache).length, /undici/.test(loaded));`;
  const loaded = await new Promise<string>((resolve, reject) =>
    execFile(
      process.execPath,
      ["--input-type=module", "--eval", `${traceImports}\n${script}`],
      { cwd: repository },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    ),
  );
  expect(loaded).not.toMatch(/ai-sdk|node_modules\/ai\/|modelcontextprotocol/);
});

const traceImports = `
import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent("export async function load(url, context, next) { if (/node_modules/.test(url)) { const fs = await import('node:fs'); fs.writeSync(1, url + '\\\\n'); } return next(url, context); }"));
`;
