import { plainText, type Surface, surfaceSeed, type Task } from "@gradable/contract";
import { builtinIdentity, isDestructive, readTools, sayings, type ToolIntent } from "@gradable/intent";
import { randomFrom } from "@gradable/schema";
import { reachable, share, taskId } from "../allotment.js";
import type { GeneratedTasks, GenerateOptions, NotGenerated, TaskGenerator } from "../task-generator.js";
import { clauseText } from "./clause.js";
import { Neighbours } from "./decisive.js";
import { CHINESE_FRAMES, framesFor } from "./frames.js";
import { groupsOf } from "./said-groups.js";
import { sampleArguments } from "./sample-arguments.js";
import { type Wish, wishesOf } from "./wish.js";
import { problemOf } from "./wording-check.js";

/** The version of the built-in generator's rules: two scores compare only where it is the same. */
const BUILTIN_TASKS_VERSION = "builtin-tasks-v2";
/** Requests of a surface at least, where its tools allow: fewer can't tell two servers apart. */
const LEAST_REQUESTS = 40;
/** Requests for one tool at most, whatever is asked for. */
const MOST_PER_TOOL = 40;
/** Wordings tried for one request before it is given up. */
const ATTEMPTS = 24;

/**
 * The built-in task generator: requests written from what a tool is for ({@link readTools}) and from made-up values that fit its
 * schema. A request names no tool, copies no run of five words from a description, and holds every value it needs; a tool for which
 * no such request can be written is reported with the reason and asked nothing. Draws depend on the tool's own declaration, so
 * reordering or adding tools changes no other tool's requests (but for words that names share).
 */
export function builtinTaskGenerator(): TaskGenerator {
  return { generate: async (surface, options) => generate(surface, options) };
}

function generate(surface: Surface, { perTool, maxTasks }: GenerateOptions): GeneratedTasks {
  const notGenerated: NotGenerated[] = [];
  const read = readTools(surface);
  const intents = new Map(read.map((intent) => [intent.tool, intent]));
  const neighbours = new Neighbours(read);
  const mostlyNames = read.filter(({ onlyNamed }) => onlyNamed).length * 2 > read.length;
  const askable = reachable(surface.tools, notGenerated).filter((tool) => {
    const reason = notAskedBecause(intents.get(tool) as ToolIntent, mostlyNames);
    if (reason !== undefined) notGenerated.push({ tool: tool.name, reason });
    return reason === undefined;
  });
  // Of a small surface those that can be asked for share the requests of those that can't.
  const few = askable.length * perTool < LEAST_REQUESTS;
  const able = few
    ? askable.filter((tool) => typeof write(intents.get(tool) as ToolIntent, neighbours, 1) !== "string")
    : askable;
  const each = Math.min(
    MOST_PER_TOOL,
    Math.max(perTool, Math.ceil(LEAST_REQUESTS / Math.max(1, able.length))),
  );
  const tasks: Task[] = [];
  for (const { tool, count } of share(askable, surfaceSeed(surface.tools), each, maxTasks)) {
    const written = write(intents.get(tool) as ToolIntent, neighbours, count);
    if (typeof written === "string") notGenerated.push({ tool: tool.name, reason: written });
    else tasks.push(...written);
  }
  return { tasks, identity: builtinIdentity(BUILTIN_TASKS_VERSION), notGenerated };
}

/**
 * A request for a tool of which nothing but the name is declared can only be made of that name, and finding it again measures
 * nothing. Beside described neighbours it still shows whether those take it; where most tools are so, there is nothing to measure.
 */
function notAskedBecause(intent: ToolIntent, mostlyNames: boolean): string | undefined {
  if (intent.notForModel) return "it says that it is not for a model to call";
  if (intent.deprecated) return "it says that it is deprecated";
  if (mostlyNames && intent.onlyNamed) {
    return "no request could be written: nothing is declared of it but its name, as of most tools here";
  }
  return undefined;
}

