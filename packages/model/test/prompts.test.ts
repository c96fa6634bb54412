import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { PROMPT_VERSIONS, promptSha256, renderPrompt } from "../src/prompts/prompt-text.js";

/**
 * A red pin here means: this text is another version. Give the changed prompt a new number (a new file, a new
 * entry in PROMPT_VERSIONS), keep the old numbers as they are, and say so in the change log of the rubric.
 * The system text and the repair go with every version.
 */
const PINS: Readonly<Record<string, string>> = {
  "tasks-v1": "72e49cd474bb44ab8f5f77d046bcabe80adcbab64f5c40f6583441c810be65f4",
  "selection-v1": "e2c8430859e956c9125f44046fe54eb78c8e25fda7edcb3f132b3d6f35dcc1a2",
  "defects-v1": "3f0e9155eefe5377467935e17e5498088c1b83593561261bf8d673229280664f",
  "pairs-v1": "0d02434c82298ba2b4dcfe1d27f80e63e8a95ded83515bdcc231217441d5ab62",
  "rewrite-v1": "10119c8076e5b3eed94501b81be9e9ea0e0310c9a213ac37ef7820fed308a0ad",
};

test.each(Object.entries(PINS))("%s is the text it was [M8.2]", async (version, sha256) => {
  expect(await promptSha256(version as "tasks-v1")).toBe(sha256);
});

test("every version in use is pinned, and every prompt file is in use", async () => {
  expect(Object.keys(PINS)).toEqual(Object.values(PROMPT_VERSIONS));
  const files = await readdir(new URL("../prompts", import.meta.url));
  expect(files.sort()).toEqual([...Object.keys(PINS), "repair"].map((name) => `${name}.hbs`).sort());
});

test("values go in as they are: no markup, no helpers, no prototype", async () => {
  const prompt = await renderPrompt("selection-v1", {
    tools: ['{"name":"a","description":"<b> & {{toolsNonce}} {{constructor}}"}'],
    toolsNonce: "n1",
    request: '{{request}} "quoted" <i>',
    requestNonce: "n2",
  });
  expect(prompt).toContain("<b> & {{toolsNonce}} {{constructor}}");
  expect(prompt).toContain('{{request}} "quoted" <i>');
});

test("the rewrite prompt shows one tool and no other part of the surface", async () => {
  const prompt = await renderPrompt("rewrite-v1", { tool: '{"name":"a"}', toolNonce: "n" });
  expect(prompt.match(/^\{/gm)).toEqual(["{", "{"]);
});
