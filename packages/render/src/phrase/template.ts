import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Markdown } from "./markdown.js";

/** What a template may be given: neutralised text, numbers, flags, and lists and objects of them. */
export type View =
  | Markdown
  | number
  | boolean
  | null
  | undefined
  | readonly View[]
  | { readonly [key: string]: View };

type Template = (view: object) => string;
const compiled = new Map<string, Template>();

/** Loads Handlebars, synchronously: the renderers stay plain functions from data to text. The first template does so otherwise. */
export function loadTemplateEngine(): typeof import("handlebars") {
  return createRequire(import.meta.url)("handlebars") as typeof import("handlebars");
}

/**
 * Fills the Handlebars template at `url` with a view. Handlebars is loaded with the first template, so that programs
 * that render nothing do not pay for it. Its HTML escaping is off: a {@link View} holds no text that needs any.
 */
export function fillTemplate<Fields extends { readonly [Key in keyof Fields]: View }>(
  url: URL,
  view: Fields,
): Markdown {
  let template = compiled.get(url.href);
  if (template === undefined) {
    template = loadTemplateEngine().compile(readFileSync(url, "utf8"), { noEscape: true, strict: true });
    compiled.set(url.href, template);
  }
  return `${template(view)
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n` as Markdown;
}
