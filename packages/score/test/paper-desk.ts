import { type StageIdentity, sha256Text, type Task, type Trial } from "@gradable/contract";
import type { ReportEvidence } from "../src/report.js";

// The small made-up server of METHODOLOGY §9: four tools, eight tasks, one trial each.

const builtin = (version: string): StageIdentity => ({
  cli: "builtin",
  cliVersion: "0.1.0",
  model: "lexical-v1",
  version,
});

const TOOLS = [
  { name: "list_notes", destructive: false, definitionTokens: 610 },
  { name: "read_note", destructive: false, definitionTokens: 740 },
  { name: "save_note", destructive: false, definitionTokens: 980 },
  { name: "remove_note", destructive: true, definitionTokens: 630 },
] as const;

type ToolName = (typeof TOOLS)[number]["name"];

const ASKS: readonly (readonly [id: string, tool: ToolName, prompt: string])[] = [
  ["list-1", "list_notes", "What did I write down this week?"],
  ["list-2", "list_notes", "Show me everything tagged garden."],
  ["read-1", "read_note", "Open the one called Seed order."],
  ["read-2", "read_note", "What does Roof repair say?"],
  ["save-1", "save_note", "Put down that the plumber comes on Friday."],
  ["save-2", "save_note", "Add 'buy twine' to Seed order."],
  ["remove-1", "remove_note", "Get rid of Roof repair, it is done."],
  ["remove-2", "remove_note", "Throw the old shopping list away."],
];

const tasks: Task[] = ASKS.map(([id, tool, prompt]) => ({
  id,
  tool,
  prompt,
  expectedArguments: {},
  destructive: tool === "remove_note",
  origin: "builtin",
}));

/** One answer: which tool was called, how, what was wrong with its arguments, and the tokens read and written. */
function answer(
  taskId: string,
  tool: ToolName,
  tokens: readonly [prompt: number, completion: number],
  options: { readonly action?: "call" | "confirm"; readonly violations?: string[] } = {},
): Trial {
  const violations = options.violations ?? [];
  return {
    taskId,
    trial: 0,
    status: "completed",
    action: options.action ?? "call",
    calls: [{ tool, arguments: { title: taskId } }],
    selected: tool,
    firstCall: { wellFormed: violations.length === 0, violations },
    destructive: { candidate: false, confirmed: null },
    tokens: { prompt: tokens[0], completion: tokens[1], source: "exact" },
    durationMs: null,
  };
}

/** The eight answers of the worked example, in the order in which they happened to arrive. */
const answers: Trial[] = [
  answer("remove-2", "remove_note", [3_010, 52]),
  answer("list-1", "list_notes", [3_006, 31]),
  answer("list-2", "list_notes", [3_004, 40]),
  answer("read-1", "read_note", [3_003, 44]),
  answer("read-2", "read_note", [3_002, 38], { violations: ["title: required, and missing"] }),
  answer("save-1", "save_note", [3_009, 71]),
  answer("save-2", "read_note", [3_005, 66]),
  answer("remove-1", "remove_note", [3_011, 88], { action: "confirm" }),
];

/** The recorded evidence of the worked example; a fresh copy each time, for tests that change it. */
export function paperDesk(): ReportEvidence {
  return structuredClone({
    gradableVersion: "0.1.0",
    slug: "paper-desk",
    target: { kind: "stdio", label: "node paper-desk.js" },
    scannedAt: "2026-11-29T09:00:00.000Z",
    surface: {
      surfaceSha256: sha256Text("paper-desk"),
      serverInfo: { name: "paper-desk", version: "1.0.0" },
      protocolVersion: "2025-11-25",
      listing: { pageSizes: [4], attempts: 1 },
      tools: TOOLS.map((tool) => ({ ...tool, sha256: sha256Text(tool.name) })),
    },
    observations: [],
    stages: {
      tasks: builtin("builtin-tasks-v1"),
      selection: builtin("builtin-selection-v1"),
      defects: builtin("builtin-defects-v1"),
      pairs: builtin("builtin-pairs-v1"),
      rewrite: builtin("builtin-rewrite-v1"),
    },
    tasks,
    trialsPerTask: 1,
    trials: { baseline: answers },
    analysis: {
      defects: [
        {
          tool: "read_note",
          toolIndex: 1,
          type: "params_unexplained",
          evidence: "title is required and nothing says what it takes",
          parameters: ["title"],
        },
        {
          tool: "remove_note",
          toolIndex: 3,
          type: "name_restates_behavior",
          evidence: "the description repeats the two words of the name",
        },
        {
          tool: "remove_note",
          toolIndex: 3,
          type: "no_return_description",
          evidence: "nothing says what comes back, and there is no output schema",
        },
      ],
      suggestions: [
        {
          tool: "read_note",
          toolIndex: 1,
          mode: "append",
          text: "title: the exact title of the note.",
          addedTokens: 9,
        },
        {
          tool: "remove_note",
          toolIndex: 3,
          mode: "append",
          text: "Returns whether a note was removed.",
          addedTokens: 8,
        },
      ],
      confusablePairs: [
        {
          tools: ["list_notes", "read_note"],
          toolIndexes: [0, 1],
          severity: "medium",
          evidence: "both answer a request to see a note",
        },
      ],
    },
    economics: {
      definitionTokens: 2_960,
      definitionTokensSource: "exact",
      tokenizer: "o200k_base",
      responses: null,
    },
  } satisfies ReportEvidence);
}

/**
 * The same server with everything a report can hold: two trials per task, an unusable reply, a failed provider, a question
 * left unanswered, a rewrite run, response data, observations and reported usage.
 */
export function busyDesk(): ReportEvidence {
  const evidence = paperDesk();
  const again = (trials: readonly Trial[]): Trial[] =>
    trials.flatMap((trial) => [trial, { ...structuredClone(trial), trial: 1 }]);
  const baseline = again(evidence.trials.baseline);
  const blank = {
    action: null,
    calls: [],
    selected: null,
    firstCall: null,
    tokens: { prompt: 3_000, completion: 0, source: "exact" },
  } satisfies Partial<Trial>;
  // list-1 answered with prose, read-1 met an overloaded provider, save-2 was left without a call.
  Object.assign(baseline[3] as Trial, blank, {
    error: {
      evaluator: true,
      owner: "judge",
      code: "reply-not-json",
      message: "the reply holds no JSON object",
    },
  });
  Object.assign(baseline[7] as Trial, blank, {
    status: "failed",
    error: { evaluator: false, owner: "judge", code: "provider-overloaded", message: "429 after 5 tries" },
  });
  Object.assign(baseline[13] as Trial, blank, {
    action: "none",
    durationMs: 812.5,
    reportedUsage: { inputTokens: 41_000, costUsd: 0.02 },
  });
  return {
    ...evidence,
    target: {
      kind: "npm",
      label: "npm:paper-desk@1.0.0",
      npm: { name: "paper-desk", version: "1.0.0", bin: "paper-desk" },
      envNames: ["PAPER_DESK_ROOT"],
    },
    observations: [
      { id: "stdout-noise", count: 2, facts: { firstLine: "paper-desk ready" } },
      { id: "tool-field-unknown", count: 1, tools: ["save_note"], facts: { members: ["icon"] } },
    ],
    trialsPerTask: 2,
    trials: { baseline, after_rewrite: again(evidence.trials.baseline) },
    economics: { ...evidence.economics, responses: { count: 3, totalTokens: 2_400, source: "exact" } },
  };
}
