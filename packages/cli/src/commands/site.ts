import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { SiteResult } from "@gradable/render/site";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";
import { last } from "../options/flags.js";
import { cacheDirectory } from "../paths.js";
import { CLI_VERSION } from "../version.js";

interface SiteValues {
  reports: string[];
  out: string;
  format: "text" | "json";
  cache: boolean;
}

export const siteCommand: Command<SiteValues> = {
  name: "site <reports..>",
  summary: "write a static site: the leaderboard, a page and a badge per server, the method",
  options: (builder) =>
    builder
      .positional("reports", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "folders with reports, or report files",
      })
      .option("out", {
        alias: "o",
        type: "string",
        demandOption: true,
        describe: "folder to write to",
        takes: "folder",
      })
      .option("format", {
        choices: ["text", "json"] as const,
        default: "text" as const,
        describe: "what to print on stdout",
        takes: "format",
      })
      .option("cache", {
        type: "boolean",
        default: true,
        describe: "read every report and make every page anew",
      }) as never,
  async run(values, io: CliIo) {
    const { ensureWritable } = await import("@gradable/host");
    const { readResultTexts } = await import("@gradable/run");
    const { leaderboardEntries } = await import("@gradable/insight");
    const { methodology, site } = await import("@gradable/render/site");
    const { openEntryCache } = await import("../cache/entry-cache.js");
    const { builtServers, writeSite } = await import("../site-folder.js");
    const paths = values.reports.map((path) => resolve(io.cwd, path));
    const out = resolve(io.cwd, last(values.out) as string);
    await ensureWritable(out);
    const cache = values.cache ? await openEntryCache(cacheDirectory(io.env), CLI_VERSION) : undefined;
    const { EntryThreads } = await import("../cache/entry-threads.js");
    const threads = new EntryThreads();
    const files: string[] = [];
    const results: SiteResult[] = [];
    try {
      // An entry comes for every text, in order.
      for await (const entry of leaderboardEntries(noting(readResultTexts(paths), files), cache, threads)) {
        io.signal.throwIfAborted();
        const file = files[results.length] as string;
        results.push({ entry, read: () => readFile(file, "utf8") });
      }
    } finally {
      await threads.close();
    }
    await cache?.save();
    const written = await writeSite(
      out,
      untilAborted(
        site({
          results,
          methodology: methodology(),
          ...(values.cache && { isBuilt: await builtServers(out) }),
        }),
        io.signal,
      ),
    );
    const { jsonText } = await import("@gradable/contract");
    if (values.format === "json") io.stdout.write(jsonText({ out, ...written }));
    else {
      io.stdout.write(
        `${written.files} files, ${written.changed} of them new or changed, ${written.removed} removed\nWritten: ${out}\nTo look at it: npx --yes serve ${out}, or any other file server\n`,
      );
    }
    return EXIT.done;
  },
};

/** The same texts, with where each was read from noted. */
async function* noting<Item extends { readonly path: string }>(
  texts: AsyncIterable<Item>,
  files: string[],
): AsyncGenerator<Item> {
  for await (const text of texts) {
    files.push(text.path);
    yield text;
  }
}

async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  for await (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}
