import type { IterationTranscript, TranscriptToolResult } from "../src/transcript/transcript.js";
import { calls, type Row } from "./grade.js";

const size = (bytes: number) => ({ bytes, basis: "model_visible_output", complete: true }) as const;
const results = (...rows: Partial<TranscriptToolResult>[]): IterationTranscript => ({
  toolCalls: rows.map((row) => ({ toolName: row.toolName ?? "list", arguments: {} })),
  toolResults: rows.map((row) => ({ toolName: "list", size: size(10), ...row })),
  capture: { toolResults: "complete" },
});
const nothingCalled: IterationTranscript = {
  toolCalls: [],
  toolResults: [],
  capture: { toolResults: "complete" },
};
const nothingMeasured: IterationTranscript = {
  ...calls("list"),
  toolResults: [],
  capture: { toolResults: "complete" },
};
const partial = (...rows: Partial<TranscriptToolResult>[]): IterationTranscript => ({
  ...results(...rows),
  capture: { toolResults: "partial" },
});
const timed = (...ms: number[]): IterationTranscript => ({
  ...calls(...ms.map(() => "list")),
  toolCallTimings: ms.map(
    (durationMs) => ({ toolName: "list", durationMs, provenance: "evidence" }) as const,
  ),
  capture: { toolCallTimings: "complete" },
});
const failed = (
  message: string | undefined,
  transcript = calls(["fetch", { ref: "alpha-9" }]),
  id?: string,
): IterationTranscript => ({
  ...transcript,
  toolErrors: [
    {
      kind: "content-error",
      toolName: "fetch",
      ...(message === undefined ? {} : { message }),
      ...(id === undefined ? {} : { toolCallId: id }),
    },
  ],
  toolInventory: [{ name: "fetch", inputSchema: { type: "object", properties: { reference: {} } } }],
  capture: { toolInventory: "complete" },
});
const page = (payload: unknown, args: Record<string, unknown> = { limit: 2 }): IterationTranscript => ({
  toolCalls: [{ toolName: "list", arguments: args }],
  toolResults: [{ toolName: "list", size: size(10), structuredContent: payload }],
  capture: { toolResults: "complete" },
});
const two = calls(["fetch", { ref: "alpha-9" }, "c1"], ["fetch", { ref: "beta-7" }, "c2"]);

