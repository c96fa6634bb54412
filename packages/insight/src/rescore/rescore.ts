import {
  type Annotation,
  CATEGORIES,
  type Category,
  canonicalJson,
  GradableError,
  type Grade,
  plainText,
  type Quantity,
  type Report,
  readReport,
  reportSha256,
} from "@gradable/contract";
import { deriveReport, differences, evidenceOf, verify } from "@gradable/score";

/** What is shown of a score: composite, grade, and the points of each category (`null` where not measured). */
export interface ScoreSummary {
  readonly composite: Quantity;
  readonly grade: Grade;
  readonly points: Readonly<Record<Category, Quantity | null>>;
}

/**
 * What the present rubric makes of one file. `same`: to the byte. `recomputed`: other bytes, the same score (`fields`
 * names what changed). `moved`: another composite, grade or category. `withdrawn`: no score follows any more.
 * `refused`: not a report, or one whose evidence can't be trusted; nothing follows from it.
 */
export type Rescored =
  | { readonly outcome: "same"; readonly file: string; readonly slug: string }
  | {
      readonly outcome: "recomputed";
      readonly file: string;
      readonly slug: string;
      readonly fields: readonly string[];
    }
  | {
      readonly outcome: "moved";
      readonly file: string;
      readonly slug: string;
      readonly before: ScoreSummary;
      readonly after: ScoreSummary;
    }
  | {
      readonly outcome: "withdrawn";
      readonly file: string;
      readonly slug: string;
      readonly before: ScoreSummary;
      readonly problem: string;
    }
  | {
      readonly outcome: "refused";
      readonly file: string;
      readonly slug: string | null;
      readonly problem: string;
    };

/** A report file as read, and the annotations that lie beside it; absent: those in the report stand. */
export interface RescoreInput {
  readonly file: string;
  /** As parsed; `undefined` for a file that is not JSON. */
  readonly document: unknown;
  readonly annotations?: readonly Annotation[];
}

/**
 * Applies the present rubric to the evidence recorded in a report; no judge is asked. Pure. Gives the report that
 * follows, except where there is none, and never one whose evidence was edited or contradicts itself: its figures would
 * come out of here looking sound. [M7.2]
 */
export function rescore({ file, document, annotations }: RescoreInput): {
  readonly result: Rescored;
  readonly report: Report | null;
} {
  if (document === undefined) return { result: refused(file, null, "The file is not JSON."), report: null };
  let before: Report;
  let upgraded: boolean;
  try {
    const read = readReport(document);
    before = read.report;
    upgraded = read.upgradedFrom !== undefined;
  } catch (error) {
    return { result: refused(file, null, messageOf(error)), report: null };
  }
  const { slug } = before;
  if (!upgraded && reportSha256(before) !== before.reportSha256) {
    const problem =
      "The file was changed after it was written (reportSha256), so its evidence is not what was recorded.";
    return { result: refused(file, slug, problem), report: null };
  }
  let after: Report;
  try {
    after = deriveReport({ ...evidenceOf(before), ...(annotations && { annotations }) });
  } catch (error) {
    if (!(error instanceof GradableError)) throw error;
    const result = {
      outcome: "withdrawn",
      file,
      slug,
      before: summary(before),
      problem: plainText(error.message),
    } as const;
    return { result, report: null };
  }
  const [contradiction] = verify(after);
  if (contradiction !== undefined) {
    return { result: refused(file, slug, plainText(contradiction.message, { maxChars: 400 })), report: null };
  }
  const fields = changedFields(before, after);
  if (fields.length === 0) return { result: { outcome: "same", file, slug }, report: after };
  const [was, is] = [summary(before), summary(after)];
  if (canonicalJson(was) === canonicalJson(is)) {
    return { result: { outcome: "recomputed", file, slug, fields }, report: after };
  }
  return { result: { outcome: "moved", file, slug, before: was, after: is }, report: after };
}

/** Whether the file no longer says what the present rubric says: what `rescore --check` fails on. */
export function isMoved({ outcome }: Rescored): boolean {
  return outcome === "moved" || outcome === "withdrawn" || outcome === "refused";
}

function refused(file: string, slug: string | null, problem: string): Rescored {
  return { outcome: "refused", file, slug, problem };
}

function summary({ score }: Report): ScoreSummary {
  const points = Object.fromEntries(CATEGORIES.ids.map((name) => [name, score.categories[name].points]));
  return { composite: score.composite, grade: score.grade, points: points as ScoreSummary["points"] };
}

/** The parts of a report that came out otherwise, two levels deep: `score.ci95`, `rubric.economics`. */
function changedFields(before: Report, after: Report): string[] {
  const paths = differences(before, after)
    .map(({ path }) => path)
    .filter((path) => path !== "reportSha256");
  return [...new Set(paths.map((path) => /^\w+(?:\.\w+)?/.exec(path)?.[0] ?? path))];
}

function messageOf(error: unknown): string {
  return plainText(error instanceof Error ? error.message : error, { maxChars: 400 });
}
