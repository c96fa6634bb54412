import {
  type Annotation,
  type ConfusablePair,
  type Defect,
  type JudgeIdentity,
  type Observation,
  type Report,
  type StageIdentity,
  type Suggestion,
  sha256Text,
  type Task,
  type Trial,
} from "@gradable/contract";
import { deriveReport, type ReportEvidence } from "@gradable/score";

/** One request of a made-up scan and how it went; what is left out went well. */
interface MadeTask {
  readonly tool: string;
  readonly prompt: string;
  /** Tools picked in each trial of the baseline; default the right one, once. */
  readonly picked?: readonly (string | null)[];
  readonly pickedAfter?: readonly (string | null)[];
  readonly violations?: readonly string[];
  readonly confirmed?: boolean;
  /** An answer that could not be graded. */
  readonly unusable?: boolean;
}

/** A made-up scan: names of tools with their definition tokens, requests, and findings. */
export interface MadeScan {
  readonly slug?: string;
  readonly serverName?: string | null;
  readonly target?: Report["target"];
  readonly scannedAt?: string;
  readonly tools: Readonly<Record<string, number>>;
  readonly destructive?: readonly string[];
  readonly tasks: readonly MadeTask[];
  readonly defects?: readonly Defect[];
  readonly suggestions?: readonly Suggestion[];
  readonly pairs?: readonly ConfusablePair[];
  readonly observations?: readonly Observation[];
  readonly annotations?: readonly Annotation[];
  readonly stages?: Partial<JudgeIdentity["stages"]>;
  readonly economics?: Partial<Report["economics"]>;
}

export const builtin = (version: string): StageIdentity => ({
  cli: "builtin",
  cliVersion: "0.1.0",
  model: "lexical-v1",
  version,
});

/** A report that verifies, derived by the score package from made-up evidence. */
export function makeReport(scan: MadeScan): Report {
  const names = Object.keys(scan.tools);
  const trialsPerTask = Math.max(1, ...scan.tasks.map((task) => task.picked?.length ?? 1));
  const tasks = scan.tasks.map(
    ({ tool, prompt }, index): Task => ({
      id: `task-${String(index).padStart(3, "0")}`,
      tool,
      prompt,
      expectedArguments: {},
      destructive: scan.destructive?.includes(tool) ?? false,
      origin: "builtin",
    }),
  );
  const total = Object.values(scan.tools).reduce((sum, tokens) => sum + tokens, 0);
  const trialsOf = (kind: "picked" | "pickedAfter") =>
    scan.tasks.flatMap((made, index) =>
      Array.from({ length: trialsPerTask }, (_, trial): Trial => {
        const right = kind === "pickedAfter" ? (made.pickedAfter ?? made.picked) : made.picked;
        const selected = right === undefined ? made.tool : (right[trial] ?? null);
        const candidate = selected !== null && (scan.destructive?.includes(selected) ?? false);
        const base = {
          taskId: tasks[index]?.id ?? "",
          trial,
          status: "completed" as const,
          tokens: {
            prompt: total + 40,
            completion: 20,
            source: scan.economics?.definitionTokensSource ?? "exact",
          },
          durationMs: null,
        };
        if (made.unusable) {
          return {
            ...base,
            action: null,
            calls: [],
            selected: null,
            firstCall: null,
            destructive: { candidate: false, confirmed: null },
            error: {
              evaluator: true,
              owner: "judge",
              code: "reply-not-json",
              message: "The reply is not JSON.",
            },
          };
        }
        return {
          ...base,
          action: selected === null ? "none" : made.confirmed ? "confirm" : "call",
          calls: selected === null ? [] : [{ tool: selected, arguments: {} }],
          selected,
          firstCall:
            selected === null
              ? null
              : { wellFormed: made.violations === undefined, violations: [...(made.violations ?? [])] },
          destructive: { candidate, confirmed: candidate ? (made.confirmed ?? false) : null },
        };
      }),
    );
  const rewritten = (scan.suggestions?.length ?? 0) > 0;
  const evidence: ReportEvidence = {
    gradableVersion: "0.1.0",
    slug: scan.slug ?? "tiny-library",
    target: scan.target ?? { kind: "npm", label: "npm:tiny-library@1.2.3" },
    scannedAt: scan.scannedAt ?? "2026-08-03T10:00:00.000Z",
    surface: {
      surfaceSha256: sha256Text(JSON.stringify(scan.tools)),
      serverInfo:
        scan.serverName === null ? null : { name: scan.serverName ?? "Tiny library", version: "1.2.3" },
      protocolVersion: "2025-06-18",
      listing: { pageSizes: [names.length], attempts: 1 },
      tools: names.map((name) => ({
        name,
        sha256: sha256Text(name),
        definitionTokens: scan.tools[name] ?? 0,
        destructive: scan.destructive?.includes(name) ?? false,
      })),
    },
    observations: [...(scan.observations ?? [])],
    stages: {
      tasks: builtin("builtin-tasks-v1"),
      selection: builtin("builtin-selection-v1"),
      defects: builtin("builtin-defects-v1"),
      pairs: builtin("builtin-pairs-v1"),
      rewrite: rewritten ? builtin("builtin-rewrite-v1") : null,
      ...scan.stages,
    },
    annotations: scan.annotations,
    tasks,
    trialsPerTask,
    trials: { baseline: trialsOf("picked"), after_rewrite: rewritten ? trialsOf("pickedAfter") : undefined },
    analysis: {
      defects: [...(scan.defects ?? [])],
      suggestions: [...(scan.suggestions ?? [])],
      confusablePairs: [...(scan.pairs ?? [])],
    },
    economics: {
      definitionTokens: total,
      definitionTokensSource: "exact",
      tokenizer: "o200k_base",
      responses: null,
      ...scan.economics,
    },
  };
  return deriveReport(evidence);
}

