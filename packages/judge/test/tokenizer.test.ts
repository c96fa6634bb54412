import { describe, expect, it } from "vitest";
import { definitionTokens, loadTokenizer } from "../src/tokenizer.js";

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
