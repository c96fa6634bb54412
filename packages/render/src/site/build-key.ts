import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256Json, sha256Text } from "@gradable/contract";
import type { Standing } from "./server/context.js";

/** Packages whose code decides what stands on a server's page. */
const MAKERS = ["@gradable/chain", "@gradable/contract", "@gradable/score", "@gradable/insight"];

let codeSha256: string | undefined;

/**
 * What the files of a server are made from, as a hash: its report, where it stands, and the code and templates of this build.
 * Equal keys mean equal files, so that they need not be made again.
 */
export function serverKey(standing: Standing): string {
  codeSha256 ??= sha256Text([...folders()].flatMap(textsUnder).join("\0"));
  const { row, leaderboard, majority, history } = standing;
  return sha256Json([
    codeSha256,
    row,
    leaderboard,
    majority,
    history.map((entry) => entry.reportSha256),
  ]).slice(0, 32);
}

function* folders(): Generator<string> {
  const source = join(dirname(fileURLToPath(import.meta.url)), "..");
  yield source;
  for (const name of ["templates", "assets"]) yield join(source, "..", name);
  for (const name of MAKERS) yield dirname(fileURLToPath(import.meta.resolve(name)));
}

function textsUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(js|ts|css|hbs|svg)$/.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"));
}
