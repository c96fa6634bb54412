import type { IterationTranscript, TranscriptToolDeclaration } from "../src/transcript/transcript.js";
import type { Row } from "./grade.js";

const catalog = (...tools: Partial<TranscriptToolDeclaration>[]): IterationTranscript => ({
  toolCalls: [],
  toolDeclarations: tools.map((tool) => ({ serverKey: "a", name: "search", ...tool })),
  capture: { toolDeclarations: "complete" },
});
const described = "Searches the catalog by words in the title.";
const unknownCatalog: IterationTranscript = {
  toolCalls: [],
  toolDeclarations: [{ serverKey: "a", name: "search", description: described }],
};
const partial: IterationTranscript = { ...unknownCatalog, capture: { toolDeclarations: "partial" } };
const ref = { $ref: "#/$defs/query" };

export const discovery: Record<string, readonly Row[]> = {
  toolDescriptionsPresent: [
    ["long enough", catalog({ description: described }), {}, "pass"],
    ["exactly 20 characters", catalog({ description: "12345678901234567890" }), {}, "pass"],
    ["19 characters", catalog({ description: "1234567890123456789" }), {}, "fail"],
    ["padding does not count", catalog({ description: `short${" ".repeat(40)}` }), {}, "fail"],
    ["one of two is missing", catalog({ description: described }, { name: "b" }), {}, "fail"],
    ["own minimum", catalog({ description: "abc" }), { minLength: 3 }, "pass"],
    ["empty catalog", catalog(), {}, "pass"],
    ["a list without a stated capture proves nothing", unknownCatalog, {}, "error"],
    ["partial capture", partial, {}, "error"],
    ["malformed minimum", catalog({ description: described }), { minLength: 0 }, "fail"],
    ["description that is not a string", catalog({ description: 5 as never }), {}, "fail"],
  ],
  toolAnnotationsPresent: [
    ["present", catalog({ annotations: {} }), {}, "pass"],
    ["absent", catalog({}), {}, "fail"],
    ["an array is not annotations", catalog({ annotations: [] as never }), {}, "fail"],
    [
      "required hint stated",
      catalog({ annotations: { readOnlyHint: false } }),
      { require: ["readOnlyHint"] },
      "pass",
    ],
    [
      "required hint as a string",
      catalog({ annotations: { readOnlyHint: "true" } }),
      { require: ["readOnlyHint"] },
      "fail",
    ],
    ["inherited names do not count", catalog({ annotations: {} }), { require: ["destructiveHint"] }, "fail"],
    ["unknown hint is malformed", catalog({ annotations: {} }), { require: ["toString"] }, "fail"],
    ["not captured", unknownCatalog, {}, "error"],
  ],
  toolNamesUnique: [
    ["unique", catalog({ name: "a" }, { name: "b" }), {}, "pass"],
    ["twice on one server", catalog({ name: "a" }, { name: "a" }), {}, "fail"],
    ["once on each of two servers", catalog({ name: "a" }, { name: "a", serverKey: "b" }), {}, "pass"],
    ["case counts", catalog({ name: "a" }, { name: "A" }), {}, "pass"],
    ["not captured", unknownCatalog, {}, "error"],
  ],
  noDeprecatedToolExposed: [
    ["nothing said", catalog({ description: described }), {}, "pass"],
    ["begins with the word", catalog({ description: "Deprecated, use lookup." }), {}, "fail"],
    ["in a bracket", catalog({ description: "[DEPRECATED] Searches." }), {}, "fail"],
    ["says so", catalog({ description: "Searches. This endpoint is deprecated since May" }), {}, "fail"],
    ["followed by a colon", catalog({ description: "Search (deprecated: old index)" }), {}, "fail"],
    ["names one replacement", catalog({ description: "Searches. Use `lookup_v2` instead" }), {}, "fail"],
    [
      "mentions a predecessor",
      catalog({ description: "Replaces the deprecated old_search tool" }),
      {},
      "pass",
    ],
    ["speaks for itself", catalog({ description: "Use search instead of grep" }), {}, "pass"],
    ["part of a word", catalog({ description: "Deprecatedness report" }), {}, "pass"],
    ["not captured", unknownCatalog, {}, "error"],
  ],
  toolInputSchemasWellFormed: [
    ["no properties", catalog({ inputSchema: { type: "object" } }), {}, "pass"],
    [
      "described",
      catalog({ inputSchema: { type: "object", properties: { q: { description: "words" } } } }),
      {},
      "pass",
    ],
    [
      "bare property",
      catalog({ inputSchema: { type: "object", properties: { q: { type: "string" } } } }),
      {},
      "fail",
    ],
    [
      "blank description",
      catalog({ inputSchema: { type: "object", properties: { q: { description: " " } } } }),
      {},
      "fail",
    ],
    ["boolean property", catalog({ inputSchema: { type: "object", properties: { q: true } } }), {}, "fail"],
    [
      "described by reference",
      catalog({
        inputSchema: { type: "object", properties: { q: ref }, $defs: { query: { description: "words" } } },
      }),
      {},
      "pass",
    ],
    ["dangling reference", catalog({ inputSchema: { type: "object", properties: { q: ref } } }), {}, "fail"],
    [
      "reference to itself ends",
      catalog({ inputSchema: { type: "object", properties: { q: { $ref: "#/properties/q" } } } }),
      {},
      "fail",
    ],
    [
      "broken escape in a reference",
      catalog({ inputSchema: { type: "object", properties: { q: { $ref: "#/%zz" } } } }),
      {},
      "fail",
    ],
    ["no schema", catalog({}), {}, "fail"],
    ["another root type", catalog({ inputSchema: { type: "string" } }), {}, "fail"],
    ["not captured", unknownCatalog, {}, "error"],
  ],
  toolOutputSchemasPresent: [
    ["present", catalog({ outputSchema: {} }), {}, "pass"],
    ["null", catalog({ outputSchema: null }), {}, "fail"],
    ["a boolean schema is no object", catalog({ outputSchema: true }), {}, "fail"],
    ["not captured", unknownCatalog, {}, "error"],
  ],
};
