import { defined, type Surface, type SurfaceTool, surfaceSeed } from "@gradable/contract";
import { isDestructive } from "@gradable/intent";
import { reachable, share, taskId } from "../allotment.js";
import type { NotGenerated, TaskGenerator } from "../task-generator.js";
import type { TaskWriter, WantedTasks } from "./task-writer.js";

/**
 * A generator whose requests a text model writes (`tasks-v1`). Which tools get how many is decided as for the
 * embedded generator, so that the two differ in their words only. A tool that got none is in `notGenerated`
 * with the reason; one that got fewer than its share keeps what it has.
 */
export function promptedTaskGenerator(writer: TaskWriter): TaskGenerator {
  return {
    async generate(surface, { perTool, maxTasks, signal }) {
      const notGenerated: NotGenerated[] = [];
      const wanted = wantedTasks(surface, { perTool, maxTasks }, notGenerated);
      const written = await writer.write(surface, { wanted, ...defined({ signal }) });
      const ordinals = new Map<number, number>();
      const tasks = written.drafts.map(({ toolIndex, prompt, expectedArguments }) => {
        const tool = surface.tools[toolIndex] as SurfaceTool;
        const ordinal = ordinals.get(toolIndex) ?? 0;
        ordinals.set(toolIndex, ordinal + 1);
        return {
          id: taskId(tool.name, ordinal),
          tool: tool.name,
          prompt,
          expectedArguments,
          destructive: isDestructive(tool),
          origin: "prompted" as const,
        };
      });
      for (const { toolIndex, reason } of written.notWritten) {
        if (ordinals.has(toolIndex)) continue;
        notGenerated.push({ tool: (surface.tools[toolIndex] as SurfaceTool).name, reason });
      }
      return { tasks, identity: written.identity, notGenerated };
    },
  };
}

/**
 * How many requests are wanted for which tool: what {@link promptedTaskGenerator} asks for, and what an estimate of it
 * counts. Tools that no client can call are added to `notGenerated`.
 */
export function wantedTasks(
  surface: Surface,
  options: { readonly perTool: number; readonly maxTasks: number },
  notGenerated: NotGenerated[] = [],
): WantedTasks[] {
  const tools = reachable(surface.tools, notGenerated);
  const places = new Map(surface.tools.map((tool, index) => [tool, index]));
  return share(tools, surfaceSeed(surface.tools), options.perTool, options.maxTasks).map(
    ({ tool, count }) => ({
      toolIndex: places.get(tool) as number,
      count,
    }),
  );
}
