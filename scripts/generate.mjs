// Writes what follows from the constants and the schemas: the tables of METHODOLOGY.md and the JSON of rubric/.
// `npm run generate` writes, `npm run docs` (--check) only says what is out of step and fails.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generatedFiles } from "@gradable/score";

const root = join(import.meta.dirname, "..");
const check = process.argv.includes("--check");
const read = (path) => readFile(join(root, path), "utf8").catch(() => "");

let stale = 0;
for (const { path, text } of generatedFiles(await read("METHODOLOGY.md"))) {
  if ((await read(path)) === text) continue;
  stale++;
  console.log(check ? `${path} is out of step; run npm run generate` : `wrote ${path}`);
  if (check) continue;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
if (check && stale > 0) process.exitCode = 1;
