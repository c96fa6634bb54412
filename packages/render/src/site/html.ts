import { plainText } from "@gradable/contract";
import Handlebars from "handlebars";
import type { Markup } from "../phrase/markup.js";

declare const shownBrand: unique symbol;
/**
 * Text that may be shown: written by us, or a server's text made plain. It still holds `<` and `&`, which every way into
 * a page escapes; a plain string is not one, so forgetting to neutralise does not compile.
 */
export type Shown = string & { readonly [shownBrand]: true };

/** Finished markup. Handlebars asks for `toHTML`, so `{{…}}` escapes text and lets this through, and no template needs `{{{`. */
export class Html {
  constructor(private readonly markup: string) {}

  toHTML(): string {
    return this.markup;
  }

  toString(): string {
    return this.markup;
  }
}

/**
 * A server's text for a page: one line, everything invisible or acting spelt out, cut to `maxChars` code points (default
 * 300). Text of which nothing can be seen is said to be empty.
 */
export function shown(text: unknown, options: { readonly maxChars?: number } = {}): Shown {
  const plain = plainText(text, options);
  return (plain.trim() === "" ? "(empty)" : plain) as Shown;
}

/** A server's text with its line breaks, for a block. */
export function shownBlock(text: unknown, options: { readonly maxChars?: number } = {}): Shown {
  return plainText(text, { maxChars: 4000, ...options, multiline: true }) as Shown;
}

/** Text of ours, or built of numbers. */
export function ours(text: string): Shown {
  return text as Shown;
}

/** Markup of ours with text set into it. Attributes are quoted in the markup; their values are escaped like any text. */
export function html(
  literals: TemplateStringsArray,
  ...parts: readonly (Shown | number | Html | readonly Html[])[]
): Html {
  const markup = parts.map((part) =>
    Array.isArray(part) ? part.join("") : Handlebars.escapeExpression(part as string),
  );
  return new Html(String.raw({ raw: literals }, ...markup));
}

/** Nothing. */
export const NO_HTML = new Html("");

/** Parts one after the other with a separator of ours between them. */
export function joinHtml(parts: readonly Html[], separator = ""): Html {
  return new Html(parts.join(separator));
}

/** A name a server declared, letter for letter. */
export function code(text: unknown, options: { readonly maxChars?: number } = {}): Html {
  return html`<code>${shown(text, { maxChars: 80, ...options })}</code>`;
}

/** Pages, for views that stand in several outputs. */
export const HTML: Markup<Shown | Html> = {
  ours,
  text: (server, maxChars) => shown(server, { maxChars }),
  name: (server, options) => code(server, options),
  join: (parts, separator) =>
    joinHtml(
      parts.map((part) => html`${part}`),
      separator,
    ),
};
