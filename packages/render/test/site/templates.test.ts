import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asset } from "../../src/site/assets.js";
import { methodClauses, methodPage } from "../../src/site/method-page.js";
import { methodology } from "../../src/site/methodology.js";

const root = join(import.meta.dirname, "../..");
const read = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(hbs|ts)$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), "utf8") }));

describe("templates", () => {
  it.each(read("templates/site"))("$file lets nothing through unescaped", ({ text }) => {
    expect(text).not.toMatch(/\{\{\{|\{\{&/);
    expect(text).not.toMatch(/<script(?! src="\{\{this\}\}" defer>)|\sstyle=|\son[a-z]+=/i);
    // An attribute that is not quoted would end at a space.
    expect(text).not.toMatch(/\s[a-z-]+=\{\{/);
  });

  it("link to clauses that the method has", () => {
    const clauses = methodClauses(methodology());
    const used = [...read("templates/site"), ...read("src/site")].flatMap(({ text }) =>
      [...text.matchAll(/#(M\d+\.\d+)|"(M\d+\.\d+)"/g)].map((match) => match[1] ?? match[2]),
    );
    expect(used.length).toBeGreaterThan(15);
    for (const clause of used) expect(clauses).toContain(clause);
  });

  it("link to headings that the method page has", () => {
    const page = methodPage(methodology());
    for (const { text } of read("templates/site"))
      for (const [, id] of text.matchAll(/method\.html#([a-z0-9-]+)"/g)) expect(page).toContain(`id="${id}"`);
  });
});

describe("the stylesheet", () => {
  it("loads nothing and cannot close the element it may stand in", () => {
    expect(asset("site.css")).not.toMatch(/url\(|@import|<|expression/i);
  });
});

describe("the method page", () => {
  it("has every clause once, as an anchor", () => {
    const page = methodPage(methodology());
    for (const clause of methodClauses(methodology())) {
      expect(page.match(new RegExp(`id="${clause.replace(".", "\\.")}"`, "g"))).toHaveLength(1);
    }
  });

  it("shows HTML of its text as nothing, code as text, and follows no script", () => {
    const page = methodPage(
      '# A\n\n<script>alert(1)</script>\n\nx <img src=x onerror=alert(1)> "y" & z\n\n[a](javascript:alert(1)) [b](https://example.com/?q="><b>)\n\n```\n<b>&amp;</b>\n```\n\n`<i>`\n',
    );
    expect(page).not.toMatch(/alert\(1\)<\/script|<img src=x|<b>|<i>|javascript:/);
    expect(page).toContain("&lt;b&gt;&amp;amp;&lt;/b&gt;");
    expect(page).toContain("&quot;y&quot; &amp; z");
  });
});
