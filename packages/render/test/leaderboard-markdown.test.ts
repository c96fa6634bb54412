import { type LeaderboardEntry, leaderboard, leaderboardEntry } from "@gradable/insight";
import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { entryOf, judgedBy, reportOf } from "../../insight/test/entries.js";
import { failedScan } from "../../insight/test/failed-scan.js";
import { renderLeaderboardMarkdown } from "../src/views/leaderboard-markdown.js";
import { HOSTILE } from "./hostile.js";

const clear = entryOf(reportOf("clear", { tasks: 60 }));
const close = entryOf(reportOf("close", { tasks: 60, missed: 2 }));
const poor = entryOf(reportOf("poor", { tasks: 60, missed: 40 }));
const readOnly = entryOf(reportOf("read-only", { destructive: false, tasks: 60, missed: 40 }));
const otherJudge = entryOf(reportOf("other-judge", { stages: judgedBy("claude", "some-model") }));
const otherPrompt = entryOf(reportOf("other-prompt", { stages: judgedBy("claude", "some-model", "v2") }));
const failed = leaderboardEntry({
  file: "exits-early/failed.json",
  document: failedScan("It exited with code 1."),
});

const everything: LeaderboardEntry[] = [clear, close, poor, readOnly, otherJudge, otherPrompt, failed];

describe("renderLeaderboardMarkdown", () => {
  test("as a page", () =>
    expect(renderLeaderboardMarkdown(leaderboard(everything))).toMatchFileSnapshot(
      "golden/leaderboard.md.txt",
    ));

  test("without a row", () => {
    expect(renderLeaderboardMarkdown(leaderboard([failed]))).toContain("exits-early");
  });

  test("a reason that ends in a program's words ends as a sentence", () => {
    const [asked, said] = ["Set the key.", "Its stderr says: no key"].map((message, index) =>
      leaderboardEntry({
        file: `s${index}/failed.json`,
        document: failedScan(message, { slug: `s${index}` }),
      }),
    ) as [LeaderboardEntry, LeaderboardEntry];
    const text = renderLeaderboardMarkdown(leaderboard([asked, said]));
    expect(text).toContain("Set the key. Stopped while");
    expect(text).toContain("Its stderr says: no key. Stopped while");
  });

  test("hostile names and messages stay text", () => {
    const entries = Object.values(HOSTILE).flatMap((text, index) => [
      entryOf(reportOf(`server-${index}`, { serverName: text, tasks: 2 })),
      leaderboardEntry({ file: text, document: failedScan(text, { slug: `failed-${index}` }) }),
      leaderboardEntry({ file: text, document: text }),
    ]);
    const markdown = renderLeaderboardMarkdown(leaderboard(entries));
    const found: string[] = [];
    marked.walkTokens(marked.lexer(markdown), (token: Token) => {
      if (["image", "html", "def"].includes(token.type)) found.push(token.raw);
      if (token.type === "link" && !/^server-\d+\/fix\.md$/.test(token.href)) found.push(token.raw);
      if (token.type === "table") for (const row of token.rows) expect(row).toHaveLength(13);
    });
    expect(found).toEqual([]);
    expect(markdown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  });

  test("links are the caller's choice", () => {
    const board = leaderboard([clear]);
    expect(renderLeaderboardMarkdown(board, { link: () => null })).toContain("| clear |");
    expect(renderLeaderboardMarkdown(board, { link: (row) => `/servers/${row.slug}/` })).toContain(
      "[clear](/servers/clear/)",
    );
    // An address is a URL already: a folder called "my reports (old)" must not be encoded twice, nor end the link.
    expect(renderLeaderboardMarkdown(board, { link: () => "my%20reports (old)/fix.md" })).toContain(
      "[clear](my%20reports%20%28old%29/fix.md)",
    );
  });
});
