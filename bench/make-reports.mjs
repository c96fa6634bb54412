// Synthetic reports for the leaderboard bench: one real scan of a made-up surface, then copies that differ in name, time and hash, each
// of which verifies. Their size is the median of the captured corpus's reports.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reportSha256 } from "../packages/contract/dist/index.js";
import { verify } from "../packages/score/dist/index.js";
import { once } from "./measure.mjs";
import { root } from "./root.mjs";

/** Writes `count` reports as `<folder>/server-<n>/report.json`; resolves to the bytes of one. */
export async function makeReports(folder, count, tools = 12) {
  const report = await scannedReport(folder, tools);
  const [mismatch] = verify(JSON.parse(reportText(report, 1)));
  if (mismatch !== undefined) throw new Error(mismatch.message);
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const text = reportText(report, index);
    bytes = text.length;
    const slug = join(folder, "reports", slugOf(index));
    await mkdir(slug, { recursive: true });
    await writeFile(join(slug, "report.json"), text);
  }
  return bytes;
}

/** The text of the `index`-th copy; another `day` makes it another scan of the same server. */
export function reportText(report, index, day = 1) {
  const slug = slugOf(index);
  const scannedAt = new Date(Date.UTC(2026, 0, day, 0, 0, index)).toISOString();
  const at = Date.parse(scannedAt);
  // What the chain's analytics repeat of a report's name and time; `verify` tells when this is not all.
  const analytics = {
    ...report.chain.analytics,
    runId: `${slug}/${scannedAt}`,
    suiteId: slug,
    runGroupId: slug,
    runCompletedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  const copy = { ...report, slug, scannedAt, chain: { ...report.chain, analytics } };
  return `${JSON.stringify({ ...copy, reportSha256: reportSha256(copy) }, null, 2)}\n`;
}

const slugOf = (index) => `server-${String(index).padStart(5, "0")}`;

export async function scannedReport(folder, tools) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "surface.json"), JSON.stringify({ tools: madeTools("library", tools) }));
  await once(process.execPath, [
    join(root, "packages/cli/bin/gradable.js"),
    "scan",
    join(folder, "surface.json"),
    "--out",
    join(folder, "scan"),
    "--quiet",
  ]);
  return JSON.parse(await readFile(join(folder, "scan", "report.json"), "utf8"));
}

const THINGS = [
  "invoice",
  "parcel",
  "member",
  "shelf",
  "ticket",
  "room",
  "recipe",
  "contract",
  "sensor",
  "album",
];
const VERBS = ["find", "list", "create", "update", "delete", "archive", "export"];

/** Tools of a made-up server, the same for the same name and number. */
export function madeTools(server, count) {
  return Array.from({ length: count }, (_, index) => {
    const thing = THINGS[index % THINGS.length];
    const verb = VERBS[Math.floor(index / THINGS.length) % VERBS.length];
    return {
      name: `${verb}_${server}_${thing}_${index}`.replaceAll("-", "_"),
      description: `Use to ${verb} one ${thing} of ${server}. Returns the ${thing} with its state.`,
      inputSchema: {
        type: "object",
        properties: {
          number: { type: "string", description: `Number of the ${thing}, for example ${thing[0]}-${index}` },
          limit: { type: "integer", minimum: 1, maximum: 100, description: "Most results" },
        },
        required: ["number"],
      },
    };
  });
}
