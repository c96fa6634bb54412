import {
  DEFECTS,
  DOCUMENT_SCHEMAS,
  type DocumentName,
  documentJsonSchema,
  GRADES,
  METRICS,
  NOT_MEASURED_REASONS,
  OBSERVATIONS,
} from "@gradable/contract";
import { CASE_PASS_THRESHOLD } from "./chain-evidence.js";
import { BOOTSTRAP_RESAMPLES } from "./composite-interval.js";
import { RUBRIC } from "./rubric.js";

/** A file whose bytes follow from the constants and the schemas; `path` is relative to the repository. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The files that `npm run generate` writes and the tests compare: METHODOLOGY with its tables filled in, and the
 * rubric folder's JSON. Pure; takes the current text of METHODOLOGY, whose prose it keeps.
 */
export function generatedFiles(methodology: string): GeneratedFile[] {
  return [
    { path: "METHODOLOGY.md", text: withTables(methodology, methodologyTables()) },
    { path: "rubric/rubric-v1.json", text: json(RUBRIC) },
    ...(Object.keys(DOCUMENT_SCHEMAS) as DocumentName[]).map((name) => ({
      path: `rubric/${name}-v1.schema.json`,
      text: json(documentJsonSchema(name)),
    })),
  ];
}

/** The tables of METHODOLOGY by the name of their marker, from the constants that the scorer computes with. */
export function methodologyTables(): Record<string, string> {
  const { points, legibility, economics, discoverability, grades, validity } = RUBRIC;
  const ranges = [
    ["Definition tokens, whole surface", economics.definitionTokens],
    ["Mean tokens per task", economics.tokensPerTask],
    ["Mean tokens per response", economics.responseTokens],
  ] as const;
  const floors: Record<string, number> = grades;
  return {
    points: table(
      ["Category", "Points"],
      [...Object.entries(points), ["total", Object.values(points).reduce((sum, max) => sum + max, 0)]],
    ),
    weights: table(
      ["Category", "Part", "Weight"],
      [
        ["legibility", "selectionAccuracy", legibility.selection],
        ["legibility", "descriptionQuality", legibility.descriptions],
        ["legibility", "disambiguationQuality", legibility.disambiguation],
        ["economics, without response data", "definitionEfficiency", economics.withoutResponses.definition],
        ["economics, without response data", "taskEfficiency", economics.withoutResponses.task],
        ["economics, with response data", "definitionEfficiency", economics.withResponses.definition],
        ["economics, with response data", "taskEfficiency", economics.withResponses.task],
        ["economics, with response data", "responseEfficiency", economics.withResponses.response],
        ["discoverability", "selectionAccuracy", discoverability.selection],
        ["discoverability", "firstCallSuccess", discoverability.firstCall],
      ],
    ),
    ceilings: table(
      ["Weight", "Quality is 0 from"],
      [
        ["defectWeight", legibility.defectWeightCeiling],
        ["ambiguousPairWeight", legibility.pairWeightCeiling],
      ],
    ),
    pairs: table(["Severity", "Weight"], Object.entries(legibility.pairWeights)),
    ranges: table(
      ["Input", "Ideal", "Unacceptable"],
      ranges.map(([input, range]) => [input, grouped(range.ideal), grouped(range.unacceptable)]),
    ),
    grades: table(
      ["Composite", "Grade"],
      GRADES.map((grade) => [grade in floors ? `≥ ${floors[grade]}` : `< ${floors.D}`, grade]),
    ),
    validity: table(
      ["Limit", "Value"],
      [
        ["completed ÷ attempted trials, at least", validity.minCompletionRate],
        ["evaluator errors ÷ attempted trials, at most", validity.maxEvaluatorErrorRate],
        ["successful ÷ gradeable trials for a task to pass, at least", CASE_PASS_THRESHOLD],
        ["resamples of the interval", grouped(BOOTSTRAP_RESAMPLES)],
      ],
    ),
    metrics: table(
      ["Metric", "Numerator", "Denominator", "Reads as"],
      METRICS.ids.map((id) => {
        const { numerator, denominator, readsAs } = METRICS.entries[id];
        return [code(id), numerator.map(code).join(" + "), code(denominator), readsAs];
      }),
    ),
    defects: table(
      ["Defect", "A description has it when"],
      DEFECTS.ids.map((id) => [code(id), DEFECTS.entries[id].criterion]),
    ),
    reasons: table(
      ["Reason", "Not measured because"],
      NOT_MEASURED_REASONS.ids.map((id) => [code(id), NOT_MEASURED_REASONS.label(id)]),
    ),
    observations: table(
      ["Observation", "The server"],
      OBSERVATIONS.ids.map((id) => [code(id), OBSERVATIONS.label(id)]),
    ),
  };
}

/**
 * `text` with what stands between `<!-- table:name -->` and `<!-- /table:name -->` replaced by each table. Throws
 * `RangeError` for a table without its pair of markers, and for a marker without a table.
 */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  const unknown = [...text.matchAll(/<!-- table:(\w+) -->/g)].find(([, name]) => !(String(name) in tables));
  if (unknown) throw new RangeError(`There is no table for the marker ${unknown[0]}.`);
  return Object.entries(tables).reduce((current, [name, content]) => {
    const [open, close] = [`<!-- table:${name} -->`, `<!-- /table:${name} -->`];
    const [start, end] = [current.indexOf(open), current.indexOf(close)];
    if (start < 0 || end < start)
      throw new RangeError(`The markers ${open} and ${close} are missing or out of order.`);
    return `${current.slice(0, start + open.length)}\n\n${content}\n${current.slice(end)}`;
  }, text);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}

const code = (text: string): string => `\`${text}\``;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** 50000 → "50,000", without the locale of the machine. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
