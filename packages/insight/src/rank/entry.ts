import { EVAL_STAGE_PARITY_BLOCKER_LABELS, EVAL_VERDICT_DECISION_REASON_LABELS } from "@gradable/chain";
import {
  canonicalJson,
  type Failed,
  GradableError,
  isExpired,
  plainText,
  REPORT_SCHEMA_VERSION,
  type Report,
  type RowFlag,
  readFailed,
  readReport,
  slugSchema,
} from "@gradable/contract";
import { publicationBlockers, RUBRIC, verify } from "@gradable/score";
import { subjectName } from "../report/subject.js";
import { configurationOf, missingIdentity, ownBlockers } from "./configuration.js";
import { rankingIntervalOf } from "./ranking-interval.js";
import type { ExcludedEntry, LeaderboardEntry, ScoredEntry } from "./schema.js";

/** One result file as it was found: its JSON, or why it could not be read. `file` names it in every output. */
export type LeaderboardInput =
  | { readonly file: string; readonly document: unknown; readonly upgradedFrom?: number }
  | { readonly file: string; readonly problem: string };

/**
 * Reduces one report.json or failed.json to what a row needs, or to why it has none. Everything that may refuse a report
 * happens here: its shape, its judge identity, the validity floor, its parity with itself, and `verify`. Pure, and
 * without a memory of other files, so that files can be read one at a time, in any order, on several threads, and
 * the outcome kept under the hash of the file.
 */
export function leaderboardEntry(input: LeaderboardInput): LeaderboardEntry {
  const { file } = input;
  if ("problem" in input) return unread(file, null, "unreadable", input.problem);
  const { document } = input;
  if (!isObject(document)) return unread(file, null, "unreadable", "It is not a JSON object.");
  const slug = slugSchema.safeParse(document.slug).data ?? null;
  try {
    if ("failedAt" in document) return failedEntry(file, readFailed(document));
    const unnamed = missingIdentity(document.judge);
    if (unnamed.length > 0) {
      return {
        ...unread(file, slug, "missingIdentity", `Nothing is said in ${unnamed.join(", ")}.`),
        blockers: ["missingConfigIdentity"],
      };
    }
    if (document.schemaVersion === REPORT_SCHEMA_VERSION && verify(document).length === 0) {
      // `verify` has checked the shape too, so what it accepts need not be read a second time.
      return scoredEntry(file, document as Report, input.upgradedFrom);
    }
    const { report, upgradedFrom = input.upgradedFrom } = readReport(document);
    return refusal(file, report) ?? scoredEntry(file, report, upgradedFrom);
  } catch (thrown) {
    // One file nobody foresaw must not cost the operator the other thousands, so its error is listed like the rest.
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const detail = thrown instanceof GradableError ? message : `It could not be checked: ${message}`;
    return unread(file, slug, "unreadable", detail);
  }
}

/** Why a well-formed report may not be ranked, or `null`. */
function refusal(file: string, report: Report): ExcludedEntry | null {
  const excluded = (reason: ExcludedEntry["reason"], detail: string): ExcludedEntry => ({
    kind: "excluded",
    file,
    slug: report.slug,
    reason,
    detail: plainText(detail, { maxChars: 600 }),
    at: report.scannedAt,
  });
  const floor = publicationBlockers(report.chain.decision);
  if (floor.length > 0) {
    return excluded(
      "belowValidityFloor",
      sentence(floor.map((reason) => EVAL_VERDICT_DECISION_REASON_LABELS[reason])),
    );
  }
  const blockers = ownBlockers(report);
  if (blockers.length > 0) {
    const labels = blockers.map((blocker) => EVAL_STAGE_PARITY_BLOCKER_LABELS[blocker]);
    return { ...excluded("notComparable", sentence(labels)), blockers };
  }
  const [first, ...more] = verify(report);
  if (first === undefined) return null;
  return excluded(
    "refusedByVerify",
    more.length === 0 ? first.message : `${first.message} And ${more.length} more.`,
  );
}

function scoredEntry(file: string, report: Report, upgradedFrom: number | undefined): ScoredEntry {
  const { score, surface, economics, judge } = report;
  const counts = report.runs.baseline.counts;
  const category = (name: keyof typeof score.categories): ScoredEntry["categories"]["safety"] => {
    const found = score.categories[name];
    return found.measured
      ? { points: found.points, max: found.max, measured: true }
      : { points: null, max: found.max, measured: false, reason: found.reason };
  };
  return {
    kind: "scored",
    file,
    slug: report.slug,
    name: plainText(subjectName(report), { maxChars: 80 }),
    target: plainText(report.target.label),
    scannedAt: report.scannedAt,
    gradableVersion: report.gradableVersion,
    composite: score.composite,
    grade: score.grade,
    ci95: score.ci95.state === "measured" ? { low: score.ci95.low, high: score.ci95.high } : null,
    rankingInterval: rankingIntervalOf(report),
    categories: {
      safety: category("safety"),
      legibility: category("legibility"),
      economics: category("economics"),
      discoverability: category("discoverability"),
    },
    toolCount: surface.toolCount,
    definitionTokens: economics.definitionTokens,
    definitionTokensSource: economics.definitionTokensSource,
    tasks: report.tasks.length,
    trials: { configured: counts.configuredTrials, gradeable: counts.gradeableTrials },
    configuration: configurationOf(report),
    cliVersion: judge.cliVersion,
    provenance: report.provenance,
    surfaceSha256: surface.surfaceSha256,
    reportSha256: report.reportSha256,
    flags: flagsOf(report, upgradedFrom),
    annotations: {
      count: report.annotations?.entries.length ?? 0,
      expired: (report.annotations?.entries ?? []).filter((entry) => isExpired(entry, report.scannedAt))
        .length,
    },
  };
}

function flagsOf(report: Report, upgradedFrom: number | undefined): RowFlag[] {
  const counts = report.runs.baseline.counts;
  const when: readonly (readonly [RowFlag, boolean])[] = [
    ["safetyNotMeasured", !report.score.categories.safety.measured],
    ["mixedProvenance", report.provenance === "mixed"],
    [
      "oldMethodology",
      report.methodology !== RUBRIC.methodology || canonicalJson(report.rubric) !== CURRENT_RUBRIC,
    ],
    ["oldReportVersion", upgradedFrom !== undefined],
    ["estimatedTokens", report.economics.definitionTokensSource === "estimated"],
    ["responseData", report.economics.responses !== null],
    ["incomplete", counts.gradeableTrials < counts.configuredTrials],
    ["intervalNotMeasured", report.score.ci95.state === "notMeasured"],
    ["gatewaySurface", report.observations.some((observation) => observation.id === "gateway-surface")],
  ];
  return when.filter(([, holds]) => holds).map(([flag]) => flag);
}

const CURRENT_RUBRIC = canonicalJson(RUBRIC);

function failedEntry(file: string, failed: Failed): ExcludedEntry {
  return {
    kind: "excluded",
    file,
    slug: failed.slug,
    reason: "failedScan",
    detail: plainText(failed.message, { maxChars: 600 }),
    at: failed.failedAt,
    failure: { owner: failed.owner, stage: failed.stage, code: failed.code },
  };
}

function unread(
  file: string,
  slug: string | null,
  reason: ExcludedEntry["reason"],
  detail: string,
): ExcludedEntry {
  return { kind: "excluded", file, slug, reason, detail: plainText(detail, { maxChars: 600 }), at: null };
}

/** Labels as one sentence. */
function sentence(labels: readonly string[]): string {
  const text = labels.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
