import { expect, test } from "vitest";
import { readReply } from "../src/replies/reply.js";

interface Verdict {
  tool: string;
}
const check = (reply: unknown) => {
  const tool = (reply as Partial<Verdict> | null)?.tool;
  return typeof tool === "string" ? { value: { tool } } : { problem: "it has no tool" };
};
const VERDICT = '{"tool":"read_note"}';
const value = { value: { tool: "read_note" } };

test.each([
  ["strict JSON", VERDICT],
  ["white space and a byte order mark around it", `\uFEFF\n ${VERDICT} \n`],
  ["a fence", `\`\`\`json\n${VERDICT}\n\`\`\``],
  [
    "a fence without a language, and prose on both sides",
    `Here you are:\n\`\`\`\n${VERDICT}\n\`\`\`\nI chose it because {braces} fit.`,
  ],
  ["a fence that is never closed", `\`\`\`json\n${VERDICT}\n`],
  ["prose around", `The answer is ${VERDICT}, I think.`],
  ["prose with braces before it", `In {this} case: ${VERDICT}`],
  ["reasoning in think tags that holds another object", `<think>maybe {"tool":"sync"}?</think>${VERDICT}`],
  ["an object of another form before it", `{"note":"first"} then ${VERDICT}`],
  ["the same answer twice", `${VERDICT}\n${VERDICT}`],
  ["braces and quotes inside its strings", '{"tool":"read_note","why":"a \\"}\\" and { more"}'],
])("a usable reply: %s", (_, text) => {
  expect(readReply(text, check)).toEqual(value);
});

test.each([
  ["an empty reply", "", "it holds no JSON object", false],
  ["prose alone", "I would read the note.", "it holds no JSON object", false],
  ["the wrong form", '{"answer":1}', "it has no tool", false],
  ["a list", `[${VERDICT}]`, "it has no tool", false],
  ["two different answers", `${VERDICT} or {"tool":"sync"}`, "it holds several different answers", false],
  ["an object cut after 60 %", VERDICT.slice(0, 12), "it is cut off", true],
  ["a fence cut inside a string", '```json\n{"tool":"read_', "it is cut off", true],
  ["cut right after its opening", "Sure: {", "it is cut off", true],
])("an unusable reply: %s", (_, text, problem, truncated) => {
  expect(readReply(text, check)).toEqual({ problem, truncated });
});

test("a cut object is never completed, not even one that a closing brace would make valid [M8.6]", () => {
  expect(readReply('{"tool":"read_note"', check)).toEqual({ problem: "it is cut off", truncated: true });
});

test("a megabyte of opening braces ends quickly", () => {
  const started = performance.now();
  expect(readReply("{".repeat(1_000_000), check)).toEqual({
    problem: "it holds no JSON object",
    truncated: false,
  });
  expect(performance.now() - started).toBeLessThan(30_000);
});
