import type { Format } from "./format.js";

export type { Format, ScoredContext } from "./format.js";

/** Every format of `scan`, in the order help lists them: its name, and how its file is loaded once it is asked for. */
export const FORMATS = {
  text: () => import("./text.js"),
  json: () => import("./json.js"),
  markdown: () => import("./markdown.js"),
  github: () => import("./github.js"),
  sarif: () => import("./sarif.js"),
  junit: () => import("./junit.js"),
} satisfies Record<string, () => Promise<{ readonly format: Format }>>;

export type FormatId = keyof typeof FORMATS;

/** Names of the formats, as `--format` takes them. */
export const formatIds = (): FormatId[] => Object.keys(FORMATS) as FormatId[];

/** The format of a name. */
export async function loadFormat(id: FormatId): Promise<Format> {
  return (await FORMATS[id]()).format;
}
