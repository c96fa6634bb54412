import { defined } from "@gradable/contract";
import type { ToolSet } from "ai";
import { isRecord } from "../run/record.js";
import type { TranscriptToolDeclaration, TranscriptToolInventoryEntry } from "../transcript/transcript.js";
import type { Tool } from "./mcp-client-manager.js";
import { modelVisibleText, type ToolRecorder } from "./tool-recorder.js";

/** Tools for a runner: as the manager lists them, or as the AI SDK names them. */
export type RunnerTools = readonly Tool[] | ToolSet;

/** What a stubbed tool answers; see `stopAfterToolCall`. */
const STUB_RESULT = { content: [{ type: "text", text: "The call was recorded and not made." }] };

/** The AI SDK's tools, each recording its calls. Stubbed names are answered without calling anyone. */
export async function recordedTools(
  tools: RunnerTools,
  recorder: ToolRecorder,
  stubbed: ReadonlySet<string>,
): Promise<ToolSet> {
  const { dynamicTool, jsonSchema } = await import("ai");
  const set: ToolSet = {};
  if (isToolList(tools)) {
    for (const tool of tools) {
      set[tool.name] = dynamicTool({
        ...defined({ description: tool.description }),
        // The server judges its own input, as it would for any client.
        inputSchema: jsonSchema(tool.inputSchema),
        execute: (input, { toolCallId, abortSignal }) => {
          const call = { toolName: tool.name, toolCallId, input };
          if (stubbed.has(tool.name)) {
            recorder.asked(call);
            return Promise.resolve(STUB_RESULT as unknown);
          }
          return recorder.record(
            call,
            () => tool.execute(isRecord(input) ? input : {}, { abortSignal }),
            abortSignal,
          );
        },
        toModelOutput: ({ output }) => ({ type: "text", value: modelVisibleText(output) }),
      });
    }
    return set;
  }
  for (const [toolName, tool] of Object.entries(tools)) {
    const execute = tool.execute as ((input: unknown, options: unknown) => unknown) | undefined;
    set[toolName] = {
      ...tool,
      execute: (input: unknown, options: { toolCallId: string; abortSignal?: AbortSignal }) => {
        const call = { toolName, toolCallId: options.toolCallId, input };
        if (stubbed.has(toolName) || execute === undefined) {
          recorder.asked(call);
          return Promise.resolve(STUB_RESULT);
        }
        return recorder.record(call, async () => execute(input, options), options.abortSignal);
      },
    } as unknown as ToolSet[string];
  }
  return set;
}

/** What the model is told of the tools, and what each server declared. */
export interface ToolCatalog {
  readonly inventory: readonly TranscriptToolInventoryEntry[];
  readonly declarations: readonly TranscriptToolDeclaration[] | undefined;
}

/** The catalog of a runner's tools; AI SDK tools carry no declarations of a server. */
export async function catalogOf(tools: RunnerTools): Promise<ToolCatalog> {
  if (isToolList(tools)) {
    const inventory = new Map(tools.map((tool) => [tool.name, entryOf(tool)]));
    return { inventory: [...inventory.values()], declarations: tools.map(declarationOf) };
  }
  const { asSchema } = await import("ai");
  const inventory = await Promise.all(
    Object.entries(tools).map(async ([name, tool]) => ({
      name,
      ...(typeof tool.description === "string" ? { description: tool.description } : {}),
      inputSchema: await asSchema(tool.inputSchema).jsonSchema,
    })),
  );
  return { inventory, declarations: undefined };
}

function isToolList(tools: RunnerTools): tools is readonly Tool[] {
  return Array.isArray(tools);
}

function entryOf({ name, description, inputSchema, annotations }: Tool): TranscriptToolInventoryEntry {
  return {
    name,
    ...defined({ description }),
    inputSchema,
    ...defined({ annotations }),
  };
}

function declarationOf(tool: Tool): TranscriptToolDeclaration {
  const server = tool._meta?._serverId;
  return {
    serverKey: typeof server === "string" ? server : "",
    ...entryOf(tool),
    ...defined({ outputSchema: tool.outputSchema }),
  };
}
