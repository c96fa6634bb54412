import { type JsonValue, type Observation, plainText, type SurfaceTool } from "@gradable/contract";
import { gatewayTools } from "./gateway.js";
import { boundedJson, isJsonObject, MAX_DEPTH } from "./json-value.js";
import { Observations } from "./observations.js";
import { inputSchemaShape, schemaFindings } from "./schema-findings.js";
import { nameFindings } from "./tool-name.js";

/** Members of a tool that the protocol names (2025-11-25), kept or not. */
const KNOWN_MEMBERS = new Set([
  ...["name", "title", "description", "inputSchema", "outputSchema", "annotations"],
  ...["icons", "execution", "_meta"],
]);

/** Most tools that some clients and providers take at once; see METHODOLOGY for whose limit each is. */
const PROVIDER_TOOL_LIMITS: readonly number[] = [40, 80, 128];

/**
 * The entries of a `tools/list` result read as data: every entry becomes a tool, in order, and whatever is wrong
 * with it is an observation. `_meta` is dropped.
 *
 * @param raw the `tools` array; anything else is an empty list
 */
export function parseToolsList(raw: unknown): { tools: SurfaceTool[]; observations: Observation[] } {
  const observations = new Observations();
  const entries: unknown[] = Array.isArray(raw) ? raw : [];
  const tools = entries.map((entry) => readTool(entry, observations));
  nameFindings(tools, observations);
  if (tools.length > (PROVIDER_TOOL_LIMITS[0] as number)) {
    const exceeded = PROVIDER_TOOL_LIMITS.filter((limit) => tools.length > limit);
    observations.add("provider-limit-exceeded", { tools: tools.length, limits: exceeded.map(String) });
  }
  for (const name of gatewayTools(tools))
    observations.addTool("gateway-surface", name, { visibleTools: tools.length });
  return { tools, observations: observations.list() };
}

function readTool(entry: unknown, observations: Observations): SurfaceTool {
  if (!isJsonObject(entry)) {
    observations.addTool("tool-not-an-object", "", { found: [kindOf(entry)] });
    return { name: "" };
  }
  const name = typeof entry.name === "string" ? entry.name : "";
  if (name === "") {
    observations.addTool("tool-name-missing", "", {
      found: [
        Object.hasOwn(entry, "name") ? (entry.name === "" ? "empty text" : kindOf(entry.name)) : "no name",
      ],
    });
  }
  const tool: SurfaceTool = { name };
  const malformed: string[] = [];
  for (const member of ["title", "description"] as const) {
    const value = entry[member];
    if (typeof value === "string") tool[member] = value;
    else if (value !== undefined) malformed.push(member);
  }
  for (const member of ["inputSchema", "outputSchema"] as const) {
    const value = entry[member];
    if (value === undefined) continue;
    tool[member] = readSchema(value, name, member, observations);
  }
  const annotations = entry.annotations;
  if (isJsonObject(annotations))
    tool.annotations = bounded(annotations, name, observations) as Record<string, JsonValue>;
  else if (annotations !== undefined) malformed.push("annotations");

  if (malformed.length > 0) observations.addTool("tool-field-malformed", name, { members: malformed });
  const unknown = Object.keys(entry).filter((member) => !KNOWN_MEMBERS.has(member));
  if (unknown.length > 0) {
    observations.addTool("tool-field-unknown", name, {
      members: unknown.slice(0, 20).map((member) => plainText(member, { maxChars: 60 })),
    });
  }
  const shape = inputSchemaShape(tool.inputSchema);
  if (shape === "missing") observations.addTool("input-schema-missing", name);
  if (shape === "notObject" || shape === "typeMissing") {
    observations.addTool("input-schema-not-object", name, {
      found: [shape === "typeMissing" ? "no type" : rootType(tool.inputSchema)],
    });
  }
  return tool;
}

function readSchema(
  declared: JsonValue,
  tool: string,
  member: "inputSchema" | "outputSchema",
  observations: Observations,
): JsonValue {
  const schema = bounded(declared, tool, observations);
  const found = schemaFindings(schema);
  if (found.externalReferences.length > 0) {
    observations.addTool("schema-external-reference", tool, {
      addresses: found.externalReferences.map((address) => plainText(address, { maxChars: 200 })),
    });
  }
  if (found.recursive) observations.addTool("schema-recursive", tool);
  if (found.problems.length > 0 && member === "inputSchema") {
    observations.addTool("input-schema-invalid", tool, {
      problems: found.problems.map((problem) => plainText(problem)),
    });
  }
  return schema;
}

function bounded(value: JsonValue, tool: string, observations: Observations): JsonValue {
  const result = boundedJson(value);
  if (result.cutAtDepth) observations.addTool("schema-too-deep", tool, { readDepth: MAX_DEPTH });
  if (result.numberOutOfRange)
    observations.addTool("tool-field-malformed", tool, { members: ["a number out of range"] });
  return result.value;
}

function rootType(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return kindOf(schema);
  return plainText(`type ${JSON.stringify(schema.type)}`, { maxChars: 60 });
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
