import { type JsonValue, plainText, type StageIdentity, type Surface } from "@gradable/contract";
import {
  type Asker,
  askQuestion,
  batches,
  isRecord,
  JudgeError,
  promptedError,
  type ReplyCheck,
  renderPrompt,
  StageIdentities,
  selectionLine,
  type ToolAliases,
  toolAliases,
} from "@gradable/model";
import { TaskDraftRules } from "./task-draft.js";

/** A request that passed every rule, for the tool at `toolIndex`. */
interface TaskDraft {
  readonly toolIndex: number;
  readonly prompt: string;
  readonly expectedArguments: Record<string, JsonValue>;
}

interface WrittenTasks {
  /** By tool index, then in the order they were accepted. */
  readonly drafts: TaskDraft[];
  /** Tools that got fewer requests than wanted, and why the last one was not usable. */
  readonly notWritten: { readonly toolIndex: number; readonly missing: number; readonly reason: string }[];
  readonly identity: StageIdentity;
}

/** How many requests to write for the tool at `toolIndex`, at least 1. */
export interface WantedTasks {
  readonly toolIndex: number;
  readonly count: number;
}

/** Writes requests for tools of a surface. */
export interface TaskWriter {
  /** Throws `JudgeError` when not one reply came. */
  write(
    surface: Surface,
    options: { readonly wanted: readonly WantedTasks[]; readonly signal?: AbortSignal },
  ): Promise<WrittenTasks>;
}

/**
 * Tools of one question: each needs several requests, and a long reply is a cut one. In the second round half
 * as many.
 */
const TASK_BATCH_TOOLS = 8;
/** Longest request, in UTF-16 code units. */
const MAX_REQUEST_CHARS = 2000;

/**
 * Requests written by a text model (`tasks-v1`). Every one is checked against the rules of {@link
 * TaskDraftRules}; what breaks one is asked for once more with the reason, and what is still missing then is
 * counted in `notWritten`, never filled in.
 */
export function promptedTaskWriter(asker: Asker): TaskWriter {
  return {
    async write(surface, { wanted, signal }) {
      const writing = new Writing(asker, surface, signal);
      writing.assertFits();
      const rejected = await writing.round(wanted, [], TASK_BATCH_TOOLS);
      const missing = writing.missing(wanted);
      if (missing.length > 0) await writing.round(missing, rejected, TASK_BATCH_TOOLS / 2);
      return writing.result(wanted);
    },
  };
}

/** The prompts of the first round without asking anybody, for an estimate. */
export function firstRoundPrompts(
  asker: Asker,
  surface: Surface,
  wanted: readonly WantedTasks[],
): Promise<string[]> {
  return new Writing(asker, surface, undefined).prompts(wanted);
}

/** One task set in the making. */
class Writing {
  readonly #asker: Asker;
  readonly #signal: AbortSignal | undefined;
  readonly #aliases: ToolAliases;
  readonly #lines: readonly string[];
  readonly #rules: TaskDraftRules;
  readonly #answeredBy = new StageIdentities("tasks");
  readonly #accepted = new Map<number, TaskDraft[]>();
  /** Why a tool's last request was not usable. */
  readonly #reasons = new Map<number, string>();
  #failure: JudgeError | undefined;

  constructor(asker: Asker, surface: Surface, signal: AbortSignal | undefined) {
    this.#asker = asker;
    this.#signal = signal;
    const aliases = toolAliases(surface.tools);
    this.#aliases = aliases;
    this.#lines = surface.tools.map((tool, index) => selectionLine(tool, aliases.names[index] as string));
    this.#rules = new TaskDraftRules(surface);
  }

  /**
   * Throws `judge-prompt-too-large` when the whole surface does not fit into one prompt: nothing is paid for
   * requests that could then not be asked.
   */
  assertFits(): void {
    const { cli, maxPromptChars } = this.#asker.model;
    const chars = this.#lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (maxPromptChars === null || chars <= maxPromptChars) return;
    const facts = { cli, found: `${chars} characters of tools`, limit: `${maxPromptChars} characters` };
    throw promptedError("judge-prompt-too-large", facts);
  }

