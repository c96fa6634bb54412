import type { IterationTranscript } from "../src/transcript/transcript.js";
import { calls, type Row } from "./grade.js";

const add = {
  name: "add",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, mode: { enum: ["fast", "slow"] } },
    required: ["a"],
  },
};
const offered = (transcript: IterationTranscript, tool: object = add): IterationTranscript => ({
  ...transcript,
  toolInventory: [tool as never],
  capture: { toolInventory: "complete" },
});
const withSchema = (inputSchema: unknown) =>
  offered(calls(["add", { a: 1, q: "x" }]), { name: "add", inputSchema });
const search = (q: string) => calls(["search", { q, n: 3 }]);
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

export const call: Record<string, readonly Row[]> = {
  argumentsMatchToolSchema: [
    ["valid", offered(calls(["add", { a: 1 }])), {}, "pass"],
    [
      "undeclared keys are allowed by an open schema",
      offered(calls(["add", { a: 1, extra: true }])),
      {},
      "pass",
    ],
    ["missing", offered(calls(["add", {}])), {}, "fail"],
    ["wrong type", offered(calls(["add", { a: "1" }])), {}, "fail"],
    ["bad enum", offered(calls(["add", { a: 1, mode: "x" }])), {}, "fail"],
    ["closed schema", withSchema({ ...add.inputSchema, additionalProperties: false }), {}, "fail"],
    ["no calls", offered(calls()), {}, "pass"],
    ["no calls in scope", offered(calls(["other", {}])), { toolName: "add" }, "pass"],
    ["unknown tool", offered(calls("ghost")), {}, "error"],
    ["no schema declared", offered(calls("add"), { name: "add" }), {}, "error"],
    [
      "draft-07",
      withSchema({ $schema: "http://json-schema.org/draft-07/schema#", type: "object" }),
      {},
      "pass",
    ],
    [
      "2020-12",
      withSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }),
      {},
      "pass",
    ],
    [
      "another dialect",
      withSchema({ $schema: "http://json-schema.org/draft-04/schema#", type: "object" }),
      {},
      "error",
    ],
    ["broken schema", withSchema({ type: "objekt" }), {}, "error"],
    ["reference outside", withSchema({ $ref: "https://example.com/a.json" }), {}, "error"],
    ["reference to itself", withSchema({ $ref: "#" }), {}, "error"],
    ["no inventory comes before no calls", calls(), {}, "error"],
  ],
  noRepeatedIdenticalCall: [
    ["different arguments", calls(["s", { q: "a" }], ["s", { q: "b" }]), {}, "pass"],
    ["identical at once", calls(["s", { q: "a", n: 1 }], ["s", { n: 1, q: "a" }]), {}, "fail"],
    ["something in between", calls(["s", { q: "a" }], "t", ["s", { q: "a" }]), {}, "pass"],
    ["adjacency is judged on the full list", calls(["s", {}], "t", ["s", {}]), { toolName: "s" }, "pass"],
    ["scope only filters", calls("t", "t"), { toolName: "s" }, "pass"],
    ["what is not JSON equals nothing", calls(["s", cyclic], ["s", cyclic]), {}, "pass"],
  ],
  toolInputMatches: [
    [
      "all patterns on one call",
      search("red shoes"),
      { toolName: "search", patterns: ["red", "shoes"] },
      "pass",
    ],
    [
      "spread over two calls is no match",
      calls(["search", { q: "red" }], ["search", { q: "shoes" }]),
      { toolName: "search", patterns: ["red", "shoes"] },
      "fail",
    ],
    ["never called", calls(), { toolName: "search", patterns: ["red"] }, "fail"],
    ["at a path", search("red"), { toolName: "search", patterns: ["^red$"], path: "/q" }, "pass"],
    ["a number at a path", search("red"), { toolName: "search", patterns: ["^3$"], path: "/n" }, "pass"],
    ["missing path", search("red"), { toolName: "search", patterns: ["red"], path: "/title" }, "fail"],
    [
      "prototype keys are not there",
      search("red"),
      { toolName: "search", patterns: ["."], path: "/constructor" },
      "fail",
    ],
    [
      "escaped path",
      calls(["search", { "a/b~c": "x" }]),
      { toolName: "search", patterns: ["x"], path: "/a~1b~0c" },
      "pass",
    ],
    ["flags", search("RED"), { toolName: "search", patterns: ["red"], flags: "i" }, "pass"],
    ["none matches", search("blue"), { toolName: "search", patterns: ["red"], min: 0, max: 0 }, "pass"],
    [
      "none matches, one does",
      search("red"),
      { toolName: "search", patterns: ["red"], min: 0, max: 0 },
      "fail",
    ],
    [
      "too many",
      calls(["search", { q: "red" }], ["search", { q: "red" }]),
      { toolName: "search", patterns: ["red"], max: 1 },
      "fail",
    ],
    ["too large to read", search("x".repeat(100_001)), { toolName: "search", patterns: ["red"] }, "error"],
    ["not JSON", calls(["search", cyclic]), { toolName: "search", patterns: ["red"] }, "error"],
    ["look-around is malformed", search("red"), { toolName: "search", patterns: ["(?=red)"] }, "error"],
    ["back-reference is malformed", search("red"), { toolName: "search", patterns: ["(r)\\1"] }, "error"],
    ["root path is malformed", search("red"), { toolName: "search", patterns: ["red"], path: "/" }, "error"],
    [
      "two tokens are malformed",
      search("red"),
      { toolName: "search", patterns: ["red"], path: "/a/b" },
      "error",
    ],
    [
      "min 0 without max is malformed",
      search("red"),
      { toolName: "search", patterns: ["red"], min: 0 },
      "error",
    ],
    ["no patterns", search("red"), { toolName: "search", patterns: [] }, "error"],
  ],
};