export const response: Record<string, readonly Row[]> = {
  noToolErrors: [
    ["none", calls("a"), {}, "pass"],
    ["content error", { ...calls("a"), toolErrors: [{ kind: "content-error" }] }, {}, "fail"],
    [
      "protocol error",
      { ...calls("a"), toolErrors: [{ kind: "protocol-error", message: "closed" }] },
      {},
      "fail",
    ],
  ],
  toolLatencyUnder: [
    ["under", timed(10, 20), { ms: 21 }, "pass"],
    ["equal is not under", timed(10, 20), { ms: 20 }, "fail"],
    [
      "nothing called",
      { toolCalls: [], toolCallTimings: [], capture: { toolCallTimings: "complete" } },
      { ms: 1 },
      "pass",
    ],
    [
      "called, nothing timed",
      { ...calls("list"), toolCallTimings: [], capture: { toolCallTimings: "complete" } },
      { ms: 1 },
      "error",
    ],
    ["not captured", calls("list"), { ms: 1 }, "error"],
    ["not a number of milliseconds", timed(Number.NaN), { ms: 5 }, "fail"],
    ["malformed bound", timed(1), { ms: 0 }, "fail"],
  ],
  toolResultContains: [
    ["in text", results({ text: "Order 42 shipped" }), { needle: "SHIPPED" }, "pass"],
    [
      "case counts when asked",
      results({ text: "shipped" }),
      { needle: "SHIPPED", caseSensitive: true },
      "fail",
    ],
    [
      "in structured content",
      results({ structuredContent: { state: "shipped" } }),
      { needle: '"state":"shipped"' },
      "pass",
    ],
    ["in json", results({ json: [1, 2] }), { needle: "[1,2]" }, "pass"],
    ["nowhere", results({ text: "a" }), { needle: "b" }, "fail"],
    ["nothing called", nothingCalled, { needle: "b" }, "fail"],
    ["called, nothing measured", nothingMeasured, { needle: "b" }, "error"],
    ["not captured", calls("list"), { needle: "b" }, "error"],
    ["rows of a partial capture are graded", partial({ text: "ab" }), { needle: "b" }, "pass"],
    ["a kept prefix proves presence", results({ text: "ab", truncated: true }), { needle: "b" }, "pass"],
    [
      "a kept prefix never proves absence",
      results({ text: "ab", truncated: true }),
      { needle: "z" },
      "error",
    ],
    ["blank needle", results({ text: " " }), { needle: " " }, "fail"],
    ["needle above the cap", results({ text: "a".repeat(1_001) }), { needle: "a".repeat(1_001) }, "fail"],
  ],
  toolResultMatches: [
    ["matches", results({ text: "id: 42" }), { patterns: ["id: \\d+"] }, "pass"],
    ["canonical json", results({ json: { b: 1, a: 2 } }), { patterns: ['^\\{"a":2,"b":1\\}$'] }, "pass"],
    [
      "path reads structured content only when there is some",
      results({ structuredContent: { a: "x" }, json: { b: "y" } }),
      { patterns: ["y"], path: "/b" },
      "fail",
    ],
    [
      "path reads json without structured content",
      results({ json: { b: "y" } }),
      { patterns: ["y"], path: "/b" },
      "pass",
    ],
    ["path never reads text", results({ text: '{"b":"y"}' }), { patterns: ["y"], path: "/b" }, "fail"],
    [
      "a null structured content is still some",
      results({ structuredContent: null, json: { b: "y" } }),
      { patterns: ["y"], path: "/b" },
      "fail",
    ],
    ["nothing called, none demanded", nothingCalled, { patterns: ["y"], min: 0, max: 0 }, "pass"],
    ["nothing called, one demanded", nothingCalled, { patterns: ["y"] }, "fail"],
    [
      "called, nothing measured: error for every bound",
      nothingMeasured,
      { patterns: ["y"], min: 0, max: 0 },
      "error",
    ],
    ["called, nothing measured", nothingMeasured, { patterns: ["y"] }, "error"],
    ["a partial capture proves enough matches", partial({ text: "y" }), { patterns: ["y"] }, "pass"],
    [
      "a partial capture proves too many",
      partial({ text: "y" }, { text: "y" }),
      { patterns: ["y"], max: 1 },
      "fail",
    ],
    ["a partial capture proves nothing else", partial({ text: "n" }), { patterns: ["y"] }, "error"],
    [
      "a partial capture never proves an upper bound",
      partial({ text: "y" }),
      { patterns: ["y"], max: 5 },
      "error",
    ],
    ["cut text is unreadable", results({ text: "y", truncated: true }), { patterns: ["y"] }, "error"],
    [
      "cut text does not matter at a path",
      results({ text: "y", truncated: true, json: { b: "y" } }),
      { patterns: ["y"], path: "/b" },
      "pass",
    ],
    [
      "100 000 characters are read",
      results({ text: `${"x".repeat(99_999)}y` }),
      { patterns: ["y$"] },
      "pass",
    ],
    ["100 001 are not", results({ text: `${"x".repeat(100_000)}y` }), { patterns: ["y$"] }, "error"],
    ["error results are included", results({ text: "y", isError: true }), { patterns: ["y"] }, "pass"],
    ["malformed", results({ text: "y" }), { patterns: ["("] }, "error"],
  ],
  toolResultMatchesSchema: [
    [
      "structured content first",
      results({ structuredContent: { a: 1 }, json: "x" }),
      { schema: { type: "object" } },
      "pass",
    ],
    ["json", results({ json: [1] }), { schema: { type: "array" } }, "pass"],
    ["text", results({ text: "3" }), { schema: { type: "number" } }, "pass"],
    ["text that is not JSON", results({ text: "three" }), { schema: {} }, "fail"],
    [
      "text cut for storage",
      results({ text: '{"a":', truncated: true }),
      { schema: { type: "object" } },
      "error",
    ],
    ["one of two", results({ json: 1 }, { json: "x" }), { schema: { type: "number" } }, "fail"],
    [
      "unsupported dialect",
      results({ json: 1 }),
      { schema: { $schema: "https://json-schema.org/draft/2019-09/schema" } },
      "error",
    ],
    ["unusable schema", results({ json: 1 }), { schema: { type: 5 } }, "error"],
    ["schema that is no object", results({ json: 1 }), { schema: "number" }, "error"],
    [
      "schema above 16 384 bytes",
      results({ json: 1 }),
      { schema: { description: "x".repeat(16_384) } },
      "error",
    ],
    ["nothing called", nothingCalled, { schema: {} }, "fail"],
    ["called, nothing measured", nothingMeasured, { schema: {} }, "error"],
  ],
  toolResultSizeUnder: [
    ["under", results({ size: size(99) }), { maxBytes: 100 }, "pass"],
    ["equal is not under", results({ size: size(100) }), { maxBytes: 100 }, "fail"],
    [
      "one incomplete size",
      results({ size: size(1) }, { size: { ...size(1), complete: false } }),
      { maxBytes: 100 },
      "error",
    ],
    ["no size at all", results({ size: undefined as never }), { maxBytes: 100 }, "error"],
    ["nothing called", nothingCalled, { maxBytes: 1 }, "pass"],
    ["not captured", calls("list"), { maxBytes: 1 }, "error"],
  ],
  toolErrorNamesInput: [
    ["no errors", calls("fetch"), {}, "pass"],
    ["names a declared key", failed("Unknown REFERENCE given"), {}, "pass"],
    ["names a sent value", failed("Alpha-9 is gone"), {}, "pass"],
    ["names nothing", failed("Rate limited. Retry in 30 seconds."), {}, "fail"],
    ["no message", failed(undefined), {}, "fail"],
    ["whose value is unclear", failed("alpha-9 is gone", two), {}, "error"],
    ["the call id tells", failed("alpha-9 is gone", two, "c2"), {}, "fail"],
    ["nobody's value", failed("service down", two), {}, "fail"],
    ["no inventory", { ...failed("x"), capture: {} }, {}, "error"],
    [
      "an error without a tool: every call is its candidate",
      {
        ...failed("beta-7 is gone", two),
        toolErrors: [{ kind: "content-error", message: "beta-7 is gone" }],
      },
      {},
      "error",
    ],
    ["out of scope", failed("service down"), { toolName: "other" }, "pass"],
  ],
  fullPageHasContinuation: [
    ["full page with a cursor", page({ items: [1, 2], nextCursor: null }), {}, "pass"],
    ["full page without", page({ items: [1, 2] }), {}, "fail"],
    ["short page", page({ items: [1] }), {}, "pass"],
    ["longest array is the page", page({ tags: [1, 2], items: [1, 2, 3] }), {}, "pass"],
    ["bare array", page([1, 2]), {}, "fail"],
    ["no limit asked for", page({ items: [1, 2] }, {}), {}, "pass"],
    ["first positive integer counts", page({ items: [1, 2] }, { limit: 0, pageSize: 2 }), {}, "fail"],
    ["a text limit is no limit", page({ items: [1, 2] }, { limit: "2" }), {}, "pass"],
    ["says it was truncated", page({ items: [1, 2], truncated: true }), {}, "pass"],
    ["nothing called", nothingCalled, {}, "pass"],
    ["partial capture", partial({ json: [1] }), {}, "error"],
    [
      "each row is used once, by every call",
      {
        toolCalls: [
          { toolName: "list", arguments: {} },
          { toolName: "list", arguments: { limit: 1 } },
        ],
        toolResults: [{ toolName: "list", size: size(1), json: [1] }],
        capture: { toolResults: "complete" },
      },
      {},
      "pass",
    ],
    [
      "an id that matches none has no result",
      {
        toolCalls: [{ toolName: "list", arguments: { limit: 1 }, toolCallId: "x" }],
        toolResults: [{ toolName: "list", toolCallId: "y", size: size(1), json: [1] }],
        capture: { toolResults: "complete" },
      },
      {},
      "pass",
    ],
  ],
};
