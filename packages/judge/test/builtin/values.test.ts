import { describe, expect, it } from "vitest";
import { maskValues, valuesOf } from "../../src/builtin/values.js";

const read = (prompt: string) => valuesOf(prompt).map(({ kind, text }) => `${kind} ${text}`);

describe("valuesOf", () => {
  it.each([
    ["Open https://example.com/a?b=1.", ["url https://example.com/a?b=1"]],
    ["Call it 'Don't panic' please, don't ask", ["quoted Don't panic"]],
    ["mail ines@example.com about docs/plan.md", ["email ines@example.com", "path docs/plan.md"]],
    ["from 2026-03-01 to 2026-03-02T10:00:00Z", ["date 2026-03-01", "date 2026-03-02T10:00:00Z"]],
    ["near 48.8583, 2.2945 within 2 km", ["coordinates 48.8583, 2.2945", "number 2"]],
    [
      "book bok_41kx, #14 and setLegacyTemp",
      ["identifier bok_41kx", "identifier #14", "identifier setLegacyTemp"],
    ],
    ['put {"rpm": 120} in limits.json', ['json {"rpm": 120}', "path limits.json"]],
    ["PR 77 in acme/shop, e.g. 1,200 lines", ["number 77", "pair acme/shop", "number 1,200"]],
    ["call +49 30 1234567", ["identifier +49 30 1234567"]],
    ["Nothing to see here.", []],
  ])("%s", (prompt, values) => {
    expect(read(prompt)).toEqual(values);
  });

  it("blanks the values and leaves the wish", () => {
    const prompt = "Delete the file notes/plan.md now";
    expect(maskValues(prompt, valuesOf(prompt)).replace(/\s+/g, " ")).toBe("Delete the file ; now");
  });

  it.each([
    "'".repeat(50_000),
    "{".repeat(50_000),
    "a.".repeat(50_000),
    "a_".repeat(50_000),
    "/".repeat(50_000),
    "1,".repeat(50_000),
    "a@".repeat(50_000),
  ])("is quick on hostile text %#", (prompt) => {
    const startedAt = performance.now();
    valuesOf(prompt);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
