// Writes everything that follows from the code: the tables of METHODOLOGY.md and docs/, the JSON of rubric/, and the leaderboard of
// reports/. `npm run generate` writes; `npm run docs` (--check) only says what is out of step, and fails. `npm run site` builds the site of
// reports/ too, which is not kept in the repository (-- --site <folder>; default build/site).
import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { renderReferencePage } from "@gradable/chain";
import { checkTable, evalRunJsonSchema, withCheckTable } from "@gradable/evals";
import {
  comparisonJsonSchema,
  leaderboard,
  leaderboardEntries,
  leaderboardJsonSchema,
} from "@gradable/insight";
import { renderLeaderboardMarkdown } from "@gradable/render";
import { readResultTexts } from "@gradable/run";
import { generatedFiles } from "@gradable/score";

const root = join(import.meta.dirname, "..");
const check = process.argv.includes("--check");
const read = (path) => readFile(join(root, path), "utf8").catch(() => "");
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

const siteAt = process.argv.indexOf("--site");
const siteFolder = siteAt < 0 ? undefined : (process.argv[siteAt + 1] ?? "build/site");

const entries = [];
try {
  for await (const entry of leaderboardEntries(readResultTexts([join(root, "reports")]))) entries.push(entry);
} catch (error) {
  // A clone without published results has nothing to rank.
  if (error.code !== "reports-none") throw error;
}
const board = leaderboard(entries);

const files = [
  ...generatedFiles(await read("METHODOLOGY.md")),
  { path: "docs/user-value-chain.md", text: renderReferencePage() },
  { path: "docs/evals.md", text: withCheckTable(await read("docs/evals.md"), checkTable()) },
  { path: "rubric/evals-run-v1.schema.json", text: json(evalRunJsonSchema()) },
  { path: "rubric/comparison-v1.schema.json", text: json(comparisonJsonSchema()) },
  { path: "rubric/leaderboard-v1.schema.json", text: json(leaderboardJsonSchema()) },
  ...(entries.length === 0
    ? []
    : [
        { path: "reports/leaderboard.json", text: json(board) },
        { path: "reports/leaderboard.md", text: renderLeaderboardMarkdown(board) },
      ]),
];
for (const { path, text } of files) {
  if ((await read(path)) === text) continue;
  console.log(check ? `${path} is out of step; run npm run generate` : `wrote ${path}`);
  if (check) {
    process.exitCode = 1;
    continue;
  }
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

if (siteFolder !== undefined) {
  const gradable = join(root, "packages/cli/bin/gradable.js");
  const { status } = spawnSync(
    process.execPath,
    [gradable, "site", join(root, "reports"), "--out", siteFolder],
    {
      stdio: "inherit",
    },
  );
  process.exitCode ||= status ?? 1;
}
