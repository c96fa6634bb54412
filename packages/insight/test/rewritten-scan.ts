import type { MadeScan } from "./make-report.js";

export const suggestion = (tool: string, toolIndex: number, addedTokens: number) => ({
  tool,
  toolIndex,
  mode: "append" as const,
  text: "It does more.",
  addedTokens,
});

/** One suggestion helps, one hurts its own tool, one draws requests from a tool that has none. */
export const rewrittenScan: MadeScan = {
  tools: { helped: 10, hurt: 10, greedy: 10, robbed: 10, calm: 10 },
  tasks: [
    { tool: "helped", prompt: "a", picked: ["calm"], pickedAfter: ["helped"] },
    { tool: "helped", prompt: "b" },
    { tool: "hurt", prompt: "c", pickedAfter: [null] },
    { tool: "hurt", prompt: "d" },
    { tool: "greedy", prompt: "e" },
    { tool: "robbed", prompt: "f", pickedAfter: ["greedy"] },
    { tool: "robbed", prompt: "g", pickedAfter: ["greedy"] },
    { tool: "calm", prompt: "h" },
  ],
  defects: ["helped", "hurt", "greedy", "calm"].map((tool) => ({
    tool,
    toolIndex: ["helped", "hurt", "greedy", "robbed", "calm"].indexOf(tool),
    type: "no_return_description",
    evidence: "Nothing says what it gives back.",
  })),
  suggestions: [
    suggestion("helped", 0, 7),
    suggestion("hurt", 1, 5),
    suggestion("greedy", 2, 3),
    suggestion("calm", 4, -1),
  ],
};
