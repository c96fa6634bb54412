// The site from 500 and from 10,000 synthetic reports: from nothing, again with nothing changed, against the leaderboard over the same
// reports; what pages weigh; and ten thousand rows in a browser, where Chromium is installed. Whole processes, timed from outside.
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { makeReports, reportText } from "./make-reports.mjs";
import { growthExponent, median, once } from "./measure.mjs";
import { root } from "./root.mjs";

const gradable = join(root, "packages/cli/bin/gradable.js");
const LARGE = Number(process.env.BENCH_REPORTS ?? 10_000);
const SMALL = Math.min(500, LARGE / 2);
const CHROMIUM = "/usr/bin/chromium";
const FLAGS = JSON.parse(await readFile(join(root, "test/chromium-flags.json"), "utf8"));

const command = (name, folder) =>
  once(
    process.execPath,
    [
      "--import",
      join(root, "bench/report-memory.mjs"),
      gradable,
      name,
      join(folder, "reports"),
      "--out",
      join(folder, name),
    ],
    { env: { ...process.env, GRADABLE_CACHE: join(folder, "cache") } },
  );

const told = ({ stderr }, name) => Number(new RegExp(`"${name}":(\\d+)`).exec(stderr)?.[1] ?? Number.NaN);
const peakMb = (run) => told(run, "rss") / 1024;
/** Processor seconds of all threads: what is compared, since another program on the machine moves wall seconds. */
const worked = (run) => told(run, "cpu") / 1e6;
const packedKb = (text) => gzipSync(text, { level: 9 }).length / 1024;

async function measured(folder, count) {
  await makeReports(folder, count);
  // Every report is then checked and kept, as after a batch.
  await command("leaderboard", folder);
  const full = await command("site", folder);
  const again = [];
  const board = [];
  const changed = [];
  const report = JSON.parse(await readFile(join(folder, "scan", "report.json"), "utf8"));
  for (let round = 0; round < 3; round++) {
    board.push(await command("leaderboard", folder));
    again.push(await command("site", folder));
    await writeFile(join(folder, "reports", "server-00007", "report.json"), reportText(report, 7, round + 2));
    changed.push(await command("site", folder));
  }
  const seconds = (runs) => median(runs.map(worked));
  return {
    full,
    again: seconds(again),
    board: seconds(board),
    changed: seconds(changed),
    boardMb: median(board.map(peakMb)),
    againMb: median(again.map(peakMb)),
  };
}

/** Compressed weights of what a reader loads, in KB. */
async function weights(site) {
  const read = (name) => readFile(join(site, name), "utf8");
  const rows = (await readdir(site)).find((name) => name.startsWith("rows-"));
  const script = packedKb(await read("assets/table-core.js")) + packedKb(await read("assets/leaderboard.js"));
  const page =
    packedKb(await read("index.html")) + packedKb(await read("assets/site.css")) + packedKb(await read(rows));
  return { page: page + script, script, server: packedKb(await read("servers/server-00001/index.html")) };
}

/** What a reader does with the table; each brings other rows. */
const ACTIONS = {
  sort: `document.querySelector('[data-sort="tokens"] button').click()`,
  sortByName: `document.querySelector('[data-sort="slug"] button').click()`,
  filter: `grade.value = document.querySelector("#leaderboard tbody .grade").textContent; grade.dispatchEvent(new Event("change"))`,
  search: `search.value = "0042"; search.dispatchEvent(new Event("input"))`,
};

