import { describe, expect, it } from "vitest";
import { jsonText } from "../src/json-text.js";

describe("jsonText", () => {
  it("is indented JSON that ends with a line break", () => {
    expect(jsonText({ a: [1], é: "工具" })).toBe('{\n  "a": [\n    1\n  ],\n  "é": "工具"\n}\n');
  });

  it("escapes what would act on a terminal or a page, and reads back the same", () => {
    const document = { "a\u009b31m": "\u001b[31m\u202eevil\u2028\u{e0041}\ufeff\u200d\ud800" };
    const text = jsonText(document);
    expect(text).toBe(
      '{\n  "a\\u009b31m": "\\u001b[31m\\u202eevil\\u2028\\udb40\\udc41\\ufeff\\u200d\\ud800"\n}\n',
    );
    expect(JSON.parse(text)).toEqual(document);
  });
});
