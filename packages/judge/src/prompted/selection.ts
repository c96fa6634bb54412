import {
  type JsonValue,
  type Surface,
  type Task,
  type ToolCall,
  TRIAL_ACTIONS,
  type TrialAction,
} from "@gradable/contract";
import {
  type Asker,
  askQuestion,
  isRecord,
  type ReplyCheck,
  renderPrompt,
  StageIdentities,
  selectionLine,
  type ToolAliases,
  toolAliases,
} from "@gradable/model";
import type { Tokenizer } from "@gradable/model/tokens";
import type { SelectionAnswer, SelectionSession, Selector } from "../selector.js";

/** Calls of one answer that are read; no sensible first move has more, and a report stores them all. */
const MAX_CALLS = 32;

/**
 * A selector that asks a text model, one task per call (`selection-v1`). The whole surface stands first and
 * is the same text in every call, so that a provider's prompt cache can hold it; a surface that does not fit
 * the model is a failure, never cut. A trial's tokens are the prompt as sent first and the reply that was
 * used, by our tokenizer: a repair is the judge's doing and costs the server nothing.
 */
export function promptedSelector(asker: Asker): Selector {
  return {
    async open(surface, { tokenizer }) {
      const presented = presentSurface(surface, asker);
      return new PromptedSession(asker, presented, tokenizer);
    },
  };
}

interface PresentedSurface {
  readonly aliases: ToolAliases;
  readonly tools: readonly string[];
  readonly toolsNonce: string;
  readonly declared: readonly string[];
}

function presentSurface(surface: Surface, asker: Asker): PresentedSurface {
  const aliases = toolAliases(surface.tools);
  const tools = surface.tools.map((tool, index) => selectionLine(tool, aliases.names[index] as string));
  return {
    aliases,
    tools,
    toolsNonce: asker.nonce(tools.join("\n")),
    declared: surface.tools.map(({ name }) => name),
  };
}

/** The prompts of a surface without asking anybody, for an estimate; `marker` ends what all of them share. */
export function selectionPrompts(
  asker: Asker,
  surface: Surface,
): { readonly marker: string; readonly render: (request: string) => Promise<string> } {
  const presented = presentSurface(surface, asker);
  return { marker: markerOf(presented), render: (request) => render(presented, asker, request) };
}

function markerOf({ toolsNonce }: PresentedSurface): string {
  return `END TOOLS ${toolsNonce}`;
}

function render({ tools, toolsNonce }: PresentedSurface, asker: Asker, request: string): Promise<string> {
  return renderPrompt("selection-v1", { tools, toolsNonce, request, requestNonce: asker.nonce(request) });
}

class PromptedSession implements SelectionSession {
  readonly #asker: Asker;
  readonly #surface: PresentedSurface;
  readonly #count: (prompt: string) => number;
  readonly #tokenizer: Tokenizer;
  readonly #check: ReplyCheck<Selection>;
  readonly #identities = new StageIdentities("selection");
  #failure: unknown;

  constructor(asker: Asker, surface: PresentedSurface, tokenizer: Tokenizer) {
    this.#asker = asker;
    this.#surface = surface;
    this.#tokenizer = tokenizer;
    this.#count = prefixCounter(tokenizer, markerOf(surface));
    this.#check = selectionCheck(surface);
  }

  async ask(task: Task, trial: number, signal?: AbortSignal): Promise<SelectionAnswer> {
    try {
      const prompt = await render(this.#surface, this.#asker, task.prompt);
      const asked = await askQuestion(this.#asker, {
        stage: "selection",
        prompt,
        trial,
        check: this.#check,
        answeredBy: this.#identities,
        signal,
      });
      return {
        ...asked.value,
        tokens: {
          prompt: this.#count(prompt),
          completion: this.#tokenizer.count(asked.reply),
          source: this.#tokenizer.source,
        },
        ...(asked.usage === undefined ? {} : { reportedUsage: asked.usage }),
        durationMs: asked.durationMs,
      };
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  /**
   * Throws the first failure when nothing was answered: then there is no judge to name, and that failure says
   * why.
   */
  identity() {
    const identity = this.#identities.get();
    if (identity !== undefined) return identity;
    throw this.#failure ?? new Error("identity() before the first answer");
  }
}

interface Selection {
  readonly action: TrialAction;
  readonly calls: readonly ToolCall[];
}

function selectionCheck({ aliases, declared }: PresentedSurface): ReplyCheck<Selection> {
  return (reply) => {
    if (!isRecord(reply)) return { problem: "it is not a JSON object" };
    const action = TRIAL_ACTIONS.ids.find((known) => known === reply.action);
    if (action === undefined) return { problem: `"action" is none of ${TRIAL_ACTIONS.ids.join(", ")}` };
    const listed = reply.calls ?? [];
    if (!Array.isArray(listed)) return { problem: '"calls" is not a list' };
    if (action === "none" && listed.length > 0)
      return { problem: '"action" is "none" and "calls" is not empty' };
    if (action !== "none" && listed.length === 0)
      return { problem: `"action" is "${action}" and "calls" is empty` };
    if (listed.length > MAX_CALLS) return { problem: `"calls" has more than ${MAX_CALLS} entries` };
    const calls: ToolCall[] = [];
    for (const call of listed) {
      if (!isRecord(call) || typeof call.tool !== "string") return { problem: 'a call has no "tool"' };
      const index = aliases.indexOf(call.tool);
      if (index === undefined)
        return { problem: `there is no tool ${JSON.stringify(call.tool.slice(0, 80))} in the list` };
      const args = call.arguments ?? {};
      if (!isRecord(args)) return { problem: `the "arguments" of a call are not a JSON object` };
      calls.push({ tool: declared[index] as string, arguments: args as Record<string, JsonValue> });
    }
    return { value: { action, calls } };
  };
}

/**
 * Counts prompts that begin alike, the beginning only once. The cut is after a nonce, whose last letter or
 * digit o200k never joins with the line break that follows, so the two counts add up to the count of the
 * whole.
 */
export function prefixCounter(tokenizer: Tokenizer, marker: string): (prompt: string) => number {
  let known: { readonly prefix: string; readonly tokens: number } | undefined;
  return (prompt) => {
    const at = prompt.indexOf(marker);
    const cut = at < 0 ? 0 : at + marker.length;
    if (known === undefined || known.prefix.length !== cut || !prompt.startsWith(known.prefix)) {
      const prefix = prompt.slice(0, cut);
      known = { prefix, tokens: tokenizer.count(prefix) };
    }
    return known.tokens + tokenizer.count(prompt.slice(cut));
  };
}