/** First paint, until the whole table can be used, and what loading, sorting, filtering and searching are in work, in ms. */
async function inBrowser(site) {
  const types = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
  };
  const server = createServer(async (request, response) => {
    const file = join(site, new URL(request.url, "http://site").pathname);
    response.setHeader("content-type", types[extname(file)] ?? "application/json");
    response.end(await readFile(file).catch(() => ""));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--headless", ...FLAGS],
  });
  try {
    const rounds = [];
    for (let round = 0; round < 5; round++) {
      const page = await browser.newPage();
      const tools = await page.context().newCDPSession(page);
      // Processor time of the page's own thread, so that another program on the machine does not count.
      await tools.send("Performance.enable", { timeDomain: "threadTicks" });
      const worked = async () =>
        (await tools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")
          .value * 1000;
      await page.goto(`http://127.0.0.1:${server.address().port}/index.html`);
      await page.waitForSelector("html[data-ready]");
      const seen = await page.evaluate(`({
        paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
        usable: performance.now(),
      })`);
      seen.work = await worked();
      for (const [name, action] of Object.entries(ACTIONS)) {
        await page.waitForTimeout(300);
        const before = await worked();
        await page.evaluate(action);
        // Longer than a search waits for the next letter, and then some frames.
        await page.waitForTimeout(300);
        seen[name] = (await worked()) - before;
      }
      rounds.push(seen);
      await page.close();
    }
    const of = (name) => median(rounds.map((round) => round[name]));
    return Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, of(name)]));
  } finally {
    await browser.close();
    server.close();
  }
}

export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), "gradable-bench-site-"));
  try {
    const small = await measured(join(folder, "small"), SMALL);
    const large = await measured(join(folder, "large"), LARGE);
    const weight = await weights(join(folder, "small", "site"));
    const growth = (of) =>
      growthExponent([
        { size: SMALL, seconds: of(small) },
        { size: LARGE, seconds: of(large) },
      ]);
    const rows = [
      { name: `site from ${SMALL} checked reports`, value: small.full.seconds, unit: "s" },
      { name: "  processor time", value: worked(small.full), unit: "s" },
      { name: "  peak memory", value: peakMb(small.full), unit: "MB" },
      { name: `site from ${LARGE} checked reports`, value: large.full.seconds, unit: "s" },
      { name: "  processor time", value: worked(large.full), unit: "s" },
      { name: "  peak memory", value: peakMb(large.full), unit: "MB" },
      { name: "  peak memory with no page to make", value: large.againMb, unit: "MB" },
      { name: "  peak memory of the leaderboard", value: large.boardMb, unit: "MB" },
      {
        name: "  growth exponent of the processor time",
        value: growth(({ full }) => worked(full)),
        aim: "≤ 1.05",
      },
      {
        name: "site with nothing changed ÷ leaderboard, same reports",
        value: large.again / large.board,
        unit: "×",
        aim: "≤ 2",
      },
      { name: "site with one changed report ÷ leaderboard", value: large.changed / large.board, unit: "×" },
      {
        name: `leaderboard page of ${SMALL} rows with rows, style and script, gzip`,
        value: weight.page,
        unit: "KB",
        aim: "≤ 150",
      },
      { name: "  script", value: weight.script, unit: "KB", aim: "≤ 40" },
      { name: "server page, gzip", value: weight.server, unit: "KB", aim: "≤ 60" },
    ];
    if (!existsSync(CHROMIUM))
      return [...rows, { name: `${LARGE} rows in a browser: ${CHROMIUM} is not here`, value: "skipped" }];
    const looked = await inBrowser(join(folder, "large", "site"));
    return [
      ...rows,
      { name: `${LARGE} rows in Chromium: first contentful paint`, value: looked.paint, unit: "ms" },
      { name: "  table ready to search and sort", value: looked.usable, unit: "ms" },
      { name: "  work of the page until then", value: looked.work, unit: "ms" },
      {
        name: "  work of a sort by tokens: script, style, layout, paint",
        value: looked.sort,
        unit: "ms",
        aim: "≤ 100",
      },
      { name: "  … by name", value: looked.sortByName, unit: "ms", aim: "≤ 100" },
      { name: "  … of a filter by grade", value: looked.filter, unit: "ms", aim: "≤ 100" },
      { name: "  … of a search", value: looked.search, unit: "ms", aim: "≤ 100" },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
