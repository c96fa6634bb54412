import type { Failed, Report } from "@gradable/contract";
import type { GateOutcome } from "@gradable/insight";

/** The terminal a text is for. */
export interface Terminal {
  /** Write colour codes; without it there is no escape character in the text. */
  readonly color: boolean;
  /** Columns to fill; default 80. */
  readonly width?: number;
}

/** What stands beside a report when it is printed. */
export interface ScoredContext extends GateOutcome, Terminal {
  /** Names of the model CLIs found on this machine, offered where the embedded judge answered. */
  readonly installedJudges?: readonly string[];
  /** Where the report and the fix brief were written, for the next command. */
  readonly files?: { readonly report: string; readonly fix?: string };
  /** Where the report is, as a relative URI: its findings are about no line of code, and viewers want a file. */
  readonly reportUri: string;
}

/** A format that `scan` prints; its name is its place in the registry, and the name of its file. */
export interface Format {
  /**
   * Who reads it. Prose for people may pass through a log that takes commands from its lines, so it is guarded there; what a
   * pipeline reads carries the outcome of the gate, which is then always checked.
   */
  readonly reader: "people" | "program" | "pipeline";
  /** A report as this format, ending with a line break. */
  scored(report: Report, context: ScoredContext): string;
  /** A scan that gave no score; empty where what stderr says of it is enough. */
  failed(failed: Failed): string;
  /** Markdown for the summary of the job, for a format whose reader shows one. */
  readonly jobSummary?: {
    scored(report: Report, context: ScoredContext): string;
    failed(failed: Failed): string;
  };
}
