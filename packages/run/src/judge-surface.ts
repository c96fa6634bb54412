import { analyze, rewriteSurface } from "@gradable/analyze";
import {
  defined,
  GradableError,
  type Observation,
  plainText,
  type Report,
  type RunKind,
  type ScanStage,
  type Surface,
  sha256Json,
  type Trial,
} from "@gradable/contract";
import { isDestructive, readTools } from "@gradable/intent";
import { judge } from "@gradable/judge";
import { definitionTokens, type Tokenizer } from "@gradable/model/tokens";
import { defaultSlug } from "@gradable/scan";
import { deriveReport } from "@gradable/score";
import { readTaskSet, type TaskSet, tasks } from "@gradable/tasks";
import { assertCalibrated } from "./calibration/calibration-reference.js";
import { withDeclaredTools } from "./declared-tasks.js";
import { asGradableError } from "./failure.js";
import type { JudgeParts } from "./judge-parts.js";
import { countResponses } from "./responses.js";
import type { ScanTargetOptions } from "./scan-target.js";
import { whoSelects } from "./selection-identity.js";
import { isUnchanged } from "./unchanged.js";
import { GRADABLE_VERSION } from "./version.js";

/** The options of a scan with what was loaded for it. */
export interface JudgingOptions extends Omit<ScanTargetOptions, "judge" | "tokenizer"> {
  readonly judge: JudgeParts;
  readonly tokenizer: Tokenizer;
}

/** Everything after the listing; `closing` yields what the shutdown showed. */
export async function judgeSurface(
  surface: Surface,
  closing: Promise<readonly Observation[]>,
  scannedAt: Date,
  options: JudgingOptions,
): Promise<{ readonly kind: "report" | "unchanged"; readonly report: Report }> {
  const { tokenizer } = options;
  const slug = options.slug ?? defaultSlug(surface.target, surface.serverInfo);
  // Before anything is asked: a remark that can't be read must not cost a judged scan.
  const annotations = await options.annotations?.(slug);
  const taskSet = await at("tasks", () => taskSetFor(surface, options));
  const earlier = options.unchangedFrom;
  if (earlier !== undefined) {
    const now = { surface, taskSet, annotations, options };
    if (await at("selection", () => isUnchanged(earlier, now))) {
      await closing;
      return { kind: "unchanged", report: earlier };
    }
  }
  const { calibration } = options;
  if (calibration !== undefined) {
    // Before the scan is paid for: a prompted judge keeps this answer, so the run does not ask for it again.
    await at("selection", async () =>
      assertCalibrated(calibration, "selection", await whoSelects(surface, taskSet, options)),
    );
  }
  const total = taskSet.tasks.length * (options.trials ?? 1);
  const mayRewrite = options.rewrite !== false;
  options.judge.announce?.(mayRewrite ? 2 * total : total);
  const run = (kind: RunKind, over: Surface) =>
    at("selection", () => {
      let done = 0;
      return judge({
        surface: over,
        tasks: taskSet.tasks,
        kind,
        selector: options.judge.selector,
        tokenizer,
        trials: options.trials ?? 1,
        concurrency: options.concurrency ?? 1,
        ...(options.signal ? { signal: options.signal } : {}),
        onTrial: (_trial: Trial) => options.onProgress?.({ phase: kind, done: ++done, total }),
      });
    });

  const baseline = await run("baseline", surface);
  options.onProgress?.({ phase: "analyze", text: "looking for description defects and confusable pairs" });
  const analyzed = await at("analysis", () =>
    analyze(surface, { analyst: options.judge.analyst, tokenizer }),
  );
  if (calibration !== undefined) {
    assertCalibrated(calibration, "defects", analyzed.identities.defects);
    assertCalibrated(calibration, "pairs", analyzed.identities.pairs);
  }
  if (mayRewrite && analyzed.analysis.suggestions.length === 0) options.judge.announce?.(-total);
  const rewrite =
    mayRewrite && analyzed.analysis.suggestions.length > 0
      ? await run("after_rewrite", rewriteSurface(surface, analyzed.analysis.suggestions))
      : undefined;

  options.onProgress?.({ phase: "score", text: "scoring" });
  const closingObservations = await closing;
  const report = await at("score", () => {
    const tokens = definitionTokens(surface.tools, tokenizer);
    return deriveReport({
      gradableVersion: GRADABLE_VERSION,
      slug,
      target: surface.target,
      scannedAt: scannedAt.toISOString(),
      surface: {
        surfaceSha256: surface.surfaceSha256,
        serverInfo: surface.serverInfo,
        protocolVersion: surface.protocolVersion,
        listing: surface.listing,
        tools: surface.tools.map((tool, index) => ({
          name: tool.name,
          sha256: sha256Json(tool),
          definitionTokens: tokens.perTool[index] as number,
          destructive: isDestructive(tool),
        })),
      },
      observations: [
        ...surface.observations,
        ...closingObservations,
        ...notAsked(taskSet),
        ...contradicting(surface),
      ],
      stages: {
        tasks: taskSet.identity,
        selection: baseline.identity,
        defects: analyzed.identities.defects,
        pairs: analyzed.identities.pairs,
        rewrite: analyzed.identities.rewrite,
      },
      calibrationSha256: calibration?.sha256,
      tasks: taskSet.tasks,
      trialsPerTask: options.trials ?? 1,
      trials: { baseline: baseline.trials, after_rewrite: rewrite?.trials },
      analysis: analyzed.analysis,
      annotations,
      economics: {
        definitionTokens: tokens.total,
        definitionTokensSource: tokenizer.source,
        tokenizer: tokenizer.name,
        responses: options.responses === undefined ? null : countResponses(options.responses, tokenizer),
      },
    });
  });
  return { kind: "report", report };
}

