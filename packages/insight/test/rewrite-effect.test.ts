import { describe, expect, test } from "vitest";
import { isHarmful, rewriteEffect } from "../src/report/rewrite-effect.js";
import { makeReport, mixedScan } from "./make-report.js";
import { rewrittenScan as scan, suggestion } from "./rewritten-scan.js";

describe("rewriteEffect", () => {
  const report = makeReport(scan);
  const effect = rewriteEffect(report);

  test("counts what moved, request by request [M3.5]", () => {
    expect(effect?.addedTokens).toBe(14);
    expect(effect?.lost.map(({ task, pickedAfter }) => [task.prompt, pickedAfter])).toEqual([
      ["c", [null]],
      ["f", ["greedy"]],
      ["g", ["greedy"]],
    ]);
    expect(effect?.gained.map(({ task }) => task.prompt)).toEqual(["a"]);
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
      lost: [{ pickedAfter: ["a", "b"] }],
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
