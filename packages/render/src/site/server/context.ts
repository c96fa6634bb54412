import type { Report } from "@gradable/contract";
import type {
  LeaderboardRow,
  PlacedAnnotation,
  PointLoss,
  RewriteEffect,
  ScoredEntry,
  ToolFindings,
} from "@gradable/insight";
import type { Shown } from "../html.js";

/** What the parts of a server's page are made from. */
export interface ServerContext {
  readonly report: Report;
  readonly losses: readonly PointLoss[];
  readonly findings: readonly ToolFindings[];
  readonly annotations: readonly PlacedAnnotation[];
  /** What the suggestions did when they were tried; `null` when they were not. */
  readonly effect: RewriteEffect | null;
  /** Address of the method page, to which anchors are added. */
  readonly method: Shown;
}

/** Where a report stands among others; absent for a page of its own. */
export interface Standing {
  readonly row: LeaderboardRow;
  /** Rows of the same configuration are ranked; the address of their page, from the server's page. */
  readonly leaderboard: Shown;
  /** The majority's configuration: others are not comparable with it. */
  readonly majority: boolean;
  /** Every score of the server, oldest first. */
  readonly history: readonly ScoredEntry[];
}
