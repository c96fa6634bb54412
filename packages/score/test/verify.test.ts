import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, reportSchema, reportSha256, type Trial } from "@gradable/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { deriveReport, type ReportEvidence } from "../src/report.js";
import { verify } from "../src/verify.js";
import { busyDesk, paperDesk } from "./paper-desk.js";

type Path = (string | number)[];

/** Every leaf of a JSON value: numbers, texts, booleans, nulls, empty arrays and empty objects. */
function leaves(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const entries = Array.isArray(value)
    ? value.map((entry, index) => [index, entry] as const)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return entries.length === 0
    ? [{ path, value }]
    : entries.flatMap(([key, entry]) => leaves(entry, [...path, key]));
}

/** Runs `work` with the leaf at `path` replaced, and puts it back. */
function withLeaf<Result>(root: unknown, path: Path, replacement: unknown, work: () => Result): Result {
  const parent = path
    .slice(0, -1)
    .reduce((node, key) => (node as Record<string | number, unknown>)[key], root) as Record<
    string | number,
    unknown
  >;
  const key = path.at(-1) as string | number;
  const original = parent[key];
  parent[key] = replacement;
  try {
    return work();
  } finally {
    parent[key] = original;
  }
}

/** A plausible edit of a value: one more, one digit changed, the other truth, another word. */
function edits(value: unknown): unknown[] {
  if (typeof value === "number")
    return Number.isInteger(value) ? [value + 1] : [value + 0.001, Math.fround(value) * 1.01];
  if (typeof value === "boolean") return [!value];
  if (value === null) return [0, "x"];
  if (typeof value !== "string") return [];
  // One digit changed, else one letter added: both stay within what most fields may hold.
  const digit = value.search(/\d(?=\D*$)/);
  if (digit < 0) return [`${value}x`];
  return [`${value.slice(0, digit)}${(Number(value[digit]) + 1) % 10}${value.slice(digit + 1)}`];
}

/** The path as the patterns below spell it; of all positions only those of trials are kept. */
const shown = (path: Path) =>
  path
    .map((key, index) =>
      typeof key !== "number" ? `.${key}` : path[index - 1] === "trials" ? `[${key}]` : "[]",
    )
    .join("")
    .slice(1);

/**
 * What a report records and nothing else in it follows from. Whoever edits one of these and then also recomputes
 * `reportSha256` has made another claim about what was observed, and only a new scan can test that. Everything else must be
 * caught even then.
 */
const RECORDED_ONLY = [
  /^gradableVersion$/,
  // How the server was reached. (That it was a file shows in the chain rows.)
  /^target\./,
  /^surface\.(surfaceSha256|protocolVersion|serverInfo\..*|listing\..*)$/,
  /^surface\.tools\[\]\.(sha256|definitionTokens)$/,
  /^observations\[\]/,
  // Versions of the stages that the judge block does not repeat.
  /^judge\.stages\.(defects|pairs|rewrite)\.version$/,
  // What was asked and answered, beyond what is counted.
  /^runs\.\w+\.trials\[\d+\]\.calls\[\]\.arguments/,
  /^runs\.\w+\.trials\[\d+\]\.(durationMs|reportedUsage\..*)$/,
  /^runs\.\w+\.trials\[\d+\]\.error\.(code|message)$/,
  // The words of a finding.
  /^analysis\.\w+\[\]\.(evidence|text|addedTokens|parameters\[\]|mode)$/,
  /^economics\.responses\.source$/,
  // The tokens of trials that are not gradeable, which no metric counts: list-1 and read-1, the second time.
  /^runs\.baseline\.trials\[(1|3)\]\.tokens\.(prompt|completion)$/,
];

/** The busy desk with six of its tasks: every kind of trial, and less time. */
function sixTasks(): ReportEvidence {
  const evidence = busyDesk();
  const kept = ["list-1", "read-1", "read-2", "save-1", "save-2", "remove-1"];
  const of = (trials: readonly Trial[] = []) => trials.filter((trial) => kept.includes(trial.taskId));
  return {
    ...evidence,
    tasks: evidence.tasks.filter((task) => kept.includes(task.id)),
    trials: { baseline: of(evidence.trials.baseline), after_rewrite: of(evidence.trials.after_rewrite) },
  };
}

