import {
  GradableError,
  plainText,
  type Report,
  reportEvidenceSchema,
  reportSchema,
  reportSha256,
} from "@gradable/contract";
import { consistencyRules } from "./consistency.js";
import { differences, isSame, join } from "./difference.js";
import { type Mismatch, quoted } from "./mismatch.js";
import { deriveContent, evidenceOf } from "./report.js";

/**
 * Recomputes a report from its own evidence and names everything that does not follow; an empty list means that the
 * report verifies. Offline and pure.
 *
 * Three steps, each of which assumes the one before: the document has the shape of a report; its evidence does not
 * contradict itself; every derived value is what the evidence gives, ending with `reportSha256`. It shows an edit of the
 * file. It can't show evidence that was made up whole: for that, scan again and compare. [M6.1]
 */
export function verify(document: unknown): Mismatch[] {
  if (follows(document)) return [];
  const parsed = reportSchema.safeParse(document);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => {
      const path = issue.path.reduce<string>(
        (parent, key) => (typeof key === "number" ? `${parent}[${key}]` : join(parent, String(key))),
        "",
      );
      const found = valueAt(document, issue.path);
      return {
        path,
        found,
        expected: issue.message,
        message: `${path || "The document"} does not fit the report schema: ${plainText(issue.message)}.`,
      };
    });
  }
  const report = parsed.data;
  const contradictions = consistencyRules.flatMap((rule) => rule(report));
  if (contradictions.length > 0) return [...contradictions, ...hashMismatch(report)];
  return [...derivedMismatches(report), ...hashMismatch(report)];
}

/**
 * Whether a document is a report in which everything follows: the answer for nearly every report, without the places of anything that
 * does not. What equals what is derived has the shape of what is derived, so only the shape of the evidence is looked at.
 */
function follows(document: unknown): boolean {
  const parsed = reportEvidenceSchema.safeParse(document);
  if (!parsed.success) return false;
  const report = parsed.data as Report;
  if (consistencyRules.some((rule) => rule(report).length > 0)) return false;
  const expected = derivedContent(report);
  const { reportSha256: hash, ...found } = report;
  return !(expected instanceof GradableError) && isSame(found, expected) && hash === reportSha256(report);
}

/** What follows from the evidence of a report, or why nothing does. */
function derivedContent(report: Report): Omit<Report, "reportSha256"> | GradableError {
  try {
    return deriveContent(evidenceOf(report));
  } catch (error) {
    if (error instanceof GradableError) return error;
    throw error;
  }
}

function derivedMismatches(report: Report): Mismatch[] {
  const expected = derivedContent(report);
  if (expected instanceof GradableError) {
    return [
      {
        path: "score",
        found: report.score.grade,
        expected: null,
        message: `score: the report gives grade ${report.score.grade}, but its evidence can't be graded. ${expected.message}`,
      },
    ];
  }
  const { reportSha256: _hash, ...found } = report;
  return differences(found, expected).map((difference) => ({
    ...difference,
    message: `${difference.path}: the report says ${quoted(difference.found)}; ${source(difference.path)} ${quoted(difference.expected)}.`,
  }));
}

/** The hash is over the file as it stands: whether its content follows from its evidence is the other question. */
function hashMismatch(report: Report): Mismatch[] {
  const expected = reportSha256(report);
  if (report.reportSha256 === expected) return [];
  return [
    {
      path: "reportSha256",
      found: report.reportSha256,
      expected,
      message: `reportSha256: the report says ${report.reportSha256}; its content hashes to ${expected}. The file was changed after it was written.`,
    },
  ];
}

/** Where each derived part comes from, by the start of its path; the first that fits is quoted. */
const SOURCES: readonly (readonly [RegExp, string])[] = [
  [/^surface\.toolCount/, "its list of tools has"],
  [/^judge\./, "the identity of the stage that answered gives"],
  [/^provenance/, "the identities of the stages give"],
  [/^taskSetSha256/, "its tasks hash to"],
  [/^runs\.\w+\.trials\[\d+\]\.chain/, "the trial's own answer gives"],
  [/^runs\.\w+\.trials\[\d+\]\.destructive/, "the called tool's flag and the answer's action give"],
  [/^runs\.\w+\.trials/, "in task order it is"],
  [/^runs\.\w+\.counts/, "counting its trials gives"],
  [/^runs\.\w+\.metrics/, "its counts give"],
  [/^score\.ci95/, "resampling its tasks gives"],
  [/^score\./, "its counts, findings and token figures give"],
  [/^chain\./, "its trials give"],
  [/^annotations\.sha256/, "its annotations hash to"],
  [/^rubric/, "the constants of methodology v1 are"],
];

function source(path: string): string {
  return SOURCES.find(([start]) => start.test(path))?.[1] ?? "its evidence gives";
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    document,
  );
}
