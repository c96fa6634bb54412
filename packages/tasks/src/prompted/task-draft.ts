import type { JsonValue, Surface, SurfaceTool } from "@gradable/contract";
import { isRecord } from "@gradable/model";
import { validateArguments } from "@gradable/schema";

/** Words in a row that count as copied (METHODOLOGY, tasks). */
const COPIED_RUN_WORDS = 5;

/**
 * The rules a written request must keep, so that it asks without telling the answer: it names no tool, copies
 * no run of five words from a description, its arguments fit the tool's schema with a value for every
 * required parameter, the values that cannot be worked out stand in it, and nothing in the set equals it.
 */
export class TaskDraftRules {
  readonly #tools: readonly SurfaceTool[];
  readonly #seen = new Set<string>();
  readonly #names: readonly { readonly name: string; readonly pattern: RegExp }[];
  readonly #runs = new Set<string>();

  constructor(surface: Surface) {
    this.#tools = surface.tools;
    // A name of several parts is a leak wherever it stands; a plain word ("search") is only one for its own
    // tool.
    this.#names = surface.tools
      .filter(({ name }) => isCompound(name))
      .map(({ name }) => ({ name, pattern: wholeWord(name) }));
    for (const { description } of surface.tools) {
      for (const run of runsOf(wordsOf(description ?? ""))) this.#runs.add(run);
    }
  }

  /** What is wrong with a request, in a clause of our words; `undefined` when it may be used. */
  problem(toolIndex: number, request: string, args: Record<string, JsonValue>): string | undefined {
    const tool = this.#tools[toolIndex] as SurfaceTool;
    if (tool.name !== "" && (wholeWord(tool.name).test(request) || spells(request, tool.name)))
      return "it names its tool";
    const named = this.#names.find(({ pattern }) => pattern.test(request));
    if (named !== undefined) return `it names the tool ${JSON.stringify(named.name.slice(0, 80))}`;
    const words = wordsOf(request);
    if (words.length === 0) return "it has no words";
    if (runsOf(words).some((run) => this.#runs.has(run)))
      return `it copies ${COPIED_RUN_WORDS} words in a row from a description`;
    const missing = requiredOf(tool).find((name) => !Object.hasOwn(args, name));
    if (missing !== undefined)
      return `it has no value for the required parameter ${JSON.stringify(missing.slice(0, 80))}`;
    const checked = validateArguments(tool, args);
    if (!checked.wellFormed && isUsable(tool))
      return `its arguments do not fit the input schema: ${checked.violations[0]}`;
    const declared = JSON.stringify(tool.inputSchema ?? null);
    const hidden = literals(args).find(
      // A value that the schema spells out (an enum's) can be worked out from other words.
      (value) =>
        !declared.includes(JSON.stringify(value)) && !request.toLowerCase().includes(value.toLowerCase()),
    );
    if (hidden !== undefined)
      return `its argument ${JSON.stringify(hidden.slice(0, 80))} stands nowhere in the request`;
    if (this.#seen.has(words.join(" "))) return "the same request is there already";
    return undefined;
  }

  accept(request: string): void {
    this.#seen.add(wordsOf(request).join(" "));
  }
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** Words of any script, lower case: languages that write no spaces have words too. */
function wordsOf(text: string): string[] {
  // A description of a megabyte is not read to its end by anyone who could copy from it.
  const words = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, 20_000).toLowerCase()))
    if (isWordLike) words.push(segment);
  return words;
}

function runsOf(words: readonly string[]): string[] {
  const runs = [];
  for (let at = 0; at + COPIED_RUN_WORDS <= words.length; at++)
    runs.push(words.slice(at, at + COPIED_RUN_WORDS).join(" "));
  return runs;
}

function isCompound(name: string): boolean {
  return /[^\p{L}]/u.test(name.trim()) || /\p{Ll}\p{Lu}/u.test(name);
}

function wholeWord(text: string): RegExp {
  const escaped = text.trim().replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "iu");
}

/** Whether the parts of a name stand in the request one after another: "create issue" for `create_issue`. */
function spells(request: string, name: string): boolean {
  const parts = wordsOf(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_\-./:]+/g, " "));
  return parts.length > 1 && ` ${wordsOf(request).join(" ")} `.includes(` ${parts.join(" ")} `);
}

function requiredOf(tool: SurfaceTool): string[] {
  const required: unknown = isRecord(tool.inputSchema) ? tool.inputSchema.required : undefined;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
}

/**
 * Whether the schema can be checked at all: where it is broken, no arguments fit, and the request is not to
 * blame.
 */
function isUsable(tool: SurfaceTool): boolean {
  const { violations } = validateArguments(tool, {});
  return !violations.some((text) => /^the input schema/.test(text));
}

/** Text values that nobody could work out from other words: paths, addresses, identifiers. */
function literals(value: JsonValue): string[] {
  if (typeof value === "string")
    return /[/\\@]|:\/\/|_|\w\d+\w|^#/.test(value) && !isDate(value) && value.length <= 200 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(literals);
  return isRecord(value) ? Object.values(value as Record<string, JsonValue>).flatMap(literals) : [];
}

/** A date is said in many ways ("next Monday, nine o'clock"). */
function isDate(value: string): boolean {
  return /^\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value);
}
