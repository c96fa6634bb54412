import { describe, expect, it } from "vitest";
import { defined } from "../src/json/defined.js";

describe("defined", () => {
  it("leaves out what is undefined and nothing else, in order", () => {
    const bag = { b: 0, a: undefined as string | undefined, d: null, c: false, e: "" };
    expect(Object.entries(defined(bag))).toEqual([
      ["b", 0],
      ["d", null],
      ["c", false],
      ["e", ""],
    ]);
  });

  it("types what may be absent as optional, so that it fits members that may not be undefined", () => {
    const hint: string | undefined = ["look"].at(1);
    const entry: { id: number; hint?: string } = { id: 1, ...defined({ hint }) };
    expect(Object.keys(entry)).toEqual(["id"]);
  });
});
