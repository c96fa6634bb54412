import { placedAnnotations } from "@gradable/insight";
import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { annotations } from "../../insight/test/annotations.js";
import { makeReport, mixedScan } from "../../insight/test/make-report.js";
import { renderMarkdown } from "../src/formats/markdown.js";
import { renderText } from "../src/formats/text.js";
import { annotationCounts } from "../src/phrase/annotation.js";
import { renderFix } from "../src/views/fix.js";
import { HOSTILE } from "./hostile.js";

const report = makeReport({ ...mixedScan, annotations });
const hashless = (text: string) => `${text.replace(/[0-9a-f]{64}/g, "<sha256>").replace(/\n$/, "")}\n`;

describe("annotations of a maintainer", () => {
  test("are counted with how they stand", () => {
    expect(annotationCounts(placedAnnotations(report))).toBe("7 (1 expired, 1 on what was not found)");
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