  /** Asks for requests and keeps those that pass; resolves to those that do not. */
  async round(
    wanted: readonly WantedTasks[],
    rejected: readonly Rejected[],
    maxTools: number,
  ): Promise<Rejected[]> {
    const questions = this.#batches(wanted, maxTools);
    this.#asker.expect?.(questions.length);
    const asking = questions.map(({ batch, count }) => this.#ask(batch, count, rejected));
    const proposals = (await Promise.all(asking)).flat();
    // In the order of the tools, not of the replies: which of two equal requests stays must not depend on
    // timing.
    proposals.sort((a, b) => a.toolIndex - b.toolIndex);
    const limits = new Map(wanted.map(({ toolIndex, count }) => [toolIndex, count + this.#have(toolIndex)]));
    return proposals.flatMap((proposal) => this.#take(proposal, limits.get(proposal.toolIndex) ?? 0));
  }

  /** The prompts of the first round, without asking anybody. */
  prompts(wanted: readonly WantedTasks[]): Promise<string[]> {
    const prompts = this.#batches(wanted, TASK_BATCH_TOOLS).map(({ batch, count }) =>
      this.#prompt(batch, new Set(batch.map(({ toolIndex }) => toolIndex)), count, []),
    );
    return Promise.all(prompts);
  }

  missing(wanted: readonly WantedTasks[]): WantedTasks[] {
    return wanted.flatMap(({ toolIndex, count }) => {
      const left = count - this.#have(toolIndex);
      return left > 0 ? [{ toolIndex, count: left }] : [];
    });
  }

  result(wanted: readonly WantedTasks[]): WrittenTasks {
    const identity = this.#answeredBy.get();
    const drafts = [...this.#accepted].sort(([a], [b]) => a - b).flatMap(([, accepted]) => accepted);
    // A task set without a task is the judge's failure, and must not look like a surface that nothing can be
    // asked of.
    if (identity === undefined || drafts.length === 0) {
      const reason = [...this.#reasons.values()][0] ?? "it wrote no request";
      throw this.#failure ?? promptedError("judge-reply-unusable", { cli: this.#asker.model.cli, reason });
    }
    return {
      drafts,
      notWritten: this.missing(wanted).map(({ toolIndex, count }) => ({
        toolIndex,
        missing: count,
        reason: this.#reasons.get(toolIndex) ?? "the judge wrote no request for it",
      })),
      identity,
    };
  }

  #have(toolIndex: number): number {
    return this.#accepted.get(toolIndex)?.length ?? 0;
  }

  async #ask(
    batch: readonly BatchItem[],
    perTool: number,
    rejected: readonly Rejected[],
  ): Promise<Proposal[]> {
    const inBatch = new Set(batch.map(({ toolIndex }) => toolIndex));
    const prompt = await this.#prompt(batch, inBatch, perTool, rejected);
    try {
      const asked = await askQuestion(this.#asker, {
        stage: "tasks",
        prompt,
        trial: 0,
        check: proposalsCheck(inBatch, this.#aliases),
        answeredBy: this.#answeredBy,
        signal: this.#signal,
      });
      return asked.value;
    } catch (error) {
      if (!(error instanceof JudgeError) || !error.evaluator) throw error;
      this.#failure ??= error;
      for (const toolIndex of inBatch) this.#reasons.set(toolIndex, error.message);
      return [];
    }
  }

  #prompt(
    batch: readonly BatchItem[],
    inBatch: ReadonlySet<number>,
    perTool: number,
    rejected: readonly Rejected[],
  ): Promise<string> {
    return tasksPrompt(this.#asker, {
      tools: batch.map(({ line }) => line),
      otherNames: this.#aliases.names.filter((_, index) => !inBatch.has(index)),
      perTool,
      rejected: rejected
        .filter(({ toolIndex }) => inBatch.has(toolIndex))
        .map(({ toolIndex, request, reason }) => ({
          tool: this.#aliases.names[toolIndex] as string,
          request,
          reason,
        })),
    });
  }

  /** Tools that want the same number of requests stand in one question. */
  #batches(wanted: readonly WantedTasks[], maxTools: number): { batch: BatchItem[]; count: number }[] {
    const byCount = new Map<number, BatchItem[]>();
    for (const { toolIndex, count } of wanted) {
      const items = byCount.get(count) ?? [];
      items.push({ toolIndex, line: this.#lines[toolIndex] as string });
      byCount.set(count, items);
    }
    return [...byCount].flatMap(([count, items]) =>
      batches(items, maxTools).map((batch) => ({ batch, count })),
    );
  }

  #take({ toolIndex, request, arguments: expectedArguments }: Proposal, limit: number): Rejected[] {
    if (this.#have(toolIndex) >= limit) return [];
    const reason = this.#rules.problem(toolIndex, request, expectedArguments);
    if (reason !== undefined) {
      this.#reasons.set(toolIndex, reason);
      return [{ toolIndex, request, reason }];
    }
    this.#rules.accept(request);
    const drafts = this.#accepted.get(toolIndex) ?? [];
    drafts.push({ toolIndex, prompt: request, expectedArguments });
    this.#accepted.set(toolIndex, drafts);
    return [];
  }
}

interface BatchItem {
  readonly toolIndex: number;
  readonly line: string;
}

interface Proposal {
  readonly toolIndex: number;
  readonly request: string;
  readonly arguments: Record<string, JsonValue>;
}

interface Rejected {
  readonly toolIndex: number;
  readonly request: string;
  readonly reason: string;
}

function tasksPrompt(
  asker: Asker,
  parts: {
    readonly tools: readonly string[];
    readonly otherNames: readonly string[];
    readonly perTool: number;
    readonly rejected?: readonly Readonly<Record<string, string>>[];
  },
): Promise<string> {
  const rejected = (parts.rejected ?? []).map((entry) => JSON.stringify(entry));
  return renderPrompt("tasks-v1", {
    tools: parts.tools,
    toolsNonce: asker.nonce(parts.tools.join("\n")),
    otherNames: parts.otherNames,
    namesNonce: asker.nonce(parts.otherNames.join("\n")),
    perTool: parts.perTool,
    rejected,
    rejectedNonce: asker.nonce(rejected.join("\n")),
  });
}

/** Only the form: whether a request may be used is for the rules to say, one by one. */
function proposalsCheck(inBatch: ReadonlySet<number>, aliases: ToolAliases): ReplyCheck<Proposal[]> {
  return (reply) => {
    if (!isRecord(reply) || !Array.isArray(reply.tasks)) return { problem: 'it has no list "tasks"' };
    const proposals: Proposal[] = [];
    for (const entry of reply.tasks) {
      if (!isRecord(entry) || typeof entry.tool !== "string" || typeof entry.request !== "string") {
        return { problem: 'an entry of "tasks" has no "tool" or no "request"' };
      }
      const index = aliases.indexOf(entry.tool);
      if (index === undefined)
        return { problem: `there is no tool ${JSON.stringify(entry.tool.slice(0, 80))} to write for` };
      // A request for another tool of the surface is one too many, no more.
      if (!inBatch.has(index)) continue;
      const args = entry.arguments ?? {};
      if (!isRecord(args)) return { problem: 'the "arguments" of a task are not a JSON object' };
      const request = plainText(entry.request, { maxChars: MAX_REQUEST_CHARS, multiline: true }).trim();
      if (request === "") return { problem: "a request is empty" };
      proposals.push({ toolIndex: index, request, arguments: args as Record<string, JsonValue> });
    }
    return { value: proposals };
  };
}
