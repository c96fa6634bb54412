// The leaderboard over many reports, against a plain loop that reads and parses the same files: from nothing, with every report known
// (as after a batch, which checks each report it writes), and with one changed. Whole processes, timed from outside.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeReports, reportText } from "./make-reports.mjs";
import { growthExponent, median, once } from "./measure.mjs";
import { root } from "./root.mjs";

const gradable = join(root, "packages/cli/bin/gradable.js");
const REPORTS = Number(process.env.BENCH_REPORTS ?? 10_000);

const PLAIN = `
  import { readdirSync, readFileSync } from "node:fs";
  let tools = 0;
  for (const name of readdirSync(process.argv[1])) tools += JSON.parse(readFileSync(process.argv[1] + "/" + name + "/report.json", "utf8")).surface.toolCount;
  process.stderr.write(JSON.stringify({ rss: process.resourceUsage().maxRSS }));
`;

const plain = (reports) => once(process.execPath, ["--input-type=module", "-e", PLAIN, reports]);

/** One leaderboard run; its peak memory comes from the process itself, by the exit hook below. */
const board = (folder, reports, cache) =>
  once(
    process.execPath,
    [
      "--import",
      join(root, "bench/report-memory.mjs"),
      gradable,
      "leaderboard",
      reports,
      "--out",
      join(folder, "out"),
    ],
    { env: { ...process.env, GRADABLE_CACHE: cache } },
  );

const peakMb = ({ stderr }) => Number(/"rss":(\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024;

async function measured(folder, count) {
  const bytes = await makeReports(folder, count);
  const reports = join(folder, "reports");
  const cache = join(folder, "cache");
  // Every report is then in the page cache, for both sides.
  await plain(reports);
  const plainSeconds = median(
    [await plain(reports), await plain(reports), await plain(reports)].map((run) => run.seconds),
  );
  const full = await board(folder, reports, cache);
  const known = [];
  const changed = [];
  const report = JSON.parse(await readFile(join(folder, "scan", "report.json"), "utf8"));
  for (let round = 0; round < 3; round++) {
    known.push(await board(folder, reports, cache));
    const text = reportText(report, 7, round + 2);
    await writeFile(join(reports, "server-00007", "report.json"), text);
    changed.push(await board(folder, reports, cache));
  }
  return {
    bytes,
    plainSeconds,
    full,
    known: median(known.map(({ seconds }) => seconds)),
    changed: median(changed.map(({ seconds }) => seconds)),
  };
}

export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), "gradable-bench-leaderboard-"));
  try {
    const small = await measured(join(folder, "small"), REPORTS / 10);
    const large = await measured(join(folder, "large"), REPORTS);
    const growth = (secondsOf) =>
      growthExponent([
        { size: REPORTS / 10, seconds: secondsOf(small) },
        { size: REPORTS, seconds: secondsOf(large) },
      ]);
    const of = `${REPORTS} reports of ${Math.round(large.bytes / 1000)} KB`;
    return [
      {
        name: `leaderboard of ${of}, all known after a batch ÷ read + JSON.parse`,
        value: large.known / large.plainSeconds,
        unit: "×",
        aim: "≤ 1.6",
      },
      {
        name: "leaderboard from nothing (each report verified) ÷ read + JSON.parse",
        value: large.full.seconds / large.plainSeconds,
        unit: "×",
        aim: "≤ 1.6",
      },
      { name: "  peak memory from nothing", value: peakMb(large.full), unit: "MB", aim: "≤ 600" },
      { name: "  read + JSON.parse", value: large.plainSeconds, unit: "s" },
      { name: "  leaderboard from nothing", value: large.full.seconds, unit: "s" },
      {
        name: "leaderboard with one changed report ÷ from nothing",
        value: large.changed / large.full.seconds,
        unit: "×",
        aim: "≤ 0.25",
      },
      {
        name: `leaderboard growth exponent ${REPORTS / 10} → ${REPORTS}, from nothing`,
        value: growth(({ full }) => full.seconds),
        aim: "≤ 1.05",
      },
      { name: "  growth exponent, all known", value: growth(({ known }) => known), aim: "≤ 1.05" },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
