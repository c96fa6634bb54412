import type { DefectType } from "@gradable/contract";
import type { SurfaceEvidence, ToolEvidence } from "../evidence.js";

/** What a rule found on one tool: one sentence in our words, and the parameters it is about. */
export interface DefectFinding {
  readonly evidence: string;
  readonly parameters?: readonly string[];
}

/** One description defect: its wire value, the question it answers, what it reads, and a pure function to the finding. */
export interface DefectRule {
  readonly type: DefectType;
  readonly question: string;
  readonly reads: string;
  /** The finding on this tool, or `null` when there is none or when the text cannot be judged. */
  check(own: ToolEvidence, surface: SurfaceEvidence): DefectFinding | null;
}
