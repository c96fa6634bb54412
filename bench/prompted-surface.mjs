// A surface of `count` office tools with distinct numbers, of ordinary size.
import { surfaceSha256 } from "@gradable/contract";

export function officeSurface(count) {
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `handle_matter_${index}`,
    description: `Works on matter number ${index} of the office, keeps its file in order and returns the state it is in afterwards.`,
    inputSchema: {
      type: "object",
      properties: { ref: { type: "string", description: "Reference of the file, for example AB12" } },
      required: ["ref"],
    },
  }));
  return {
    schemaVersion: 1,
    target: { kind: "file", label: "office.json" },
    serverInfo: null,
    protocolVersion: null,
    capabilities: null,
    tools,
    surfaceSha256: surfaceSha256(tools),
    listing: { pageSizes: [count], attempts: 1 },
    observations: [],
  };
}
