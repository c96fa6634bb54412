import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainText } from "../src/plain-text.js";

describe("plainText", () => {
  it.each([
    ["keeps ordinary text", "Grüße, 世界 👋", "Grüße, 世界 👋"],
    ["folds white space", "  a\t b\r\n\n c ", "a b c"],
    ["shows a terminal escape", "\u001b[31mred", "\\u{1b}[31mred"],
    ["shows a C1 control", "a\u009b2Jb", "a\\u{9b}2Jb"],
    ["shows NUL and backspace", "a\u0000b\u0008c", "a\\u{0}b\\u{8}c"],
    ["shows a bidi override", "user\u202egpj.exe", "user\\u{202e}gpj.exe"],
    ["shows bidi isolates and marks", "\u2066a\u2069\u200eb", "\\u{2066}a\\u{2069}\\u{200e}b"],
    ["shows zero-width characters", "pay\u200bpal\u2060", "pay\\u{200b}pal\\u{2060}"],
    ["shows tag characters", "a\u{e0041}b", "a\\u{e0041}b"],
    ["shows a lone surrogate", "a\ud800b", "a\\u{d800}b"],
    ["shows a soft hyphen", "ad\u00admin", "ad\\u{ad}min"],
    ["takes line separators for white space", "a\u2028b\u2029c", "a b c"],
    ["takes a byte order mark at the edge for white space", "\ufeffa", "a"],
    ["takes a no-break space for a space", "a\u00a0b", "a b"],
  ])("%s", (_what, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it("keeps emoji sequences readable though their joiner is shown", () => {
    expect(plainText("👨\u200d👩")).toBe("👨\\u{200d}👩");
  });

  it("cuts by code points, the ellipsis included, and never through a pair", () => {
    expect(plainText("😀".repeat(10), { maxChars: 4 })).toBe("😀😀😀…");
    expect(plainText("abcd", { maxChars: 4 })).toBe("abcd");
    expect(plainText("abcde", { maxChars: 4 })).toBe("abc…");
    expect(plainText("abc", { maxChars: 1 })).toBe("…");
  });

  it("keeps line breaks when asked, and nothing else of the kind", () => {
    expect(plainText("a  b\r\nc\rd\u2028e\u0007", { multiline: true })).toBe("a b\nc\nd e\\u{7}");
  });

  it("takes anything for text", () => {
    expect(plainText(undefined)).toBe("undefined");
    expect(plainText(12)).toBe("12");
    expect(plainText(null)).toBe("null");
  });

  it("does not walk a huge text to show its start", () => {
    const huge = " x".repeat(50_000_000);
    const before = process.cpuUsage();
    expect(plainText(huge)).toHaveLength(300);
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });

  it("never lets a character through that acts, and never exceeds its length", () => {
    const acting = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.integer({ min: 1, max: 80 }),
        (text, maxChars) => {
          const shown = plainText(text, { maxChars });
          expect(acting.test(shown)).toBe(false);
          expect([...shown].length).toBeLessThanOrEqual(maxChars);
        },
      ),
    );
  });
});
