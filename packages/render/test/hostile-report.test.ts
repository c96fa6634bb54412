import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { failedScan } from "../../insight/test/failed-scan.js";
import { makeReport } from "../../insight/test/make-report.js";
import { renderMarkdown } from "../src/formats/markdown.js";
import { renderText } from "../src/formats/text.js";
import { visibleWidth } from "../src/phrase/terminal.js";
import { renderFailed, renderFailedMarkdown } from "../src/views/failed.js";
import { renderFix } from "../src/views/fix.js";
import { HOSTILE } from "./hostile.js";

const text = (name: string) => HOSTILE[name] ?? "";
const report = makeReport({
  serverName: text("image"),
  target: {
    kind: "stdio",
    label: `node '${text("closing script")}'`,
    cwd: "/tmp/a b",
    envNames: ["API_KEY"],
  },
  tools: {
    [text("terminal hyperlink")]: 100,
    [text("backtick run")]: 100,
    [text("table cell")]: 3_000,
    [text("bidirectional override")]: 100,
    [text("long")]: 100,
    "": 100,
  },
  destructive: [text("bidirectional override")],
  tasks: Object.values(HOSTILE).flatMap((prompt) => [
    { tool: text("table cell"), prompt, picked: [text("backtick run")] },
    { tool: text("backtick run"), prompt, violations: [text("newlines"), text("mention")] },
    { tool: text("bidirectional override"), prompt },
    { tool: text("long"), prompt, pickedAfter: [text("terminal hyperlink")] },
  ]),
  defects: Object.values(HOSTILE).map((evidence) => ({
    tool: text("table cell"),
    toolIndex: 2,
    type: "params_unexplained",
    evidence: evidence.slice(0, 500),
    parameters: [evidence.slice(0, 100)],
  })),
  suggestions: [
    {
      tool: text("table cell"),
      toolIndex: 2,
      mode: "append",
      text: Object.values(HOSTILE).join("\n"),
      addedTokens: 3,
    },
  ],
  pairs: [
    {
      tools: [text("terminal hyperlink"), text("backtick run")],
      toolIndexes: [0, 1],
      severity: "low",
      evidence: text("mention"),
    },
  ],
  observations: [
    {
      id: "tool-name-irregular",
      count: 1,
      tools: [text("closing script"), text("table cell")],
      facts: { [text("link")]: text("image") },
    },
  ],
});

/** Everything a reader of the page could follow, load or run. */
function activeTokens(markdown: string): string[] {
  const active: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (["link", "image", "html", "def"].includes(token.type)) active.push(token.raw);
  });
  return active;
}

describe.each([
  ["fix brief", renderFix(report)],
  ["summary", renderMarkdown(report)],
  ["failure", renderFailedMarkdown(failedScan(Object.values(HOSTILE).join(" ")))],
])("%s in Markdown", (_name, markdown) => {
  test("nothing of the server's can be followed, loaded or run", () => {
    expect(activeTokens(markdown)).toEqual([]);
  });
  test("no control, format or bidirectional character", () => {
    expect(markdown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  });
  test("no mention outside of code", () => {
    const running: string[] = [];
    marked.walkTokens(marked.lexer(markdown), (token: Token) => {
      // A text with parts of its own is looked at part by part: its code is no running text.
      if (token.type === "text" && token.tokens === undefined) running.push(token.raw);
    });
    expect(running.length).toBeGreaterThan(10);
    for (const text of running) expect(text).not.toMatch(/@\w/);
  });
  test("every table row has the cells of its header", () => {
    marked.walkTokens(marked.lexer(markdown), (token: Token) => {
      if (token.type !== "table") return;
      for (const row of token.rows) expect(row).toHaveLength(token.header.length);
    });
    // A row that broke out of its table would be a paragraph that starts with a pipe.
    expect(markdown).not.toMatch(/\n\n\|[^\n]*\n(?!\|)/);
  });
});

describe.each([40, 60, 80, 100])("terminal text in %i columns", (width) => {
  const files = { report: "r/report.json", fix: "r/fix.md" };
  const plain = renderText(report, { color: false, width, files });

  test("no control character, with colour off", () => {
    expect(plain.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  });
  test("with colour on, only our own colour codes", () => {
    const coloured = renderText(report, { color: true, width, files });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colour codes are what is taken out
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(plain);
  });
  test("no line is wider, but commands and paths, which are there to be copied", () => {
    for (const line of plain.split("\n")) {
      if (/^ {2}(Fix brief|Check|Next) /.test(line)) continue;
      expect(visibleWidth(line), line).toBeLessThanOrEqual(width);
    }
  });
});

test("a failure on a terminal holds no control character", () => {
  const shown = renderFailed(failedScan(Object.values(HOSTILE).join("\n")), { color: false });
  expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
});
