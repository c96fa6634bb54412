import { readFile } from "node:fs/promises";
import { type JudgeStage, sha256Text } from "@gradable/contract";
import { SYSTEM_TEXT } from "../adapters/adapter.js";

/**
 * The version of each prompt, as reports record it. A version is pinned to its text by a test: another text
 * is another version, and scores across two versions are not compared.
 */
export const PROMPT_VERSIONS = {
  tasks: "tasks-v1",
  selection: "selection-v1",
  defects: "defects-v1",
  pairs: "pairs-v1",
  rewrite: "rewrite-v1",
} as const satisfies Record<JudgeStage, string>;

export type PromptFile = (typeof PROMPT_VERSIONS)[JudgeStage] | "repair";

type Template = (data: Readonly<Record<string, unknown>>) => string;

const templates = new Map<PromptFile, Promise<Template>>();

/**
 * A prompt with its data put in. Values go in as they are: what is hostile is fenced and, for tools, JSON on
 * one line. Every value a template names must be in `data`.
 */
export async function renderPrompt(
  name: PromptFile,
  data: Readonly<Record<string, unknown>>,
): Promise<string> {
  let template = templates.get(name);
  if (template === undefined) {
    template = load(name);
    templates.set(name, template);
  }
  return (await template)(data);
}

async function load(name: PromptFile): Promise<Template> {
  // Loaded here: a scan by the embedded judge must not pay for it.
  const [{ default: handlebars }, source] = await Promise.all([import("handlebars"), promptSource(name)]);
  return handlebars.compile<Readonly<Record<string, unknown>>>(source, {
    noEscape: true,
    knownHelpersOnly: true,
  });
}

/** The text of a prompt file. */
function promptSource(name: PromptFile): Promise<string> {
  // The same place from `src/prompted` and from `dist/prompted`.
  return readFile(new URL(`../../prompts/${name}.hbs`, import.meta.url), "utf8");
}

/**
 * What a prompt version is pinned by: sha256 of its own text and of the two texts that go with all of them.
 */
export async function promptSha256(name: PromptFile): Promise<string> {
  return sha256Text([SYSTEM_TEXT, await promptSource(name), await promptSource("repair")].join("\0"));
}
