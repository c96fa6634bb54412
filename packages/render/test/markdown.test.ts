import fc from "fast-check";
import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { joinMarkdown, markdownBlock, markdownCode, markdownText, md } from "../src/phrase/markdown.js";
import { HOSTILE } from "./hostile.js";

/** Types of all tokens an independent parser (GitHub's flavour) finds. */
function tokenTypes(markdown: string): string[] {
  const types: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token: Token) => void types.push(token.type));
  return [...new Set(types)];
}

const INERT = ["paragraph", "text", "escape"];

describe("markdownText", () => {
  test.each(Object.entries(HOSTILE))("%s stays plain text", (_name, text) => {
    const shown = markdownText(text);
    expect(INERT).toEqual(expect.arrayContaining(tokenTypes(shown)));
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]|[<>]/u);
    expect([...shown].length).toBeLessThan(700);
  });

  test.each(Object.entries(HOSTILE))("%s stays in its table cell", (_name, text) => {
    const [table] = marked.lexer(`| a | b |\n| --- | --- |\n| ${markdownText(text)} | x |`);
    expect(table).toMatchObject({ type: "table" });
    if (table?.type !== "table") return;
    expect(table.rows).toHaveLength(1);
    expect(table.rows[0]?.[1]?.text).toBe("x");
  });

  test("no text whatever becomes markup", () => {
    const markup = fc.string({
      unit: fc.constantFrom(..."ab1 #-+*_`[]()<>!|~\\&;@:/.$={}\n\t".split("")),
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.oneof(markup, fc.string({ unit: "binary" })), (text) => {
        expect(INERT).toEqual(
          expect.arrayContaining(tokenTypes(markdownText(text)).filter((type) => type !== "space")),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("what needs no escape is left readable", () => {
    expect(markdownText("search_books finds 3 of 10 (by title), e.g. Emma: 1.5")).toBe(
      "search_books finds 3 of 10 (by title), e.g. Emma: 1.5",
    );
  });

  test("mentions, references and addresses are broken visibly in the source", () => {
    expect(markdownText("@ann #7 https://x.example www.x.example")).toBe(
      "@&#8203;ann #&#8203;7 https:&#8203;//x.example www&#8203;.x.example",
    );
  });

  test("leading markers are text", () => {
    expect(markdownText("1. one")).toBe("1\\. one");
    expect(markdownText("- one")).toBe("\\- one");
    expect(markdownText("/close")).toBe("\\/close");
    expect(markdownText("1.5 times")).toBe("1.5 times");
  });
});

describe("markdownCode", () => {
  test.each(Object.entries(HOSTILE))("%s is one code span", (_name, text) => {
    const shown = markdownCode(text);
    expect(tokenTypes(shown)).toEqual(["paragraph", "codespan"]);
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test("the fence is longer than any run of backticks inside, and never touches one", () => {
    expect(markdownCode("a`b")).toBe("``a`b``");
    expect(markdownCode("`a``")).toBe("``` `a`` ```");
  });

  test("pipes are escaped in a cell and nowhere else", () => {
    expect(markdownCode("a|b")).toBe("`a|b`");
    expect(markdownCode("a|b", { cell: true })).toBe("`a\\|b`");
  });

  test("nothing to show is said", () => {
    expect(markdownCode("")).toBe("*(empty)*");
  });
});

test.each(Object.entries(HOSTILE))("markdownBlock: %s stays inside its fence", (_name, text) => {
  expect(tokenTypes(markdownBlock(text))).toEqual(["code"]);
});

test("md and joinMarkdown set neutralised parts into our own text", () => {
  expect(md`**${markdownText("a*b")}** of ${3}`).toBe("**a\\*b** of 3");
  expect(joinMarkdown([markdownCode("a"), markdownCode("b")], ", ")).toBe("`a`, `b`");
});
