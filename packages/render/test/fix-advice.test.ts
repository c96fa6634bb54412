import { describe, expect, it } from "vitest";
import { type MadeScan, makeReport } from "../../insight/test/make-report.js";
import { renderFix } from "../src/views/fix.js";

const scan: MadeScan = {
  tools: { find: 10, search: 10 },
  tasks: [
    { tool: "find", prompt: "a", picked: ["search"] },
    { tool: "search", prompt: "b", picked: [null] },
  ],
};

describe("advice of the fix brief", () => {
  it("is there for a tool that has no defect and loses requests", () => {
    const brief = renderFix(makeReport(scan));
    expect(brief).toContain("has none of the defects that are looked for");
    expect(brief).toContain("say in `find` which requests are for it");
    expect(brief).toContain("where `search` could be mistaken for it");
    expect(brief).toContain("use in the description of `search` the words that such requests use");
  });

  it("does not call a tool free of defects that has one", () => {
    const defect = (tool: string, toolIndex: number) =>
      ({ tool, toolIndex, type: "no_return_description", evidence: "e" }) as const;
    const brief = renderFix(makeReport({ ...scan, defects: [defect("find", 0), defect("search", 1)] }));
    expect(brief).toContain("say in `find` which requests are for it");
    expect(brief).not.toContain("has none of the defects");
  });

  it("says from which folder a command line is meant, and of an address nothing", () => {
    const of = (target: NonNullable<MadeScan["target"]>) => renderFix(makeReport({ ...scan, target }));
    const folder = "scan again from the folder that scan ran in";
    expect(of({ kind: "stdio", label: "node server.js" })).toContain(folder);
    expect(of({ kind: "file", label: "surface.json" })).toContain(folder);
    expect(of({ kind: "npm", label: "npm:tiny@1.0.0" })).not.toContain(folder);
    expect(of({ kind: "http", label: "https://example.com/mcp" })).not.toContain(folder);
  });

  it("says that suggestions make calls safer, where they do", () => {
    const text = "Confirm first.";
    const risky: MadeScan = {
      tools: { drop: 10, keep: 10 },
      destructive: ["drop"],
      tasks: [
        { tool: "drop", prompt: "a", confirmed: true },
        { tool: "keep", prompt: "b", picked: ["drop"], pickedAfter: ["keep"] },
      ],
      suggestions: [{ tool: "drop", toolIndex: 0, mode: "append", text, addedTokens: 2 }],
    };
    const said = "destructive calls are asked about first in 1 of 1 (100 %), as declared in 1 of 2 (50 %)";
    expect(renderFix(makeReport(risky))).toContain(said);
    const [drop] = risky.tasks;
    const calm = { ...risky, tasks: drop === undefined ? [] : [drop] };
    expect(renderFix(makeReport(calm))).not.toContain("What they win beside that");
  });

  it("rounds tokens to the nearest, as a comparison does", () => {
    const report = makeReport({ ...scan, tools: { find: 900, search: 900 } });
    const { after_rewrite: _none, ...runs } = report.runs;
    const tokens = { ...report.runs.baseline.metrics.avgTokenCostPerTask, value: 952.7, exact: "9527/10" };
    const run = {
      ...report.runs.baseline,
      metrics: { ...report.runs.baseline.metrics, avgTokenCostPerTask: tokens },
    } as typeof report.runs.baseline;
    const brief = renderFix({ ...report, runs: { ...runs, baseline: run, after_rewrite: run } });
    expect(brief).toContain("| Tokens per request | 953 | 953 | 0 |");
  });
});