async function taskSetFor(surface: Surface, options: JudgingOptions): Promise<TaskSet> {
  if (options.tasksFrom !== undefined) {
    const { tasksFrom, undeclared } = options;
    return readTaskSet(
      undeclared === "leave-out" ? withDeclaredTools(tasksFrom, surface) : tasksFrom,
      surface,
    );
  }
  options.onProgress?.({ phase: "tasks", text: `writing tasks for ${surface.tools.length} tools` });
  return tasks(surface, {
    ...defined({ perTool: options.tasksPerTool, maxTasks: options.maxTasks }),
    generator: options.judge.generator,
    ...defined({ signal: options.signal }),
  });
}

/** That some tools were asked nothing, and the reason that most of them have. */
function notAsked({ notGenerated }: TaskSet): Observation[] {
  if (notGenerated.length === 0) return [];
  const reasons = new Map<string, number>();
  for (const { reason } of notGenerated) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const [reason] = [...reasons].sort(([, a], [, b]) => b - a)[0] as [string, number];
  return [
    {
      id: "request-not-written",
      count: notGenerated.length,
      tools: notGenerated.slice(0, 20).map(({ tool }) => tool),
      facts: { reason: plainText(reason, { maxChars: 200 }) },
    },
  ];
}

/** The tools whose name says one thing and whose description another. */
function contradicting(surface: Surface): Observation[] {
  const found = readTools(surface).filter(
    ({ contradicts, name, tool }) =>
      contradicts && !name.words.some((word) => begins(tool.description ?? "", word)),
  );
  if (found.length === 0) return [];
  return [
    {
      id: "name-contradicts-description",
      count: found.length,
      tools: found.slice(0, 20).map(({ tool }) => tool.name),
      facts: {},
    },
  ];
}

/** Whether a text has a word that begins as this one does: then the two speak of one thing, in whatever form. */
function begins(text: string, word: string): boolean {
  return word.length >= 3 && text.slice(0, 2_000).toLowerCase().includes(word.slice(0, 4));
}

/** Names the stage of a failure that did not name its own, and keeps one that did. */
async function at<Value>(stage: ScanStage, work: () => Promise<Value> | Value): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    const error = asGradableError(thrown);
    if (error.stage !== undefined || error.owner === "usage") throw error;
    throw new GradableError({
      code: error.code,
      owner: error.owner,
      message: error.message,
      stage,
      facts: error.facts,
      ...defined({ hint: error.hint, partial: error.partial }),
      cause: error,
    });
  }
}
