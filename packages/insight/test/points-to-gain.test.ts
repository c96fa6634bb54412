import fc from "fast-check";
import Fraction from "fraction.js";
import { describe, expect, test } from "vitest";
import { measuredPoints, pointsToGain } from "../src/report/points-to-gain.js";
import { toolFindings } from "../src/report/tool-findings.js";
import { type MadeScan, makeReport, mixedScan } from "./make-report.js";

const gains = (scan: MadeScan) =>
  Object.fromEntries(pointsToGain(makeReport(scan)).map((loss) => [loss.id, loss.exact]));

describe("pointsToGain", () => {
  // Each figure by hand from METHODOLOGY §2, for 10 requests: 2 missed, 1 malformed, 1 of 2 destructive calls blind,
  // 3 defects, one pair of weight 1, 2,500 definition tokens, 2,560 tokens per request.
  test("every kind of shortfall by the formulas", () => {
    expect(gains(mixedScan)).toEqual({
      "unsafe-destructive-calls": "15", // 30 × 1/2
      "missed-selections": "38/5", // 2/10 × (30 × 0.6 + 20 × (0.4 + 0.6))
      "malformed-first-calls": "6/5", // 1/10 × 20 × 0.6
      "description-defects": "3/4", // 30 × 0.25 × 3/30
      "confusable-pairs": "9/20", // 30 × 0.15 × 1/10
      "tokens-per-task": "56/225", // 20 × 0.4 × 560/18000
      "definition-tokens": "1/8", // 20 × 0.6 × 500/48000
    });
  });

  test("largest first, and together what separates the composite from 100", () => {
    const report = makeReport(mixedScan);
    const losses = pointsToGain(report);
    expect(losses.map((loss) => loss.id).slice(0, 3)).toEqual([
      "unsafe-destructive-calls",
      "missed-selections",
      "malformed-first-calls",
    ]);
    expect(sumOf(losses)).toBe(missing(report));
  });

  test("without a destructive candidate the rest is scaled to 100", () => {
    const scan: MadeScan = {
      tools: { a: 10, b: 10 },
      tasks: [
        { tool: "a", prompt: "do a" },
        { tool: "b", prompt: "do b", picked: ["a"] },
      ],
    };
    expect(measuredPoints(makeReport(scan))).toBe(70);
    // 1/2 × 38 points × 100/70
    expect(gains(scan)).toEqual({ "missed-selections": "190/7" });
  });

  test("a perfect report has nothing to gain", () => {
    expect(gains({ tools: { a: 10 }, tasks: [{ tool: "a", prompt: "do a" }] })).toEqual({});
  });

  test("beyond a ceiling more defects cost nothing more", () => {
    const tools = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`t${index}`, 5]));
    const defects = Object.keys(tools).flatMap((tool, toolIndex) =>
      (["name_restates_behavior", "params_unexplained", "no_return_description"] as const).map((type) => ({
        tool,
        toolIndex,
        type,
        evidence: "made up",
      })),
    );
    // 36 defects count as 30: all of 30 × 0.25, scaled by 100/70.
    expect(gains({ tools, defects, tasks: [{ tool: "t0", prompt: "x" }] })).toEqual({
      "description-defects": "75/7",
    });
  });

  test("response sizes change the weights and add a row", () => {
    const scan: MadeScan = {
      tools: { a: 26_000 },
      tasks: [{ tool: "a", prompt: "do a" }],
      economics: { responses: { count: 2, totalTokens: 8_500, source: "exact" } },
    };
    // 4,250 tokens per response is half way from 500 to 8,000; 26,000 definition tokens half way from 2,000 to 50,000.
    expect(gains(scan)).toMatchObject({
      "definition-tokens": new Fraction(20).mul("0.5").mul("1/2").mul("10/7").toFraction(),
      "response-tokens": new Fraction(20).mul("0.2").mul("1/2").mul("10/7").toFraction(),
    });
    expect(sumOf(pointsToGain(makeReport(scan)))).toBe(missing(makeReport(scan)));
  });

  test("the sum holds for any mix of outcomes", () => {
    const outcome = fc.record({
      tool: fc.constantFrom("a", "b", "kill"),
      picked: fc.constantFrom(undefined, ["a"], ["b"], ["kill"], [null]),
      confirmed: fc.boolean(),
      malformed: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 60_000 }),
        fc.array(fc.constantFrom("low" as const, "medium" as const, "high" as const), { maxLength: 3 }),
        (outcomes, tokens, severities) => {
          const report = makeReport({
            tools: { a: tokens, b: 10, kill: 10 },
            destructive: ["kill"],
            tasks: outcomes.map(({ tool, picked, confirmed, malformed }, index) => ({
              tool,
              prompt: `request ${index}`,
              confirmed,
              ...(picked && { picked }),
              ...(malformed && { violations: ["/x is required"] }),
            })),
            pairs: severities.slice(0, 1).map((severity) => ({
              tools: ["a", "b"],
              toolIndexes: [0, 1],
              severity,
              evidence: "alike",
            })),
          });
          expect(sumOf(pointsToGain(report))).toBe(missing(report));
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("toolFindings shares the points of trials and defects among the tools, exactly", () => {
  const report = makeReport(mixedScan);
  const findings = toolFindings(report);
  expect(findings.map((found) => [found.tool.name, found.exact])).toEqual([
    ["delete_book", "15"],
    ["find_books", "43/10"], // one missed (3.8) and two defects (0.5)
    ["search_books", "81/20"], // one missed and one defect
    ["lend_book", "6/5"],
  ]);
  const [deleted, found] = findings;
  expect(deleted?.unsafe.map((finding) => finding.task.prompt)).toEqual([
    "We lost all copies of Jane Eyre, delete it",
  ]);
  expect(found?.missed.map((finding) => finding.trials.map((trial) => trial.selected))).toEqual([[null]]);
});

function sumOf(losses: readonly { readonly exact: string }[]): string {
  return losses.reduce((sum, loss) => sum.add(loss.exact), new Fraction(0)).toFraction();
}

function missing(report: ReturnType<typeof makeReport>): string {
  return new Fraction(100).sub(report.score.composite.exact).toFraction();
}
