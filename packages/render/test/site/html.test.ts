import { describe, expect, it } from "vitest";
import { code, html, ours, shown, shownBlock } from "../../src/site/html.js";
import { HOSTILE } from "../hostile.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ACTING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

describe.each(Object.entries(HOSTILE))("text that tries: %s", (_, text) => {
  it("is text in an element and in an attribute, and nothing in it acts", () => {
    for (const made of [shown(text), shownBlock(text)]) {
      const markup = String(html`<p title="${made}">${made}</p>`);
      const attribute = /^<p title="([^"]*)">/.exec(markup)?.[1] ?? "";
      const content = markup.slice(markup.indexOf(">") + 1, -"</p>".length);
      for (const part of [attribute, content]) {
        expect(part).not.toMatch(/[<>"'`=]/);
        expect(part).not.toMatch(/&(?!(amp|lt|gt|quot|#x27|#x60|#x3D);)/);
        expect(part).not.toMatch(ACTING);
      }
    }
  });

  it("is cut to its length", () => {
    expect([...shown(text, { maxChars: 20 })].length).toBeLessThanOrEqual(20);
  });
});

describe("html", () => {
  it("keeps markup of ours and escapes everything else", () => {
    expect(String(html`<b>${code("<i>")}</b>${ours("&")}${3}`)).toBe("<b><code>&lt;i&gt;</code></b>&amp;3");
    expect(String(html`${[html`<i>`, html`</i>`]}`)).toBe("<i></i>");
  });

  it("says that text of which nothing can be seen is empty", () => {
    expect(shown("  \n ")).toBe("(empty)");
  });
});
