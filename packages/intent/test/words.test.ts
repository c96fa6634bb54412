import { describe, expect, it } from "vitest";
import { wordsOf } from "../src/words.js";

describe("wordsOf", () => {
  it.each([
    ["getUserByID", ["get", "user", "by", "id"]],
    ["list_pull-requests.v2", ["list", "pull", "requests", "v", "2"]],
    ["HTMLFile2PDF", ["html", "file", "2", "pdf"]],
    [
      "What's in the user's folder? I don't know",
      ["what", "in", "the", "user", "folder", "i", "don't", "know"],
    ],
    ["Kärntner Straße", ["kärntner", "straße"]],
    ["删除文件", ["删除", "除文", "文件"]],
    ["🎉", []],
    ["", []],
  ])("takes %j apart", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("is bounded on a text of a megabyte", () => {
    expect(wordsOf("word ".repeat(200_000))).toHaveLength(2000);
    expect(wordsOf("a".repeat(1_000_000)).length).toBeLessThanOrEqual(2000);
  });
});
