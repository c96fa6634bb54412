import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatScore } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { exact } from "../src/exact.js";
import { deriveReport, type ReportEvidence } from "../src/report.js";
import { paperDesk } from "./paper-desk.js";

const methodology = readFileSync(join(import.meta.dirname, "../../../METHODOLOGY.md"), "utf8");
const section = methodology.slice(methodology.indexOf("## 9. A worked example"));

/** The rows of the tables of the section, by their first cell. */
const rows = new Map(
  section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    )
    .map(([head, ...cells]) => [head as string, cells]),
);

/** Evaluates a row's arithmetic, as a reader with a calculator for fractions would. */
function evaluated(arithmetic: string) {
  const source = arithmetic
    .replaceAll(",", "")
    .replaceAll("−", "-")
    .replaceAll("×", "*")
    .replaceAll("÷", "/");
  const tokens = source.match(/\d+(\.\d+)?|[-+*/()]/g) ?? [];
  let at = 0;
  const atom = (): ReturnType<typeof exact> => {
    const token = tokens[at++];
    if (token !== "(") return exact(token as string);
    const inner = sum();
    at++;
    return inner;
  };
  const product = () => {
    let value = atom();
    while (tokens[at] === "*" || tokens[at] === "/")
      value = tokens[at++] === "*" ? value.mul(atom()) : value.div(atom());
    return value;
  };
  const sum = (): ReturnType<typeof exact> => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-")
      value = tokens[at++] === "+" ? value.add(product()) : value.sub(product());
    return value;
  };
  return sum();
}

describe("the worked example [M9.1]", () => {
  const report = deriveReport(paperDesk());
  const { categories } = report.score;

  it.each(Object.entries(report.runs.baseline.metrics))("gives %s as the report does", (name, metric) => {
    const [counts, shown] = rows.get(name) as [string, string];
    expect(shown).toBe(metric.exact);
    expect(counts.replaceAll(",", "")).toBe(`${metric.numerator} ÷ ${metric.denominator}`);
  });

  it.each([
    ["safety", categories.safety.points],
    ["descriptionQuality", categories.legibility.inputs.descriptionQuality],
    ["disambiguationQuality", categories.legibility.inputs.disambiguationQuality],
    ["legibility", categories.legibility.points],
    ["definitionEfficiency", categories.economics.inputs.definition.efficiency],
    ["taskEfficiency", categories.economics.inputs.task?.efficiency],
    ["economics", categories.economics.points],
    ["discoverability", categories.discoverability.points],
    ["composite", report.score.composite],
  ])("gives %s as the report does, and its arithmetic leads there", (name, quantity) => {
    const [arithmetic, shown, rounded] = rows.get(name) as [string, string, string];
    expect(shown).toBe(quantity?.exact);
    expect(evaluated(arithmetic).toFraction()).toBe(shown);
    if (rounded !== "") expect(rounded).toBe(formatScore(shown));
  });

  it("gives the counts that it tells", () => {
    expect(report.runs.baseline.counts).toMatchObject({ promptTokens: 24_050, completionTokens: 430 });
    expect(section).toContain("read 24,050 tokens and wrote 430");
    expect(section).toContain(`Grade **${report.score.grade}**`);
  });

  it("gives the interval", () => {
    expect(report.score.ci95).toMatchObject({ state: "measured" });
    const { low, high } = report.score.ci95 as { low: number; high: number };
    expect(section).toContain(`The interval is ${low} to ${high}`);
  });

  it("gives the variants without safety and with responses", () => {
    const variant = (change: (evidence: ReportEvidence) => ReportEvidence) =>
      deriveReport(change(paperDesk())).score;
    const unmeasured = variant((evidence) => ({
      ...evidence,
      surface: {
        ...evidence.surface,
        tools: evidence.surface.tools.map((tool) => ({ ...tool, destructive: false })),
      },
    }));
    expect(section).toContain(
      `= ${unmeasured.composite.exact}, shown ${formatScore(unmeasured.composite.exact)}, a ${unmeasured.grade}`,
    );
    const withResponses = variant((evidence) => ({
      ...evidence,
      economics: { ...evidence.economics, responses: { count: 3, totalTokens: 2_400, source: "exact" } },
    })).categories.economics.points;
    const points = withResponses?.exact as string;
    expect(section).toContain(`= ${points}, shown ${formatScore(points)}`);
    expect(evaluated("20 × (0.50 × 49/50 + 0.30 × 847/900 + 0.20 × 24/25)").toFraction()).toBe(points);
    expect(evaluated("100 × (2673/100 + 868/45 + 16) ÷ 70").toFraction()).toBe(unmeasured.composite.exact);
  });
});
