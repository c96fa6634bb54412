import { describe, expect, it } from "vitest";
import { withoutBlanks } from "../src/tool/blanks.js";

describe("withoutBlanks", () => {
  it.each([
    ["a blank", "List orders. [returns: …]", "List orders."],
    ["a blank with three dots", "List orders.\n\n[returns: ...]", "List orders."],
    [
      "what a suggestion says behind its blanks",
      "List orders.\n\n[when to use this instead of `x`: …] `limit`: at most 5.",
      "List orders.",
    ],
    ["only its own paragraph", "One.\n\n[returns: …] Two.\n\nThree.", "One.\n\nThree."],
    ["nothing of a list in brackets", "Takes [a: b, c: d] and [see…]", "Takes [a: b, c: d] and [see…]"],
  ])("leaves out %s", (_, text, expected) => {
    expect(withoutBlanks(text)).toBe(expected);
  });
});
