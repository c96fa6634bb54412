import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DOCUMENT_SCHEMAS } from "@gradable/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { generatedFiles, methodologyTables, withTables } from "../src/generated-docs.js";
import { deriveReport } from "../src/report.js";
import { RUBRIC } from "../src/rubric.js";
import { busyDesk, paperDesk } from "./paper-desk.js";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("generated files", () => {
  it.each(generatedFiles(read("METHODOLOGY.md")))(
    "$path is what the constants and schemas give",
    ({ path, text }) => {
      // Out of step? Run `npm run generate`, and read rubric/CHANGELOG.md before changing a constant.
      expect(read(path)).toBe(text);
    },
  );

  it("hold the constants of v1 [M7.1]", () => {
    // A pin: whoever changes one of these starts a new rubric version.
    expect(JSON.parse(read("rubric/rubric-v1.json"))).toEqual({
      methodology: "v1",
      points: { safety: 30, legibility: 30, economics: 20, discoverability: 20 },
      legibility: {
        selection: "0.60",
        descriptions: "0.25",
        disambiguation: "0.15",
        defectWeightCeiling: 30,
        pairWeightCeiling: 10,
        pairWeights: { low: "0.25", medium: "0.6", high: "1.0" },
      },
      economics: {
        withoutResponses: { definition: "0.60", task: "0.40" },
        withResponses: { definition: "0.50", task: "0.30", response: "0.20" },
        definitionTokens: { ideal: 2000, unacceptable: 50000 },
        tokensPerTask: { ideal: 2000, unacceptable: 20000 },
        responseTokens: { ideal: 500, unacceptable: 8000 },
      },
      discoverability: { selection: "0.40", firstCall: "0.60" },
      grades: { A: 90, B: 80, C: 70, D: 60 },
      validity: { minCompletionRate: "0.8", maxEvaluatorErrorRate: "0.1" },
    });
    expect(read("rubric/CHANGELOG.md")).toContain(`## ${RUBRIC.methodology}`);
  });

  it("describe real reports: JSON Schema 2020-12 accepts them and refuses a broken one", () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
    const validate = ajv.compile(JSON.parse(read("rubric/report-v1.schema.json")));
    for (const evidence of [paperDesk(), busyDesk()]) {
      const report = JSON.parse(JSON.stringify(deriveReport(evidence)));
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...report, extra: true })).toBe(false);
      expect(validate({ ...report, slug: "../../x" })).toBe(false);
      expect(validate({ ...report, score: { ...report.score, grade: "E" } })).toBe(false);
    }
  });

  it("are all valid JSON Schema 2020-12, with a definition for each noun", () => {
    for (const name of Object.keys(DOCUMENT_SCHEMAS)) {
      const schema = JSON.parse(read(`rubric/${name}-v1.schema.json`));
      expect(() => new Ajv2020({ strict: true, strictTypes: false }).compile(schema)).not.toThrow();
      expect(Object.keys(schema.$defs ?? {}).join()).not.toContain("__schema");
    }
  });
});

describe("withTables", () => {
  it("replaces what stands between the markers and keeps the prose", () => {
    const text = "before\n<!-- table:a -->\nold\n<!-- /table:a -->\nafter\n";
    const once = withTables(text, { a: "| new |\n" });
    expect(once).toBe("before\n<!-- table:a -->\n\n| new |\n\n<!-- /table:a -->\nafter\n");
    expect(withTables(once, { a: "| new |\n" })).toBe(once);
  });

  it("refuses a table without markers and a marker without a table", () => {
    expect(() => withTables("no markers", { a: "" })).toThrow("<!-- table:a -->");
    expect(() => withTables("<!-- table:b --><!-- /table:b -->", {})).toThrow("<!-- table:b -->");
  });

  it("has a table for everything that METHODOLOGY repeats of the constants", () => {
    expect(Object.keys(methodologyTables())).toEqual([
      "points",
      "weights",
      "ceilings",
      "pairs",
      "ranges",
      "grades",
      "validity",
      "metrics",
      "defects",
      "reasons",
      "observations",
    ]);
  });
});
