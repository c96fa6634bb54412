import type { JsonValue, StageIdentity, Surface } from "@gradable/contract";
import { plainText } from "@gradable/contract";
import { JudgeError } from "../errors.js";
import { isRecord } from "./adapters/adapter.js";
import { batches } from "./batches.js";
import { renderPrompt } from "./prompt-text.js";
import { type Asker, askQuestion, StageIdentities } from "./question.js";
import type { ReplyCheck } from "./reply.js";
import { TaskDraftRules } from "./task-draft.js";
import { toolAliases } from "./tool-alias.js";
import { selectionLine } from "./tool-line.js";

/** A request that passed every rule, for the tool at `toolIndex`. */
export interface TaskDraft {
  readonly toolIndex: number;
  readonly prompt: string;
  readonly expectedArguments: Record<string, JsonValue>;
}

export interface WrittenTasks {
  /** By tool index, then in the order they were accepted. */
  readonly drafts: TaskDraft[];
  /** Tools that got fewer requests than wanted, and why the last one was not usable. */
  readonly notWritten: { readonly toolIndex: number; readonly missing: number; readonly reason: string }[];
  readonly identity: StageIdentity;
}

/** Writes requests for tools of a surface. */
export interface TaskWriter {
  /** `toolIndexes`: which tools to write for, `perTool` requests each. Throws `JudgeError` when nothing could be asked at all. */
  write(
    surface: Surface,
    options: { toolIndexes: readonly number[]; perTool: number; signal?: AbortSignal },
  ): Promise<WrittenTasks>;
}

/** Tools of one question: each needs several requests, and a long reply is a cut one. */
const TASK_BATCH_TOOLS = 8;
/** Longest request, in UTF-16 code units. */
const MAX_REQUEST_CHARS = 2000;

/**
 * Requests written by a text model (`tasks-v1`). Every one is checked against the rules of {@link TaskDraftRules}; what breaks one is asked for once more with
 * the reason, and what is still missing then is counted in `notWritten`, never filled in.
 */
export function promptedTaskWriter(asker: Asker): TaskWriter {
  return {
    async write(surface, { toolIndexes, perTool, signal }) {
      const aliases = toolAliases(surface.tools);
      const lines = surface.tools.map((tool, index) => selectionLine(tool, aliases.names[index] as string));
      const identities = new StageIdentities("tasks");
      const rules = new TaskDraftRules(surface);
      const accepted = new Map<number, TaskDraft[]>();
      const reasons = new Map<number, string>();
      let failure: unknown;

      const round = async (
        indexes: readonly number[],
        rejected: readonly Rejected[],
      ): Promise<Rejected[]> => {
        const items = indexes.map((index) => ({ index, line: lines[index] as string }));
        const replies = await Promise.all(
          batches(items, TASK_BATCH_TOOLS).map(async (batch): Promise<Proposal[]> => {
            const inBatch = new Set(batch.map(({ index }) => index));
            const others = aliases.names.filter((_, index) => !inBatch.has(index));
            const prompt = await tasksPrompt(asker, {
              tools: batch.map(({ line }) => line),
              otherNames: others,
              perTool,
              rejected: rejected
                .filter(({ index }) => inBatch.has(index))
                .map(({ alias, request, reason }) => ({ tool: alias, request, reason })),
            });
            const check = proposalsCheck(inBatch, aliases.indexOf);
            try {
              const asked = await askQuestion(asker, { stage: "tasks", prompt, trial: 0, check, signal });
                            return asked.value;
            } catch (error) {
              if (!(error instanceof JudgeError) || !error.evaluator) throw error;
              failure ??= error;
              for (const index of inBatch) reasons.set(index, error.message);
              return [];
            }
          }),
        );
        const broken: Rejected[] = [];
        // Rules are applied in the order of the tools, not of the replies: which of two equal requests stays must not depend on timing.
        for (const proposal of replies.flat().sort((a, b) => a.index - b.index)) {
          const drafts = accepted.get(proposal.index) ?? [];
          if (drafts.length >= perTool) continue;
          const problem = rules.problem(proposal.index, proposal.request, proposal.arguments);
          if (problem === undefined) {
            rules.accept(proposal.request);
            drafts.push({
              toolIndex: proposal.index,
              prompt: proposal.request,
              expectedArguments: proposal.arguments,
            });
            accepted.set(proposal.index, drafts);
          } else {
            reasons.set(proposal.index, problem);
            broken.push({
              index: proposal.index,
              alias: aliases.names[proposal.index] as string,
              request: proposal.request,
              reason: problem,
            });
          }
        }
        return broken;
      };

      const missing = () => toolIndexes.filter((index) => (accepted.get(index)?.length ?? 0) < perTool);
      const rejected = await round(toolIndexes, []);
      if (missing().length > 0) await round(missing(), rejected);

      const identity = identities.get();
      if (identity === undefined) throw failure ?? new Error("no tool to write a task for");
      return {
        drafts: [...accepted.entries()].sort(([a], [b]) => a - b).flatMap(([, drafts]) => drafts),
        notWritten: missing().map((toolIndex) => ({
          toolIndex,
          missing: perTool - (accepted.get(toolIndex)?.length ?? 0),
          reason: reasons.get(toolIndex) ?? "the judge wrote no request for it",
        })),
        identity,
      };
    },
  };
}

interface Proposal {
  readonly index: number;
  readonly request: string;
  readonly arguments: Record<string, JsonValue>;
}

interface Rejected {
  readonly index: number;
  readonly alias: string;
  readonly request: string;
  readonly reason: string;
}

/** The prompt of one batch; exported for the estimate of a dry run. */
export function tasksPrompt(
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
function proposalsCheck(
  inBatch: ReadonlySet<number>,
  indexOf: (name: string) => number | undefined,
): ReplyCheck<Proposal[]> {
  return (reply) => {
    if (!isRecord(reply) || !Array.isArray(reply.tasks)) return { problem: 'it has no list "tasks"' };
    const proposals: Proposal[] = [];
    for (const entry of reply.tasks) {
      if (!isRecord(entry) || typeof entry.tool !== "string" || typeof entry.request !== "string") {
        return { problem: 'an entry of "tasks" has no "tool" or no "request"' };
      }
      const index = indexOf(entry.tool);
      if (index === undefined)
        return { problem: `there is no tool ${JSON.stringify(entry.tool.slice(0, 80))} to write for` };
      // A request for another tool of the surface is one too many, no more.
      if (!inBatch.has(index)) continue;
      const args = entry.arguments ?? {};
      if (!isRecord(args)) return { problem: 'the "arguments" of a task are not a JSON object' };
      const request = plainText(entry.request, { maxChars: MAX_REQUEST_CHARS, multiline: true }).trim();
      if (request === "") return { problem: "a request is empty" };
      proposals.push({ index, request, arguments: args as Record<string, JsonValue> });
    }
    return { value: proposals };
  };
}