describe("verify", () => {
  let report: Report;
  let all: ReturnType<typeof leaves>;

  beforeAll(() => {
    report = JSON.parse(JSON.stringify(deriveReport(sixTasks())));
    all = leaves(report);
  });

  it("accepts a report that was written before, under the rules and constants it carries", () => {
    const path = join(import.meta.dirname, "../../contract/test/fixtures/report-v1.json");
    expect(verify(JSON.parse(readFileSync(path, "utf8")))).toEqual([]);
  });

  it("accepts the report it edits below", () => {
    expect(verify(report)).toEqual([]);
    expect(all.length).toBeGreaterThan(1_000);
  });

  it("catches every edit, of every number and every text [M6.1]", () => {
    // Only the leaves that nothing follows from: the next test edits all others and makes it harder.
    const recorded = all.filter(({ path }) => RECORDED_ONLY.some((pattern) => pattern.test(shown(path))));
    expect(recorded.length).toBeGreaterThan(70);
    for (const { path, value } of recorded) {
      for (const edit of edits(value)) {
        const mismatches = withLeaf(report, path, edit, () => verify(report));
        expect(mismatches, `${path.join(".")} → ${JSON.stringify(edit)}`).not.toEqual([]);
      }
    }
  });

  it("catches it also when reportSha256 was made to fit, except where nothing follows from what was edited", () => {
    const missed: string[] = [];
    for (const { path, value } of all) {
      if (path[0] === "reportSha256" || RECORDED_ONLY.some((pattern) => pattern.test(shown(path)))) continue;
      for (const edit of edits(value)) {
        const mismatches = withLeaf(report, path, edit, () =>
          withLeaf(report, ["reportSha256"], reportSha256(report), () => verify(report)),
        );
        if (mismatches.length === 0)
          missed.push(`${path.join(".")}: ${JSON.stringify(value)} → ${JSON.stringify(edit)}`);
      }
    }
    expect(missed).toEqual([]);
  }, 300_000);

  it("catches a member that does not belong, in every object and whatever its name", () => {
    const missed: string[] = [];
    const names = ["extra", "constructor", "toString", "__proto__"];
    for (const [index, path] of objects(report).entries()) {
      const name = names[index % names.length] as string;
      const edited = structuredClone(report);
      const node = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], edited);
      Object.defineProperty(node, name, { value: 1, enumerable: true, configurable: true, writable: true });
      edited.reportSha256 = reportSha256(edited);
      if (verify(edited).length === 0) missed.push([...path, name].join("."));
    }
    // The arguments of a call and the facts of an observation are what somebody said, whatever members that has.
    expect(
      missed.filter((path) => !/\.calls\.\d+\.arguments\.|^observations\.\d+\.facts\./.test(path)),
    ).toEqual([]);
  });

  it("accepts what has the shape of a report, though it looks at the shape of the evidence only", () => {
    for (const evidence of [busyDesk(), sixTasks()]) {
      expect(reportSchema.safeParse(deriveReport(evidence)).error?.issues ?? []).toEqual([]);
    }
  });
});

/** The paths of all objects in a document, itself included. */
function objects(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([key, entry]) => objects(entry, [...path, key]));
  return Array.isArray(value) ? below : [path, ...below];
}