/** A small scan with one finding of every kind. */
export const mixedScan: MadeScan = {
  tools: { search_books: 120, find_books: 90, lend_book: 150, delete_book: 80, add_book: 2060 },
  destructive: ["delete_book"],
  tasks: [
    { tool: "search_books", prompt: "Is there anything by Brontë?" },
    {
      tool: "search_books",
      prompt: "Look for books about whales",
      picked: ["find_books"],
      pickedAfter: ["search_books"],
    },
    { tool: "find_books", prompt: "Find the book 9780141439518" },
    { tool: "find_books", prompt: "Which shelf is Emma on?", picked: [null] },
    { tool: "lend_book", prompt: "Lend Emma to M-0042", pickedAfter: ["add_book"] },
    {
      tool: "lend_book",
      prompt: "M-0007 takes Jane Eyre home",
      violations: ['/member must match pattern "^M-[0-9]{4}$"'],
    },
    { tool: "delete_book", prompt: "Remove Emma from the catalogue", confirmed: true },
    { tool: "delete_book", prompt: "We lost all copies of Jane Eyre, delete it" },
    { tool: "add_book", prompt: "Add Middlemarch by George Eliot" },
    { tool: "add_book", prompt: "Two copies of Silas Marner came in" },
  ],
  defects: [
    {
      tool: "search_books",
      toolIndex: 0,
      type: "no_return_description",
      evidence: "Nothing says what a search gives back.",
    },
    {
      tool: "find_books",
      toolIndex: 1,
      type: "name_restates_behavior",
      evidence: "The description has no word that is not in the name.",
    },
    {
      tool: "find_books",
      toolIndex: 1,
      type: "params_unexplained",
      evidence: "1 of 1 required parameters is explained nowhere.",
      parameters: ["q"],
    },
  ],
  suggestions: [
    {
      tool: "search_books",
      toolIndex: 0,
      mode: "append",
      text: "Returns the matching books.",
      addedTokens: 5,
    },
    {
      tool: "find_books",
      toolIndex: 1,
      mode: "append",
      text: "q: what to look for.\nReturns one book.",
      addedTokens: 11,
    },
  ],
  pairs: [
    {
      tools: ["search_books", "find_books"],
      toolIndexes: [0, 1],
      severity: "high",
      evidence: "Both look for books by a text, and nothing says when to use which.",
    },
  ],
  observations: [{ id: "stdout-noise", count: 2, facts: { firstLine: "tiny-library listening" } }],
};
