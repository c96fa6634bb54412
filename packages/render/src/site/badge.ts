import { formatScore, type Grade } from "@gradable/contract";
import type { ExcludedEntry, LeaderboardRow } from "@gradable/insight";
import { badgen } from "badgen";

/** What a badge says: the text beside "gradable", and a colour as hex digits. */
export interface Badge {
  readonly message: string;
  readonly color: string;
}

/** White text on each has a contrast of 4.5 or more (WCAG AA). */
const GRADE_COLORS: Readonly<Record<Grade, string>> = {
  A: "15803d",
  B: "0f766e",
  C: "a16207",
  D: "c2410c",
  F: "b91c1c",
};
const GREY = "5f6b7a";

/**
 * The badge of a ranked server: its grade and score, with "safety not measured" beside them where that holds. A badge is
 * seen beside badges of other servers, so a row outside the majority's configuration shows no grade.
 */
export function rowBadge(row: LeaderboardRow): Badge {
  if (row.configuration !== 1) return { message: "not comparable", color: GREY };
  const beside = row.categories.safety.measured ? "" : ", safety not measured";
  return {
    message: `${row.grade} ${formatScore(row.composite.exact)}${beside}`,
    color: GRADE_COLORS[row.grade],
  };
}

const NO_SCORE_MESSAGES: Readonly<Record<ExcludedEntry["reason"], string>> = {
  failedScan: "failed",
  belowValidityFloor: "too little measured",
  missingIdentity: "not comparable",
  notComparable: "not comparable",
  refusedByVerify: "does not verify",
  superseded: "superseded",
  unreadable: "unreadable",
};

/** The badge of a server without a rank. A failed scan says nothing of the server's quality, so it is grey too. */
export function noScoreBadge(reason: ExcludedEntry["reason"]): Badge {
  return { message: NO_SCORE_MESSAGES[reason], color: GREY };
}

/** badge.svg; the library measures the text, and fixes its length so that another font fits too. */
export function badgeSvg({ message, color }: Badge): string {
  // The style without gradients: the other names its parts at random, and two builds would differ.
  return `${badgen({ label: "gradable", status: message, color: color as never, style: "flat" }).trim()}\n`;
}

/** badge.json, in the shape that shields.io reads from an endpoint. */
export function badgeJson({ message, color }: Badge): string {
  return `${JSON.stringify({ schemaVersion: 1, label: "gradable", message, color })}\n`;
}