describe("a mismatch", () => {
  const edited = (edit: (report: Report) => void) => {
    const report = deriveReport(paperDesk());
    edit(report);
    report.reportSha256 = reportSha256(report);
    return verify(report);
  };

  it("names the place and both numbers", () => {
    expect(
      edited((report) => {
        report.score.categories.legibility.points = { value: 29.73, exact: "2973/100" };
      }),
    ).toEqual([
      {
        path: "score.categories.legibility.points.value",
        found: 29.73,
        expected: 26.73,
        message:
          "score.categories.legibility.points.value: the report says 29.73; its counts, findings and token figures give 26.73.",
      },
      expect.objectContaining({ path: "score.categories.legibility.points.exact", expected: "2673/100" }),
    ]);
  });

  it("of a count says what was counted", () => {
    const [mismatch] = edited((report) => {
      report.runs.baseline.counts.correctSelections = 8;
    });
    expect(mismatch?.message).toBe(
      "runs.baseline.counts.correctSelections: the report says 8; counting its trials gives 7.",
    );
  });

  it("of the hash says that the file was changed", () => {
    const report = deriveReport(paperDesk());
    report.gradableVersion = "9.9.9";
    expect(verify(report).map((mismatch) => mismatch.path)).toEqual(["reportSha256"]);
    expect(verify(report)[0]?.message).toContain("The file was changed after it was written.");
  });

  it("of the shape names the member, and nothing is computed from what does not fit", () => {
    expect(verify({ ...deriveReport(paperDesk()), extra: 1 })[0]).toMatchObject({
      message: expect.stringContaining("does not fit the report schema"),
    });
    expect(verify(null)).toHaveLength(1);
    expect(verify([])).toHaveLength(1);
    expect(verify({ schemaVersion: 1 }).length).toBeGreaterThan(5);
  });

  it("never passes a server's text on raw", () => {
    const [mismatch] = edited((report) => {
      const [trial] = report.runs.baseline.trials;
      if (trial) trial.selected = "\u202eevil\u001b[31m";
    });
    expect(mismatch?.message).toContain("evil");
    expect(mismatch?.message).not.toContain("\u202e");
    expect(mismatch?.message).not.toContain("\u001b");
  });
});

