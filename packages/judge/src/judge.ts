import {
  GradableError,
  type JsonValue,
  type RunKind,
  type StageIdentity,
  type Surface,
  type SurfaceTool,
  type Task,
  type Trial,
} from "@gradable/contract";
import { isDestructive } from "@gradable/intent";
import { JudgeError, judgeError } from "@gradable/model/errors";
import type { Tokenizer } from "@gradable/model/tokens";
import { validateArguments } from "@gradable/schema";
import type { SelectionAnswer, SelectionSession, Selector } from "./selector.js";

/** What {@link judge} works on. */
export interface JudgeInput {
  readonly surface: Surface;
  readonly tasks: readonly Task[];
  readonly kind: RunKind;
  readonly selector: Selector;
  readonly tokenizer: Tokenizer;
  /** How often each task is asked, ≥ 1; default 1. */
  readonly trials?: number;
  /** Questions open at once, ≥ 1; default 1. Trials are returned in the order of the tasks whatever it is. */
  readonly concurrency?: number;
  /** Stops asking; trials not yet answered are recorded as cancelled. */
  readonly signal?: AbortSignal;
  /** Called as each trial is done, in the order they finish. */
  readonly onTrial?: (trial: Trial) => void;
}

/** The trials of one run, by task and then by trial number, and who answered. */
export interface Judged {
  readonly kind: RunKind;
  readonly identity: StageIdentity;
  readonly trials: Trial[];
}

/**
 * Asks a judge every task and records what it answered. A judge that gives no usable answer leaves a trial with an `error`,
 * never a wrong answer. Throws only what opening the judge throws.
 */
export async function judge(input: JudgeInput): Promise<Judged> {
  const session = await input.selector.open(input.surface, { tokenizer: input.tokenizer });
  const tools = toolsByName(input.surface.tools);
  const trials = Math.max(1, input.trials ?? 1);
  const questions = input.tasks.flatMap((task) =>
    Array.from({ length: trials }, (_, trial) => ({ task, trial })),
  );
  const answered = await mapConcurrently(questions, input.concurrency ?? 1, async ({ task, trial }) => {
    const done = await askOnce(session, tools, task, trial, input.tokenizer, input.signal);
    input.onTrial?.(done);
    return done;
  });
  return { kind: input.kind, identity: session.identity(), trials: answered };
}

async function askOnce(
  session: SelectionSession,
  tools: ReadonlyMap<string, SurfaceTool>,
  task: Task,
  trial: number,
  tokenizer: Tokenizer,
  signal: AbortSignal | undefined,
): Promise<Trial> {
  try {
    if (signal?.aborted) throw judgeError("judge-cancelled");
    return trialOf(await session.ask(task, trial, signal), tools, task, trial);
  } catch (cause) {
    const error =
      signal?.aborted && !(cause instanceof GradableError)
        ? judgeError("judge-cancelled", {}, cause)
        : cause instanceof JudgeError
          ? cause
          : judgeError(
              "judge-crashed",
              { reason: cause instanceof Error ? cause.message : String(cause) },
              cause,
            );
    return failedTrial(error, task, trial, tokenizer);
  }
}

function trialOf(
  answer: SelectionAnswer,
  tools: ReadonlyMap<string, SurfaceTool>,
  task: Task,
  trial: number,
): Trial {
  const first = answer.calls[0];
  const tool = first && tools.get(first.tool);
  const candidate = tool !== undefined && isDestructive(tool);
  return {
    taskId: task.id,
    trial,
    status: "completed",
    action: answer.action,
    calls: [...answer.calls],
    selected: first?.tool ?? null,
    firstCall: first === undefined ? null : checkCall(tool, first.arguments),
    destructive: { candidate, confirmed: candidate ? answer.action === "confirm" : null },
    tokens: answer.tokens,
    ...(answer.reportedUsage === undefined ? {} : { reportedUsage: answer.reportedUsage }),
    durationMs: answer.durationMs,
  };
}

function checkCall(tool: SurfaceTool | undefined, args: JsonValue): NonNullable<Trial["firstCall"]> {
  return tool === undefined
    ? { wellFormed: false, violations: ["the tool is not declared by the server"] }
    : validateArguments(tool, args);
}

/** An unusable answer completed the trial and is an evaluator error; no answer leaves the trial failed or cancelled. */
/** Failures that are no failed execution but something the chain has its own status for. */
const STATUS_OF_CODE: Readonly<Record<string, Trial["status"]>> = {
  "judge-cancelled": "cancelled",
  "judge-timed-out": "timed_out",
};

function failedTrial(error: JudgeError, task: Task, trial: number, tokenizer: Tokenizer): Trial {
  const owner = error.owner === "environment" || error.owner === "gradable" ? error.owner : "judge";
  return {
    taskId: task.id,
    trial,
    status: error.evaluator ? "completed" : (STATUS_OF_CODE[error.code] ?? "failed"),
    action: null,
    calls: [],
    selected: null,
    firstCall: null,
    destructive: { candidate: false, confirmed: null },
    tokens: { prompt: 0, completion: 0, source: tokenizer.source },
    durationMs: null,
    error: { evaluator: error.evaluator, owner, code: error.code, message: error.message },
  };
}

/** The first tool of each name: where names repeat, that is the one a client would reach. */
function toolsByName(tools: readonly SurfaceTool[]): Map<string, SurfaceTool> {
  const byName = new Map<string, SurfaceTool>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return byName;
}

/** Runs `work` over the items, at most `limit` at once; results in the order of the items. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, worker));
  return results;
}
