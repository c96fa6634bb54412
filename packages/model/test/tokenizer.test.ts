import { canonicalJson, type JsonValue } from "@gradable/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionTokens, toolDefinition } from "../src/tokens/definition-tokens.js";
import { loadTokenizer } from "../src/tokens/tokenizer.js";

describe("loadTokenizer", () => {
  it("counts o200k_base tokens exactly", async () => {
    const tokenizer = await loadTokenizer("o200k_base");
    expect(tokenizer).toMatchObject({ source: "exact", name: "o200k_base" });
    // Known splits of o200k_base: "hello world" is two tokens, a special token's spelling is ordinary text.
    expect(tokenizer.count("hello world")).toBe(2);
    expect(tokenizer.count("")).toBe(0);
    expect(tokenizer.count("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("estimates UTF-8 bytes ÷ 4, rounded up", async () => {
    const tokenizer = await loadTokenizer("estimate");
    expect(tokenizer).toMatchObject({ source: "estimated", name: "utf8-bytes-div-4" });
    expect([0, 1, 4, 5].map((length) => tokenizer.count("a".repeat(length)))).toEqual([0, 1, 1, 2]);
    expect(tokenizer.count("é日")).toBe(2);
  });

  it("takes seconds, not minutes, for a run of letters without a space", { timeout: 60_000 }, async () => {
    const tokenizer = await loadTokenizer("o200k_base");
    const startedAt = performance.now();
    expect(tokenizer.count("あ".repeat(100_000))).toBeGreaterThan(10_000);
    expect(tokenizer.count("😀".repeat(20_000))).toBeGreaterThan(10_000);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});

describe("definitionTokens", () => {
  it("counts what a model reads of the tools: name, description and schemas, nothing else", async () => {
    const tokenizer = await loadTokenizer("estimate");
    const tool = { name: "a", description: "b", inputSchema: { type: "object" } };
    const plain = definitionTokens([tool], tokenizer);
    // {"description":"b","inputSchema":{"type":"object"},"name":"a"} is 62 bytes; with its brackets 64.
    expect(plain).toEqual({ total: 16, perTool: [16] });
    expect(
      definitionTokens([{ ...tool, title: "T", annotations: { readOnlyHint: true } }], tokenizer),
    ).toEqual(plain);
  });
});

describe("definitionTokens of the exact tokenizer", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 30 });
  const hard = fc.constantFrom(
    "",
    "'s",
    "a's",
    "don't",
    "x'",
    "\\",
    '"',
    "}",
    "]",
    " ",
    "tail ",
    "\n",
    "7",
    "ſ",
    "é",
    "日本",
    "_",
    "/",
    "a/",
  );
  const words = fc.oneof(
    text,
    hard,
    fc.array(fc.oneof(text, hard), { maxLength: 4 }).map((parts) => parts.join("")),
  );
  const tool = fc.record(
    {
      name: words,
      description: words,
      inputSchema: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
      outputSchema: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
    },
    { requiredKeys: ["name"] },
  );

  it("is the count of the whole array, though each definition is counted once", async () => {
    const tokenizer = await loadTokenizer("o200k_base");
    fc.assert(
      fc.property(fc.array(tool, { maxLength: 5 }), (tools) => {
        const definitions = tools.map((each) => canonicalJson(toolDefinition(each)));
        expect(definitionTokens(tools, tokenizer)).toEqual({
          total: tokenizer.count(`[${definitions.join(",")}]`),
          perTool: definitions.map((definition) => tokenizer.count(definition)),
        });
      }),
      { numRuns: 500 },
    );
  });

  it("cuts long runs of signs at the same places, whether alone or between two definitions", async () => {
    const tokenizer = await loadTokenizer("o200k_base");
    for (const length of [250, 255, 256, 257, 600]) {
      const tools = [{ name: `a${"=".repeat(length)}` }, { name: `${"=".repeat(length)}b` }];
      expect(definitionTokens(tools, tokenizer).total).toBe(
        tokenizer.count(`[${tools.map((each) => canonicalJson(toolDefinition(each))).join(",")}]`),
      );
    }
  });
});
