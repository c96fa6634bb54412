import { plainText, type Surface, type SurfaceTool, surfaceSeed, type Task } from "@gradable/contract";
import { builtinIdentity, isDestructive } from "@gradable/intent";
import { randomFrom } from "@gradable/schema";
import { reachable, share, taskId } from "../allotment.js";
import type { GeneratedTasks, GenerateOptions, NotGenerated, TaskGenerator } from "../task-generator.js";
import { phrase } from "./phrasing.js";
import { sampleArguments } from "./sample-arguments.js";
import { sayArguments } from "./say-arguments.js";
import { sharedPrefixes, type Wish, wishesOf } from "./tool-wish.js";
import { copiesDescription, namesTool } from "./wording-check.js";

/** The version of the embedded generator's rules: two scores compare only where it is the same. */
const BUILTIN_TASKS_VERSION = "builtin-tasks-v1";

/** Wordings tried for one task before the tool is given up. */
const ATTEMPTS = 16;

/**
 * The embedded task generator: requests built from a tool's name, description and schema, with made-up values for every required
 * parameter. No request names its tool or repeats five words of its description in a row. Draws depend on the tool's own
 * declaration, so reordering or adding tools changes no other tool's requests (but for words that names share).
 */
export function builtinTaskGenerator(): TaskGenerator {
  return { generate: async (surface, options) => generate(surface, options) };
}

function generate(surface: Surface, { perTool, maxTasks }: GenerateOptions): GeneratedTasks {
  const notGenerated: NotGenerated[] = [];
  const prefixes = sharedPrefixes(surface);
  const tools = reachable(surface.tools, notGenerated);
  const tasks: Task[] = [];
  for (const { tool, count } of share(tools, surfaceSeed(surface.tools), perTool, maxTasks)) {
    const written = write(tool, count, prefixes);
    if ("reason" in written) notGenerated.push({ tool: tool.name, reason: written.reason });
    else tasks.push(...written);
  }
  return { tasks, identity: builtinIdentity(BUILTIN_TASKS_VERSION), notGenerated };
}

function write(tool: SurfaceTool, count: number, prefixes: ReadonlySet<string>): Task[] | { reason: string } {
  const wishes = wishesOf(tool, prefixes);
  if (wishes.length === 0) {
    return {
      reason: "neither its name nor its description has words in Latin script to build a request from",
    };
  }
  const prompts = new Set<string>();
  const tasks: Task[] = [];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const random = randomFrom(`${tool.name}\0${ordinal}\0${attempt}`);
      // The name's own words first; the description's where those would give the name away.
      const wish = wishes[Math.floor((attempt * wishes.length) / ATTEMPTS)] as Wish;
      const optional = ordinal % 2 === 1 && attempt < ATTEMPTS / 2;
      const sampled = sampleArguments(tool, random, wish.object, optional);
      const said = sayArguments(sampled.said, wish.object, random);
      const prompt = phrase(wish, said, random, ordinal % 2 === 0);
      if (prompts.has(prompt) || namesTool(prompt, tool.name) || copiesDescription(prompt, tool)) continue;
      prompts.add(prompt);
      tasks.push({
        id: taskId(tool.name, ordinal),
        tool: tool.name,
        prompt: plainText(prompt, { maxChars: 4000 }),
        expectedArguments: sampled.arguments,
        destructive: isDestructive(tool),
        origin: "builtin",
      });
      break;
    }
  }
  return tasks.length > 0
    ? tasks
    : { reason: "every wording found would name the tool or copy its description" };
}
