import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cutToWidth,
  padToWidth,
  painter,
  terminalText,
  visibleWidth,
  wrapToWidth,
} from "../src/phrase/terminal.js";
import { HOSTILE } from "./hostile.js";

test.each(Object.entries(HOSTILE))("terminalText: %s holds nothing a terminal acts on", (_name, text) => {
  const shown = terminalText(text);
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect([...shown].length).toBeLessThanOrEqual(300);
});

describe("widths", () => {
  test("wide characters take two columns and are never split", () => {
    expect(visibleWidth("工具")).toBe(4);
    expect(cutToWidth("工具箱", 4)).toBe("工…");
    expect(padToWidth("工", 4)).toBe("工  ");
  });

  test("a text that fits is left alone", () => {
    expect(cutToWidth("abc", 3)).toBe("abc");
    expect(cutToWidth("abcd", 3)).toBe("ab…");
  });

  test("colour codes take no columns", () => {
    expect(visibleWidth(painter(true)("red", "abc"))).toBe(3);
  });

  test("wrapping keeps every line within its columns and loses no word", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "工", " ", "é"), maxLength: 80 }),
        fc.integer({ min: 2, max: 20 }),
        (text, columns) => {
          const lines = wrapToWidth(text, columns);
          for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(columns);
          expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        },
      ),
    );
  });
});

test("without colour there is no escape character", () => {
  expect(painter(false)("red", "abc")).toBe("abc");
  expect(painter(true)("red", "abc")).toBe("\u001b[31mabc\u001b[0m");
});
