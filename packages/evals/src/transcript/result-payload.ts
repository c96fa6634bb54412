import type { TranscriptToolResult } from "./transcript.js";

/** The data of a result: `structuredContent`, else `json`, else its text parsed as JSON, else nothing. */
export function payloadOf(row: TranscriptToolResult): { readonly value: unknown } | undefined {
  if (row.structuredContent !== undefined) return { value: row.structuredContent };
  if (row.json !== undefined) return { value: row.json };
  if (typeof row.text !== "string") return undefined;
  try {
    return { value: JSON.parse(row.text) as unknown };
  } catch {
    return undefined;
  }
}

/** Everything of a result a text search reads: its text, then the JSON of its data, line by line. */
export function searchedText(row: TranscriptToolResult): string {
  return [
    ...(typeof row.text === "string" ? [row.text] : []),
    ...(row.structuredContent === undefined ? [] : [jsonText(row.structuredContent)]),
    ...(row.json === undefined ? [] : [jsonText(row.json)]),
  ].join("\n");
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
