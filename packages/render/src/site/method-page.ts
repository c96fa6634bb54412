import { Marked, type Tokens } from "marked";
import { singleFrame, siteFrame } from "./head.js";
import { Html, html, ours, shown } from "./html.js";
import { fill } from "./page.js";

/**
 * The method as a page. Every clause id such as `[M2.3]` is an anchor of that name, which pages of servers link to, and every
 * heading is one too. HTML in the text is left out, and so are links to files, which a site does not have.
 */
export function methodPage(markdown: string, form: "site" | "single" = "site"): string {
  const headings: { readonly id: string; readonly text: string }[] = [];
  const seen = new Set<string>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: () => "",
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = headingId(text);
        if (depth === 2) headings.push({ id, text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        return /^https?:\/\//.test(href)
          ? `<a href="${html`${shown(href, { maxChars: 2000 })}`}" rel="noreferrer">${text}</a>`
          : text;
      },
      image: ({ text }: Tokens.Image) => String(html`${shown(text)}`),
      strong({ tokens, text }: Tokens.Strong) {
        const id = /^\[(M\d+\.\d+)\]$/.exec(text)?.[1];
        if (id === undefined || seen.has(id)) return `<strong>${this.parser.parseInline(tokens)}</strong>`;
        seen.add(id);
        return `<a class="clause" id="${id}" href="#${id}">${id}</a>`;
      },
      text(token) {
        if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
        const escaped = String(html`${ours(token.text)}`);
        // A clause that is referred to.
        return escaped.replace(/\[(M\d+\.\d+)\]/g, '<a href="#$1">$1</a>');
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: "th" | "td") =>
          row
            .map(
              ({ tokens }) =>
                `<${tag}${tag === "th" ? ' scope="col"' : ""}>${this.parser.parseInline(tokens)}</${tag}>`,
            )
            .join("");
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(header, "th")}</tr></thead><tbody>${rows
          .map((row) => `<tr>${cells(row, "td")}</tr>`)
          .join("")}</tbody></table></div>\n`;
      },
      code: ({ text }: Tokens.Code) =>
        `<pre class="block" tabindex="0"><code>${html`${ours(text)}`}</code></pre>\n`,
    },
  });
  const body = marked.parse(markdown, { async: false });
  const title = {
    title: ours("Method"),
    description: ours("How a score is made, exactly enough to recompute it by hand."),
  };
  return fill("method", {
    frame: form === "single" ? singleFrame(title) : siteFrame({ ...title, root: "", section: "method" }),
    // Made by the renderer above, which escapes every text and keeps no HTML of its input.
    body: new Html(body),
    contents: headings.map(({ id, text }) => ({ id: ours(id), text: shown(text) })),
  });
}

/** The clauses of the method, which are anchors of its page. */
export function methodClauses(markdown: string): Set<string> {
  return new Set([...markdown.matchAll(/\*\*\[(M\d+\.\d+)\]\*\*/g)].map((match) => match[1] as string));
}

function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
