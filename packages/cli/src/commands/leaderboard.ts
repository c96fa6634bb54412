import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";
import { last } from "../options/flags.js";
import { cacheDirectory } from "../paths.js";
import { CLI_VERSION } from "../version.js";

interface LeaderboardValues {
  reports: string[];
  out?: string;
  format: "text" | "json" | "markdown";
  cache: boolean;
}

export const leaderboardCommand: Command<LeaderboardValues> = {
  name: "leaderboard <reports..>",
  summary: "rank what may be compared: leaderboard.json and leaderboard.md from folders of reports",
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
        describe: "folder to write to; default the first folder of reports",
        takes: "folder",
      })
      .option("format", {
        choices: ["text", "json", "markdown"] as const,
        default: "text" as const,
        describe: "what to print on stdout",
        takes: "format",
      })
      .option("cache", {
        type: "boolean",
        default: true,
        describe: "read every report anew, also those that did not change",
      }) as never,
  async run(values, io: CliIo) {
    const { jsonText } = await import("@gradable/contract");
    const { nounText } = await import("@gradable/contract");
    const { ensureWritable, writeFileAtomically } = await import("@gradable/host");
    const { readResultTexts } = await import("@gradable/run");
    const { leaderboard, leaderboardEntries } = await import("@gradable/insight");
    const { renderLeaderboardMarkdown } = await import("@gradable/render");
    const paths = values.reports.map((path) => resolve(io.cwd, path));
    const out = resolve(io.cwd, last(values.out) ?? (await folderOf(paths[0] as string)));
    await ensureWritable(out);
    const { openEntryCache } = await import("../cache/entry-cache.js");
    const cache = values.cache ? await openEntryCache(cacheDirectory(io.env), CLI_VERSION) : undefined;
    const { EntryThreads } = await import("../cache/entry-threads.js");
    const threads = new EntryThreads();
    const entries = [];
    try {
      for await (const entry of leaderboardEntries(readResultTexts(paths), cache, threads)) {
        io.signal.throwIfAborted();
        entries.push(entry);
      }
    } finally {
      await threads.close();
    }
    await cache?.save();
    const board = leaderboard(entries);
    const files = { json: join(out, "leaderboard.json"), markdown: join(out, "leaderboard.md") };
    // A row's file is relative to the folder it was found in, so with several folders nothing says which one that is.
    const folder = paths.length === 1 ? await folderOf(paths[0] as string) : null;
    const markdown = renderLeaderboardMarkdown(board, {
      link({ file }) {
        if (folder === null) return null;
        const brief = join(folder, dirname(file), "fix.md");
        return address(relative(out, existsSync(brief) ? brief : join(folder, file)));
      },
    });
    await writeFileAtomically(files.json, jsonText(board));
    await writeFileAtomically(files.markdown, markdown);
    if (values.format === "json") io.stdout.write(jsonText(board));
    else if (values.format === "markdown") io.stdout.write(markdown);
    else {
      const { rows, excluded } = board.counts;
      io.stdout.write(
        `${nounText(rows, "server")} ranked in ${nounText(board.comparability.configurations.length, "judge configuration")}, ${excluded} left out with their reasons\n${board.comparability.statement}\nWritten: ${files.json}\n         ${files.markdown}\n`,
      );
    }
    return EXIT.done;
  },
};

/** A relative path as an address that Markdown can't misread. */
function address(path: string): string {
  return path
    .split(sep)
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29")))
    .join("/");
}

/** The folder itself, or the one a file is in. */
async function folderOf(path: string): Promise<string> {
  return (await stat(path).catch(() => undefined))?.isFile() ? dirname(path) : path;
}
