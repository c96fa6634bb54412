import type { Surface, SurfaceTool } from "@gradable/contract";
import { actOf, NOUN_TOO } from "../lexicon/acts.js";
import { alike, stemsOf } from "../lexicon/stems.js";
import { type ActPhrase, actPhraseOf } from "./act-phrase.js";
import { isNotForModel } from "./audience.js";
import { type EffectReading, effectOf } from "./effect.js";
import { type NamePhrase, namePhraseOf, sharedWords } from "./name-phrase.js";
import { sentencesOf } from "./sentences.js";

/** What a tool is for, read from its whole declaration, each part with where it comes from. Unknown parts are `undefined`. */
export interface ToolIntent {
  readonly index: number;
  readonly tool: SurfaceTool;
  readonly name: NamePhrase;
  /** What the description (else the title) says is done. */
  readonly purpose: ActPhrase | undefined;
  readonly effect: EffectReading;
  /** It says that it is not for a model to call. */
  readonly notForModel: boolean;
  /** Nothing is declared of what it does but its name: no description and no title with a word in it. */
  readonly onlyNamed: boolean;
  /** It says that it is not to be used any more. */
  readonly deprecated: boolean;
  /** Name and description speak of different things: no subject in common, and acts that exclude one another. */
  readonly contradicts: boolean;
}

/** The intents of all tools of a surface, in declared order. */
export function readTools(surface: Pick<Surface, "tools">): ToolIntent[] {
  const shared = sharedWords(surface);
  return surface.tools.map((tool, index) => readTool(tool, index, shared));
}

const DEPRECATED =
  /\bdeprecated\b(?! (?:fields?|parameters?|options?|features?|apis?|methods?|tools?))|\b(?:legacy|obsolete)\b[^.]{0,40}\buse\b/i;

function readTool(tool: SurfaceTool, index: number, shared: ReadonlySet<string>): ToolIntent {
  const name = namePhraseOf(tool.name, shared);
  const title = typeof tool.annotations?.title === "string" ? tool.annotations.title : tool.title;
  const description = tool.description ?? "";
  const purpose = actPhraseOf(description) ?? (title === undefined ? undefined : actPhraseOf(title));
  return {
    index,
    tool,
    name,
    purpose,
    effect: effectOf(tool, name, purpose),
    notForModel: isNotForModel(tool),
    onlyNamed: sentencesOf(`${description}\n${title ?? ""}`).length === 0,
    deprecated: DEPRECATED.test(description.slice(0, 600)),
    contradicts: purpose !== undefined && contradicts(name, purpose, description),
  };
}

/** Acts that a tool may be said to do in either word: to get, to list and to search; to create, to set and to start. */
const KINDRED: readonly ReadonlySet<string>[] = [
  new Set([
    "read",
    "list",
    "search",
    "count",
    "check",
    "analyze",
    "compare",
    "compute",
    "explain",
    "convert",
    "download",
    "think",
    "wait",
  ]),
  new Set([
    "create",
    "update",
    "connect",
    "start",
    "overwrite",
    "run",
    "send",
    "approve",
    "pay",
    "download",
    "convert",
    "stop",
  ]),
  new Set(["delete", "stop", "overwrite", "update"]),
  new Set(["run", "search", "read", "compute", "check", "start"]),
];

/** Whether two kinds of act can be the same deed in other words. */
export function kindred(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b || KINDRED.some((kin) => kin.has(a) && kin.has(b));
}

function contradicts(name: NamePhrase, purpose: ActPhrase, description: string): boolean {
  const named = [...name.object, ...name.qualifier].flatMap(stemsOf);
  if (named.length === 0) return false;
  const described = new Set(stemsOf(sentencesOf(description).slice(0, 3).join(" ")));
  const common = named.some(
    (stem) => described.has(stem) || alike(stem).some((other) => described.has(other)),
  );
  if (common)
    return (
      name.act !== undefined &&
      purpose.act !== undefined &&
      !NOUN_TOO.has(name.verb as string) &&
      opposed(name.verb, purpose.verb)
    );
  return !kindred(name.act, purpose.act) || (name.object.length >= 2 && stemsOf(purpose.rest).length >= 2);
}

const OPPOSITES: readonly (readonly [string, string])[] = [
  ["create", "delete"],
  ["read", "delete"],
  ["list", "delete"],
  ["search", "delete"],
  ["read", "create"],
  ["list", "create"],
  ["start", "stop"],
];

function opposed(a: string | undefined, b: string | undefined): boolean {
  const [x, y] = [a && actOf(a)?.id, b && actOf(b)?.id];
  return OPPOSITES.some(([p, q]) => (x === p && y === q) || (x === q && y === p));
}