describe("consistency of the evidence [M6.2]", () => {
  const pathsOf = (edit: (report: Report) => void) => {
    const report = deriveReport(busyDesk());
    edit(report);
    report.reportSha256 = reportSha256(report);
    return verify(report).map((mismatch) => mismatch.path);
  };
  const first = (report: Report) =>
    report.runs.baseline.trials[0] as Report["runs"]["baseline"]["trials"][number];

  it.each<[string, (report: Report) => void, string]>([
    [
      "a task for a tool that is not declared [M5.2]",
      (r) => void Object.assign(r.tasks[0] ?? {}, { tool: "nothing" }),
      "tasks[0].tool",
    ],
    [
      "a run filed under the other kind",
      (r) => {
        r.runs.baseline.kind = "after_rewrite";
      },
      "runs.baseline.kind",
    ],
    [
      "a rewrite run without suggestions",
      (r) => {
        r.analysis.suggestions = [];
      },
      "runs.after_rewrite",
    ],
    [
      "suggestions that nobody wrote",
      (r) => {
        r.judge.stages.rewrite = null;
      },
      "judge.stages.rewrite",
    ],
    [
      "a trial of an unknown task",
      (r) => {
        first(r).taskId = "list-9";
      },
      "runs.baseline.trials[0]",
    ],
    [
      "a trial beyond the configured number",
      (r) => {
        first(r).trial = 2;
      },
      "runs.baseline.trials[0]",
    ],
    [
      "a trial told twice",
      (r) => void r.runs.baseline.trials.splice(1, 0, first(r)),
      "runs.baseline.trials[1]",
    ],
    ["trials out of order", (r) => void r.runs.baseline.trials.reverse(), "runs.baseline.trials[0]"],
    ["a trial that is missing", (r) => void r.runs.baseline.trials.splice(3, 1), "runs.baseline.trials[3]"],
    [
      "an answer without an action",
      (r) => {
        first(r).action = null;
      },
      "runs.baseline.trials[0].action",
    ],
    [
      "an action without a call",
      (r) => {
        first(r).calls = [];
      },
      "runs.baseline.trials[0].calls",
    ],
    [
      "no action with a call",
      (r) => {
        first(r).action = "none";
      },
      "runs.baseline.trials[0].calls",
    ],
    [
      "another tool than the first call's",
      (r) => {
        first(r).selected = "read_note";
      },
      "runs.baseline.trials[0].selected",
    ],
    [
      "a call that was not validated",
      (r) => {
        first(r).firstCall = null;
      },
      "runs.baseline.trials[0].firstCall",
    ],
    [
      "violations of a well-formed call",
      (r) => void first(r).firstCall?.violations.push("title: missing"),
      "runs.baseline.trials[0].firstCall.wellFormed",
    ],
    [
      "a well-formed call to a tool that is not declared",
      (r) =>
        void Object.assign(first(r), { selected: "nothing", calls: [{ tool: "nothing", arguments: {} }] }),
      "runs.baseline.trials[0].firstCall.wellFormed",
    ],
    [
      "another tokenizer in one trial",
      (r) => {
        first(r).tokens.source = "estimated";
      },
      "runs.baseline.trials[0].tokens.source",
    ],
    [
      "an unusable reply of a trial that did not complete",
      (r) => {
        first(r).error = { evaluator: false, owner: "judge", code: "x", message: "" };
      },
      "runs.baseline.trials[0].error.evaluator",
    ],
    [
      "a defect of a tool that is not there",
      (r) => void Object.assign(r.analysis.defects[2] ?? {}, { toolIndex: 9 }),
      "analysis.defects[2]",
    ],
    [
      "a defect of another tool",
      (r) => void Object.assign(r.analysis.defects[0] ?? {}, { tool: "list_notes" }),
      "analysis.defects[0]",
    ],
    [
      "a suggestion for another tool",
      (r) => void Object.assign(r.analysis.suggestions[0] ?? {}, { tool: "list_notes" }),
      "analysis.suggestions[0]",
    ],
    [
      "a suggestion for a tool without defects [M3.2]",
      (r) => void Object.assign(r.analysis.suggestions[0] ?? {}, { tool: "list_notes", toolIndex: 0 }),
      "analysis.suggestions[0]",
    ],
    [
      "a pair of another tool",
      (r) => void Object.assign(r.analysis.confusablePairs[0] ?? {}, { tools: ["list_notes", "save_note"] }),
      "analysis.confusablePairs[0].tools[1]",
    ],
    [
      "a tool paired with itself",
      (r) =>
        void Object.assign(r.analysis.confusablePairs[0] ?? {}, {
          tools: ["list_notes", "list_notes"],
          toolIndexes: [0, 0],
        }),
      "analysis.confusablePairs[0].toolIndexes[1]",
    ],
    [
      "a defect told twice",
      (r) => void r.analysis.defects.push(r.analysis.defects[2] as never),
      "analysis.defects[3]",
    ],
    [
      "parameters of another defect",
      (r) => void Object.assign(r.analysis.defects[1] ?? {}, { parameters: ["title"] }),
      "analysis.defects[1].parameters",
    ],
    [
      "a source that the tokenizer does not have",
      (r) => {
        r.economics.tokenizer = "utf8-bytes-div-4";
      },
      "economics.definitionTokensSource",
    ],
  ])("names %s", (_what, edit, path) => {
    expect(pathsOf(edit)).toContain(path);
  });

  it("names a grade that the evidence can't carry", () => {
    const paths = pathsOf((report) => {
      for (const trial of report.runs.baseline.trials) {
        Object.assign(trial, {
          action: null,
          calls: [],
          selected: null,
          firstCall: null,
          error: { evaluator: true, owner: "judge", code: "reply-not-json", message: "" },
          status: "completed",
        });
      }
    });
    expect(paths).toEqual(["score"]);
  });
});

describe("speed", () => {
  it("verifies 400 tasks over 1,083 tools in well under a second", () => {
    const evidence = paperDesk();
    const tools = Array.from({ length: 1_083 }, (_, index) => ({
      ...(evidence.surface.tools[index % 4] as (typeof evidence.surface.tools)[number]),
      name: `tool_${index}`,
    }));
    const tasks = Array.from({ length: 400 }, (_, index) => ({
      ...(evidence.tasks[index % 8] as (typeof evidence.tasks)[number]),
      id: `t${index}`,
      tool: `tool_${index}`,
    }));
    const trials = tasks.map((task, index) => ({
      ...(evidence.trials.baseline[index % 8] as (typeof evidence.trials.baseline)[number]),
      taskId: task.id,
      calls: [{ tool: task.tool, arguments: { text: "x".repeat(200) } }],
      selected: task.tool,
    }));
    const report = deriveReport({
      ...evidence,
      surface: { ...evidence.surface, tools },
      tasks,
      trials: { baseline: trials },
      analysis: { defects: [], suggestions: [], confusablePairs: [] },
    });
    const before = process.cpuUsage();
    expect(verify(report)).toEqual([]);
    // Processor time, so that a busy machine does not fail it.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
