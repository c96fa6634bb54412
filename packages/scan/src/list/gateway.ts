import type { SurfaceTool } from "@gradable/contract";

/** Verbs of a tool that brings other tools, next to a noun for them. */
const VERBS = new Set([
  ...[
    "load",
    "enable",
    "activate",
    "discover",
    "search",
    "find",
    "unlock",
    "invoke",
    "execute",
    "call",
    "run",
    "use",
  ],
  ...["list", "describe", "get", "add", "select", "browse"],
]);
const NOUNS = new Set(["tool", "tools", "toolset", "toolsets", "toolkit", "toolkits", "toolbox"]);
/** Words that may stand between and beside them. */
const FILLERS = new Set([
  "available",
  "all",
  "more",
  "a",
  "the",
  "mcp",
  "dynamic",
  "by",
  "name",
  "category",
  "schema",
  "details",
  "info",
]);

/** A description that says what is listed is not all there is. */
const MORE_TO_COME =
  /\b(?:load|enabl|activat|unlock|reveal|expos)\w*\b[^.]{0,60}\b(?:further|more|additional|extra|hidden)\b[^.]{0,30}\btool(?:s|sets?|kits?)\b|\b(?:further|more|additional|extra|hidden)\b[^.]{0,30}\btool(?:s|sets?|kits?)\b[^.]{0,60}\b(?:load|enabl|activat|unlock|reveal|expos|appear|available)/i;

/**
 * Tools that make a surface look like a gateway: named for handling tools, or described as revealing more of them.
 * We never call one, so what lies behind is not scanned. Accepts that a workshop's `list_tools` looks the same.
 */
export function gatewayTools(tools: readonly SurfaceTool[]): string[] {
  return tools
    .filter((tool) => handlesTools(tool.name) || MORE_TO_COME.test((tool.description ?? "").slice(0, 4000)))
    .map((tool) => tool.name);
}

function handlesTools(name: string): boolean {
  const words = name
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return (
    words.length <= 5 &&
    // A noun first, as in "category_search_tool", is the habit of ending every name in "tool".
    VERBS.has(words[0] ?? "") &&
    words.some((word) => NOUNS.has(word)) &&
    words.every((word) => VERBS.has(word) || NOUNS.has(word) || FILLERS.has(word))
  );
}
