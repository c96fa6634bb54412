import type { Annotation } from "@gradable/contract";
import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { makeReport, mixedScan } from "../../insight/test/make-report.js";
import { renderFix } from "../src/formats/fix.js";
import { renderMarkdown } from "../src/formats/summary.js";
import { renderText } from "../src/formats/text.js";
import { remarkCounts, remarksOf } from "../src/phrase/remarks.js";
import { HOSTILE } from "./hostile.js";

const annotations: Annotation[] = [
  {
    finding: "no_return_description",
    tool: "search_books",
    reason: "The outputSchema comes with 2.0.",
    until: "2026-12-31",
  },
  {
    finding: "missed_selection",
    tool: "search_books",
    reason: "find_books answers these as well.",
    until: "2026-01-31",
  },
  { finding: "confusable_pair", tool: "find_books", reason: "search_books is deprecated." },
  { finding: "malformed_first_call", tool: "lend_book", reason: "Member numbers are checked on purpose." },
  {
    finding: "unsafe_destructive_call",
    tool: "delete_book",
    reason: "Deleted books stay in the bin for a week.",
  },
  { finding: "stdout-noise", tool: "", reason: "One line, before the session." },
  { finding: "name_restates_behavior", tool: "lend_book", reason: "Mended in 1.2.0." },
];
const report = makeReport({ ...mixedScan, annotations });
const hashless = (text: string) => `${text.replace(/[0-9a-f]{64}/g, "<sha256>").replace(/\n$/, "")}\n`;

describe("remarks of a maintainer", () => {
  test("know whether their finding is there and whether their day has passed", () => {
    expect(remarksOf(report).map(({ found, expired }) => [found, expired])).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [true, false],
      [true, false],
      [true, false],
      [false, false],
    ]);
    expect(remarkCounts(remarksOf(report))).toBe("7 (1 expired, 1 on what was not found)");
    expect(remarksOf(makeReport(mixedScan))).toEqual([]);
  });

  test("stand beside the finding in the fix brief", () => {
    const fix = renderFix(report);
    for (const { reason } of annotations) expect(fix).toContain(reason);
    const lines = fix.split("\n");
    const line = (part: string) => lines.find((text) => text.includes(part)) ?? "";
    expect(line("Nothing says what a search gives back.")).toContain(
      "*Maintainer’s remark, until 2026-12-31:* The outputSchema comes with 2.0.",
    );
    expect(line("Both look for books by a text")).toContain("search_books is deprecated.");
    expect(line("stdout-noise")).toContain("One line, before the session.");
    expect(line("find_books answers these as well.")).toContain("expired on 2026-01-31");
    expect(fix).toContain("| restates the name (not found in this scan) | `lend_book` | Mended in 1.2.0. |");
    return expect(hashless(fix)).toMatchFileSnapshot("golden/annotated.fix.md.txt");
  });

  test("stand below the tool on a terminal", () =>
    expect(hashless(renderText(report, { color: false }))).toMatchFileSnapshot("golden/annotated.txt"));

  test("are a table in the summary", () =>
    expect(hashless(renderMarkdown(report))).toMatchFileSnapshot("golden/annotated.summary.md.txt"));

  test("without any, nothing is said of them", () => {
    const plain = makeReport(mixedScan);
    for (const text of [renderFix(plain), renderText(plain, { color: false }), renderMarkdown(plain)])
      expect(text).not.toMatch(/remark/i);
  });

  test("of a hostile author are text", () => {
    const hostile = makeReport({
      ...mixedScan,
      annotations: Object.values(HOSTILE).map((text, index) => ({
        finding: "params_unexplained",
        tool: `${text.slice(0, 200)}${index}`,
        reason: text.slice(0, 500),
      })),
    });
    expect(renderText(hostile, { color: false })).not.toMatch(/[^\P{C}\n]/u);
    for (const page of [renderFix(hostile), renderMarkdown(hostile)]) {
      const kinds = new Set<string>();
      marked.walkTokens(marked.lexer(page), (token: Token) => {
        kinds.add(token.type);
      });
      for (const kind of ["html", "link", "image"]) expect(kinds).not.toContain(kind);
    }
  });
});
