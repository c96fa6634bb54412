// Rebuilds reports/: scans every server of reports/servers.json live from its pinned package (installed in the user's cache, never in
// the repository) and rebuilds the leaderboard. Credentials in the list are made up: servers only need them to start.
//
//   npm run publish:reports            all of them
//   npm run publish:reports -- --resume   go on after an interruption
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const gradable = join(root, "packages/cli/bin/gradable.js");
const reports = join(root, "reports");
// Servers start in an empty folder, and those that take a folder get it as ".": no path of this machine reaches a report.
const cwd = mkdtempSync(join(tmpdir(), "gradable-publish-"));

try {
  run([
    "batch",
    join(reports, "servers.json"),
    "--out",
    reports,
    "--timeout",
    "60",
    ...process.argv.slice(2),
  ]);
  run(["leaderboard", reports]);
} finally {
  rmSync(cwd, { recursive: true, force: true });
}

function run(args) {
  const { status } = spawnSync(process.execPath, [gradable, ...args], { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`gradable ${args[0]} ended with ${status}`);
}