/** Requests for one tool, or why there is none. */
function write(intent: ToolIntent, neighbours: Neighbours, count: number): Task[] | string {
  const { tool } = intent;
  const wishes = wishesOf(intent);
  if (wishes.length === 0)
    return "no request could be written: neither its name nor its description says what it does to what";
  const prompts = new Set<string>();
  const tasks: Task[] = [];
  let problem = "every wording would name the tool or copy its description";
  // Once no new wording is found there are no more.
  for (let ordinal = 0; ordinal < count && tasks.length === ordinal; ordinal++) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const wish = wishes[(ordinal + attempt) % wishes.length] as Wish;
      const draft = draftOf(intent, wish, ordinal, attempt);
      const found = draft.problem ?? (prompts.has(draft.prompt) ? "repeated" : problemOf(draft.prompt, tool));
      const other = found === undefined ? neighbours.rivalOf(intent, wish, draft.prompt) : undefined;
      if (other !== undefined) {
        problem = "no wording says what sets it apart from its neighbours";
        continue;
      }
      if (found !== undefined) {
        if (found !== "repeated") problem = found;
        continue;
      }
      prompts.add(draft.prompt);
      tasks.push({
        id: taskId(tool.name, ordinal),
        tool: tool.name,
        prompt: plainText(draft.prompt, { maxChars: 4000 }),
        expectedArguments: draft.arguments,
        destructive: isDestructive(tool),
        origin: "builtin",
      });
      break;
    }
  }
  return tasks.length > 0 ? tasks : `no request could be written: ${problem}`;
}

interface Draft {
  readonly prompt: string;
  readonly arguments: Task["expectedArguments"];
  /** Why it can't be asked. */
  readonly problem: string | undefined;
}

function draftOf({ tool, effect }: ToolIntent, wish: Wish, ordinal: number, attempt: number): Draft {
  const random = randomFrom(`${tool.name}\0${ordinal}\0${attempt}`);
  const sampled = sampleArguments(
    tool,
    random,
    wish.object.words,
    ordinal % 3 === 1 && attempt < 6 && wish.choice === undefined,
    wish.choice,
  );
  const groups = groupsOf(
    sampled.said.filter(({ path }) => path.length !== 1 || path[0] !== wish.choice?.parameter),
  );
  const draft = (prompt: string): Draft => ({
    prompt,
    arguments: sampled.arguments,
    problem: sampled.problem,
  });
  if (wish.said !== undefined) {
    const frame = CHINESE_FRAMES[
      (ordinal + attempt) % CHINESE_FRAMES.length
    ] as (typeof CHINESE_FRAMES)[number];
    const values = groups.map(({ label, text }) => `${label}：${text}`).join("，");
    return draft(`${frame.say(wish.said, random)}${values === "" ? "" : `（${values}）`}`);
  }
  if (wish.object.words === "" && wish.tails.length === 0 && groups.length === 0) {
    return { ...draft(""), problem: "neither its name nor its description says what it does to what" };
  }
  const words = wish.choice === undefined ? sayings(wish.verb) : [wish.verb];
  const said = attempt === 0 ? (words[Math.floor(ordinal / 2) % words.length] as string) : random.pick(words);
  const { clause, more } = clauseText(wish, said, groups, ordinal % 2 === 1);
  const mood =
    effect.effect === "destructive" && /^(?:delete|remove|stop)$/.test(wish.act ?? "")
      ? "end"
      : KNOWING.has(wish.act ?? "")
        ? "know"
        : "do";
  const frames = framesFor(mood, clause);
  const plain = attempt === 0 ? random.chance(BARE_SHARE) : false;
  const frame = plain ? (frames[ordinal % 4] as (typeof frames)[number]) : random.pick(frames);
  return draft(`${frame.say(clause, random)}${more === "" ? "" : ` ${more}`}`);
}

/** How often a request is put in one of the plain ways; people mostly do. */
const BARE_SHARE = 0.5;

/** Acts that a person wants an answer from. */
const KNOWING = new Set([
  "read",
  "list",
  "search",
  "count",
  "check",
  "analyze",
  "compare",
  "compute",
  "explain",
]);
