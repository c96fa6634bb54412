// Bundles the command line (packages/cli/bundle) from what `tsc -b` compiled: some thirty files are read at a start instead of some
// five hundred. Packages that read files of their own beside their code are told where that code stands unbundled.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "packages/cli");
const out = join(cli, "bundle");
/** Each runs as a process or thread of its own. */
const ENTRIES = ["main", "batch-worker", "entry-worker"];
/** Loads its WebAssembly from the folder it stands in. */
const LEFT_OUT = ["tiktoken"];
/** Asks where it stands, and needs it for no file of its own. */
const MOVABLE = new Set(["yargs-parser"]);
const LICENCES = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"]);

const packages = new Map();
/** The package that a file belongs to: the nearest folder above it whose package.json has a name. */
function packageOf(file) {
  for (let folder = dirname(file); folder.startsWith(root.slice(0, -1)); folder = dirname(folder)) {
    if (!packages.has(folder)) {
      let manifest;
      try {
        manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      } catch {}
      packages.set(folder, manifest?.name === undefined ? undefined : { folder, manifest });
    }
    const found = packages.get(folder);
    if (found !== undefined) return found;
  }
  throw new Error(`${file} belongs to no package below ${root}`);
}

const { dependencies } = packageOf(join(cli, "index.js")).manifest;
const ownPlace = {
  name: "own-place",
  transform(code, id) {
    // The bundle stands where the command line's own code stands, one folder below its package.json.
    if (!code.includes("import.meta.url") || !id.startsWith(root) || id.startsWith(cli + sep)) return null;
    const { name } = packageOf(id).manifest;
    if (MOVABLE.has(name)) return null;
    if (dependencies[name] === undefined) {
      throw new Error(`${id} asks where it stands, so ${name} must be a dependency of ${cli}`);
    }
    const entry = fileURLToPath(import.meta.resolve(name));
    const path = relative(dirname(entry), id).split(sep).join("/");
    return code.replaceAll(
      "import.meta.url",
      `new URL(${JSON.stringify(path.startsWith(".") ? path : `./${path}`)}, import.meta.resolve(${JSON.stringify(name)})).href`,
    );
  },
};

const build = await rolldown({
  input: Object.fromEntries(ENTRIES.map((name) => [name, join(cli, `dist/${name}.js`)])),
  platform: "node",
  external: LEFT_OUT,
  plugins: [ownPlace],
  onLog(_level, log) {
    throw new Error(log.message);
  },
});
const { output } = await build.generate({
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});

/** Whoever passes the bundle on passes on the licences of what is in it. */
function notices() {
  const bundled = new Map();
  for (const id of output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []))) {
    if (!id.includes(`${sep}node_modules${sep}`)) continue;
    const found = packageOf(id.replace(/\?.*$/, ""));
    bundled.set(`${found.manifest.name} ${found.manifest.version}`, found);
  }
  return [...bundled.keys()].sort().map((title) => {
    const { folder, manifest } = bundled.get(title);
    if (!LICENCES.has(manifest.license)) throw new Error(`${title} is under ${manifest.license}`);
    const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
    return `${title} (${manifest.license})${text}`;
  });
}

const separator = `\n\n${"-".repeat(80)}\n\n`;
const heading = "The command line of Gradable is bundled with parts of these packages.";
const files = new Map(output.map(({ fileName, code }) => [fileName, code]));
files.set("THIRD-PARTY-NOTICES.txt", `${[heading, ...notices()].join(separator)}\n`);
mkdirSync(out, { recursive: true });
// A command may be running from the bundle: what did not change stays, and what did is there whole before anything names it.
const entries = new Set(ENTRIES.map((name) => `${name}.js`));
for (const [name, text] of [...files].sort(([a], [b]) => entries.has(a) - entries.has(b))) {
  const file = join(out, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
for (const name of readdirSync(out)) {
  if (name.endsWith(".js") && !files.has(name)) rmSync(join(out, name), { force: true });
}
await build.close();
