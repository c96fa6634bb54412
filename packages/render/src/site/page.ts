import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import Handlebars from "handlebars";
import type { Html, Shown } from "./html.js";

/** What a template may be given: neutralised text, markup of ours, numbers, flags, and lists and objects of them. */
export type View =
  | Shown
  | Html
  | number
  | boolean
  | null
  | undefined
  | readonly View[]
  | { readonly [key: string]: View };

const TEMPLATES = new URL("../../templates/site/", import.meta.url);

// Own instance: helpers and partials of another user of the library must not reach these pages.
const handlebars = Handlebars.create();
const templates = new Map<string, Handlebars.TemplateDelegate>();

function load(): void {
  for (const file of readdirSync(TEMPLATES)) {
    const name = basename(file, ".hbs");
    // Escaping is on: text is escaped wherever a template puts it.
    const template = handlebars.compile(readFileSync(new URL(file, TEMPLATES), "utf8"), {
      strict: true,
      knownHelpersOnly: true,
    });
    handlebars.registerPartial(name, template);
    templates.set(name, template);
  }
}

/** Fills the template of a name with a view. */
export function fill<Fields extends { readonly [Key in keyof Fields]: View }>(
  name: string,
  view: Fields,
): string {
  if (templates.size === 0) load();
  const template = templates.get(name);
  if (template === undefined) throw new RangeError(`There is no template ${name}.`);
  return `${template(view).trim()}\n`;
}
