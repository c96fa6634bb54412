import { type Surface, type SurfaceTool, surfaceSha256 } from "@gradable/contract";

/** A surface of the given tools. */
export function surfaceOf(tools: SurfaceTool[]): Surface {
  return {
    schemaVersion: 1,
    target: { kind: "file", label: "fixture.json" },
    serverInfo: null,
    protocolVersion: null,
    capabilities: null,
    tools,
    surfaceSha256: surfaceSha256(tools),
    listing: { pageSizes: [tools.length], attempts: 1 },
    observations: [],
  };
}

/** A small surface: one read, one search, one destructive tool, one that says nothing. */
export const NOTES: Surface = surfaceOf([
  {
    name: "read_note",
    description: "Returns the text of one note, given its id.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "string", description: "Id of the note" } },
      required: ["id"],
    },
  },
  {
    name: "find_notes",
    description: "Searches all notes for a phrase and returns the ids of those that contain it.",
    inputSchema: {
      type: "object",
      properties: { phrase: { type: "string", description: "Text to look for" } },
      required: ["phrase"],
    },
  },
  {
    name: "delete_note",
    description: "Deletes a note for good; it cannot be restored.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "string", description: "Id of the note" } },
      required: ["id"],
    },
    annotations: { destructiveHint: true },
  },
  {
    name: "sync",
    description: "Sync.",
    inputSchema: { type: "object", properties: { mode: { type: "string" } }, required: ["mode"] },
  },
]);

/** Requests the fixture judge writes and recognises, by tool. */
export const REQUESTS: Readonly<
  Record<string, readonly { request: string; arguments: Record<string, string> }[]>
> = {
  read_note: [
    { request: "What does my note n-17 say?", arguments: { id: "n-17" } },
    { request: "Show me everything I wrote in n-20.", arguments: { id: "n-20" } },
  ],
  find_notes: [
    { request: "Where did I write about the dentist?", arguments: { phrase: "dentist" } },
    { request: "Which of my jottings mention Lisbon?", arguments: { phrase: "Lisbon" } },
  ],
  delete_note: [
    { request: "Get rid of n-31 please.", arguments: { id: "n-31" } },
    { request: "I never want to see n-44 again, throw it away.", arguments: { id: "n-44" } },
  ],
  sync: [
    { request: "Bring my phone up to date in full mode.", arguments: { mode: "full" } },
    { request: "Do a quick update of everything, quick mode.", arguments: { mode: "quick" } },
  ],
};

/** Lines between the BEGIN and END lines of a fenced part of a prompt. */
export function fencedLines(prompt: string, label: string): string[] {
  const found = prompt.match(new RegExp(`^BEGIN ${label} (\\w+)\\n([\\s\\S]*?)\\nEND ${label} \\1$`, "m"));
  return found?.[2] === undefined || found[2] === "" ? [] : found[2].split("\n");
}

/** Which of the five questions a prompt asks. */
export function stageOf(prompt: string): "tasks" | "selection" | "defects" | "pairs" | "rewrite" | undefined {
  if (prompt.includes('{"tasks":[{"tool"')) return "tasks";
  if (prompt.includes('{"action":"call"')) return "selection";
  if (prompt.includes('{"tools":[{"tool"')) return "defects";
  if (prompt.includes('{"pairs":[{"tools"')) return "pairs";
  if (prompt.includes('{"description":"<the new')) return "rewrite";
  return undefined;
}

/**
 * A judge that knows {@link NOTES} by heart: right answers to all five questions, and `{}` to anything else.
 */
export function fixtureReply(prompt: string): string {
  const tools = fencedLines(prompt, "TOOLS").map((line) => JSON.parse(line) as { name: string });
  switch (stageOf(prompt)) {
    case "tasks":
      return JSON.stringify({
        tasks: tools.flatMap(({ name }) => (REQUESTS[name] ?? []).map((task) => ({ tool: name, ...task }))),
      });
    case "selection": {
      const request = fencedLines(prompt, "REQUEST").join("\n");
      for (const [tool, tasks] of Object.entries(REQUESTS)) {
        const task = tasks.find((known) => known.request === request);
        if (task === undefined) continue;
        return JSON.stringify({
          action: tool === "delete_note" ? "confirm" : "call",
          calls: [{ tool, arguments: task.arguments }],
        });
      }
      return JSON.stringify({ action: "none", calls: [] });
    }
    case "defects":
      return JSON.stringify({
        tools: tools.map(({ name }) => ({
          tool: name,
          defects:
            name === "sync"
              ? [
                  { type: "name_restates_behavior", evidence: "It says nothing beyond the name." },
                  { type: "params_unexplained", evidence: "The modes are not named.", parameters: ["mode"] },
                ]
              : [],
        })),
      });
    case "pairs":
      return JSON.stringify({ pairs: [] });
    case "rewrite":
      return JSON.stringify({ description: "Brings the notes up to date in the given mode." });
    default:
      return "{}";
  }
}
