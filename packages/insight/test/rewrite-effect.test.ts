import { renderFix, renderMarkdown, renderText } from "@gradable/render";
import { describe, expect, test } from "vitest";
import { type MadeScan, makeReport, mixedScan } from "../../render/test/make-report.js";
import { isHarmful, rewriteEffect } from "../src/report/rewrite-effect.js";

const suggestion = (tool: string, toolIndex: number, addedTokens: number) => ({
  tool,
  toolIndex,
  mode: "append" as const,
  text: "It does more.",
  addedTokens,
});

/** One suggestion helps, one hurts its own tool, one draws requests from a tool that has none. */
const scan: MadeScan = {
  tools: { helped: 10, hurt: 10, greedy: 10, robbed: 10, calm: 10 },
  tasks: [
    { tool: "helped", prompt: "a", picked: ["calm"], pickedAfter: ["helped"] },
    { tool: "helped", prompt: "b" },
    { tool: "hurt", prompt: "c", pickedAfter: [null] },
    { tool: "hurt", prompt: "d" },
    { tool: "greedy", prompt: "e" },
    { tool: "robbed", prompt: "f", pickedAfter: ["greedy"] },
    { tool: "robbed", prompt: "g", pickedAfter: ["greedy"] },
    { tool: "calm", prompt: "h" },
  ],
  defects: ["helped", "hurt", "greedy", "calm"].map((tool) => ({
    tool,
    toolIndex: ["helped", "hurt", "greedy", "robbed", "calm"].indexOf(tool),
    type: "no_return_description",
    evidence: "Nothing says what it gives back.",
  })),
  suggestions: [
    suggestion("helped", 0, 7),
    suggestion("hurt", 1, 5),
    suggestion("greedy", 2, 3),
    suggestion("calm", 4, -1),
  ],
};

describe("rewriteEffect", () => {
  const report = makeReport(scan);
  const effect = rewriteEffect(report);

  test("counts what moved, request by request [M3.5]", () => {
    expect(effect).toMatchObject({ lost: 3, gained: 1, addedTokens: 14 });
    expect(effect?.picked).toMatchObject({ requests: 8, before: 7 / 8, after: 5 / 8, difference: -2 / 8 });
    expect(effect?.newlyConfused).toEqual([{ expected: "robbed", picked: "greedy", trials: 2 }]);
  });

  test("orders tools by net effect, and a suggestion answers for what it draws away [M3.5]", () => {
    expect(effect?.tools.map(({ tool, net }) => [tool, net])).toEqual([
      ["helped", 1],
      ["calm", 0],
      ["hurt", -1],
      ["greedy", -2],
      ["robbed", -2],
    ]);
    expect(effect?.tools.filter(isHarmful).map(({ tool }) => tool)).toEqual(["hurt", "greedy"]);
  });

  test("every output says when a suggestion hurt [M3.5]", () => {
    const fix = renderFix(report);
    expect(fix.match(/\*\*It hurt: do not use it as it is\.\*\*/g)).toHaveLength(2);
    expect(fix).toContain("| `greedy` | −2 | 1 of 1 | 1 of 1 |");
    expect(fix).toContain("| `robbed` | `greedy` | 2 |");
    const rows = ["helped", "calm", "hurt", "greedy"].map((tool) =>
      fix.indexOf(`| \`${tool}\` | `, fix.indexOf("By tool, best")),
    );
    expect(rows).toEqual([...rows].sort((a, b) => a - b));
    for (const text of [
      renderMarkdown(report),
      renderText(report, { color: false, width: 100 }).replace(/\s+/g, " "),
    ]) {
      expect(text).toContain("7 of 8 as declared, 5 of 8 with the suggestions");
      expect(text).toContain("2 suggestions hurt: do not use them as they are");
    }
  });

  test("with several trials a request is still one case, and counts by its share", () => {
    const repeated = makeReport({
      tools: { a: 10, b: 10 },
      tasks: [
        { tool: "a", prompt: "x", picked: ["a", "a"], pickedAfter: ["a", "b"] },
        { tool: "b", prompt: "y", picked: ["b", "b"], pickedAfter: ["b", "b"] },
      ],
      defects: [{ tool: "a", toolIndex: 0, type: "no_return_description", evidence: "Nothing." }],
      suggestions: [suggestion("a", 0, 2)],
    });
    expect(rewriteEffect(repeated)).toMatchObject({
      picked: { requests: 2, before: 1, after: 0.75 },
      lost: 1,
      newlyConfused: [{ expected: "a", picked: "b", trials: 1 }],
    });
  });

  test("is null without a rewrite, and a request graded once says nothing", () => {
    expect(rewriteEffect(makeReport({ ...mixedScan, suggestions: [], defects: [] }))).toBeNull();
    const ungraded = makeReport({
      ...scan,
      tasks: [
        ...scan.tasks,
        ...Array.from({ length: 3 }, (_, index) => ({ tool: "calm", prompt: `n${index}` })),
        { tool: "calm", prompt: "z", unusable: true },
      ],
    });
    expect(rewriteEffect(ungraded)?.picked?.requests).toBe(11);
  });
});
