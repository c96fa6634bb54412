import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { compare, forty, mended } from "../../../insight/test/comparisons.js";
import { judgedBy } from "../../../insight/test/entries.js";
import { type MadeScan, mixedScan } from "../../../insight/test/make-report.js";
import { renderComparisonMarkdown } from "../../src/views/comparison-markdown.js";
import { renderComparisonText } from "../../src/views/comparison-terminal.js";
import { HOSTILE } from "../hostile.js";

describe("a comparison as it is read", () => {
  const shown = (text: string) => `${text.replace(/[0-9a-f]{64}/g, "<sha256>").replace(/\n$/, "")}\n`;
  const changed = compare(mixedScan, mended);
  test("on a terminal", () =>
    expect(shown(renderComparisonText(changed, { color: false }))).toMatchFileSnapshot(
      "../golden/comparison.txt",
    ));
  test("as a page", () =>
    expect(shown(renderComparisonMarkdown(changed))).toMatchFileSnapshot("../golden/comparison.md.txt"));
  test("of another judge", () =>
    expect(
      shown(
        renderComparisonText(
          compare(forty, { ...forty, stages: judgedBy("claude", "some-model"), slug: "mine" }),
          {
            color: false,
          },
        ),
      ),
    ).toMatchFileSnapshot("../golden/comparison-other-judge.txt"));

  test("no escape without colour, and none left open with it", () => {
    expect(renderComparisonText(changed, { color: false })).not.toMatch(/[^\P{C}\n]/u);
    const colored = renderComparisonText(changed, { color: true, width: 60 });
    for (const line of colored.split("\n")) {
      const codes = line.split("\u001b[").slice(1);
      for (const [index, code] of codes.entries()) expect(code.startsWith("0m")).toBe(index % 2 === 1);
      expect(codes.length % 2).toBe(0);
    }
  });

  test("text of a hostile server stays text", () => {
    const texts = Object.values(HOSTILE);
    const tools = Object.fromEntries(texts.map((text, index) => [`${text.slice(0, 200)}${index}`, 10]));
    const names = Object.keys(tools);
    const scan: MadeScan = {
      serverName: texts[0] ?? "",
      tools,
      tasks: texts.map((prompt, index) => ({ tool: names[index] ?? "", prompt })),
    };
    const hostile = compare(scan, {
      ...scan,
      tools: Object.fromEntries(names.map((name, index) => [name, 11 + index])),
      tasks: scan.tasks.map((task, index) => ({
        ...task,
        picked: [names[(index + 1) % names.length] ?? null],
      })),
      defects: names.map((tool, toolIndex) => ({
        tool,
        toolIndex,
        type: "params_unexplained",
        evidence: (texts[toolIndex] ?? "").slice(0, 500),
      })),
      pairs: [
        { tools: [names[0] ?? "", names[1] ?? ""], toolIndexes: [0, 1], severity: "low", evidence: "x" },
      ],
    });
    expect(renderComparisonText(hostile, { color: false })).not.toMatch(/[^\P{C}\n]/u);
    const page = renderComparisonMarkdown(hostile);
    const kinds = new Set<string>();
    marked.walkTokens(marked.lexer(page), (token: Token) => {
      kinds.add(token.type);
    });
    for (const kind of ["html", "link", "image", "blockquote"]) expect(kinds).not.toContain(kind);
    expect(page.length).toBeLessThan(60_000);
  });
});
