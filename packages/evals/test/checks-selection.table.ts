import type { IterationTranscript, TranscriptToolInventoryEntry } from "../src/transcript/transcript.js";
import { calls, type Row } from "./grade.js";

const offered = (
  transcript: IterationTranscript,
  ...toolInventory: TranscriptToolInventoryEntry[]
): IterationTranscript => ({
  ...transcript,
  toolInventory,
  capture: { toolInventory: "complete" },
});

export const selection: Record<string, readonly Row[]> = {
  toolCalledWith: [
    [
      "partial by default",
      calls(["add", { a: 1, b: 2 }]),
      { toolName: "add", args: { args: { a: 1 } } },
      "pass",
    ],
    ["placeholder", calls(["add", { a: 1 }]), { toolName: "add", args: { args: { a: " Number " } } }, "pass"],
    [
      "exact refuses extras",
      calls(["add", { a: 1, b: 2 }]),
      { toolName: "add", args: { args: { a: 1 }, argumentMatching: "exact" } },
      "fail",
    ],
    ["too few", calls(["add", { a: 1 }]), { toolName: "add", args: { args: {} }, minCount: 2 }, "fail"],
    ["name is case-sensitive", calls(["Add", {}]), { toolName: "add", args: { args: {} } }, "fail"],
    [
      "fractional count is malformed",
      calls(["add", {}]),
      { toolName: "add", args: { args: {} }, minCount: 1.5 },
      "fail",
    ],
    [
      "missing arguments act as empty",
      { toolCalls: [{ toolName: "add" } as never] },
      { toolName: "add", args: { args: {} } },
      "pass",
    ],
  ],
  toolCalledAtLeastOnce: [
    ["called", calls("add"), { toolName: "add" }, "pass"],
    ["not called", calls("sub"), { toolName: "add" }, "fail"],
    ["blank name is malformed", calls(""), { toolName: "" }, "fail"],
    ["no calls captured at all", {} as IterationTranscript, { toolName: "add" }, "fail"],
  ],
  toolNeverCalled: [
    ["left alone", calls("sub"), { toolName: "add" }, "pass"],
    ["called", calls("sub", "add"), { toolName: "add" }, "fail"],
    ["missing name is malformed", calls(), {}, "fail"],
  ],
  onlyToolsCalled: [
    ["subset", calls("a"), { toolNames: ["a", "b"] }, "pass"],
    ["another", calls("a", "c"), { toolNames: ["a", "b"] }, "fail"],
    ["empty list, no call", calls(), { toolNames: [] }, "pass"],
    ["empty list, a call", calls("a"), { toolNames: [] }, "fail"],
    ["a call without a name", { toolCalls: [{ arguments: {} } as never] }, { toolNames: ["a"] }, "fail"],
    ["blank entry", calls(), { toolNames: [" "] }, "fail"],
    ["not a list", calls(), { toolNames: "a" }, "fail"],
  ],
  firstToolWas: [
    ["first", calls("a", "b"), { toolName: "a" }, "pass"],
    ["second", calls("b", "a"), { toolName: "a" }, "fail"],
    ["no calls", calls(), { toolName: "a" }, "fail"],
  ],
  toolCallCountUnder: [
    ["under", calls("a", "b"), { count: 3 }, "pass"],
    ["equal is not under", calls("a", "b", "c"), { count: 3 }, "fail"],
    ["scoped", calls("a", "b", "b"), { count: 2, toolName: "a" }, "pass"],
    ["zero is malformed", calls(), { count: 0 }, "fail"],
  ],
  toolCalledBefore: [
    ["before", calls("login", "buy"), { toolName: "login", beforeToolName: "buy" }, "pass"],
    [
      "one call came too early",
      calls("buy", "login", "buy"),
      { toolName: "login", beforeToolName: "buy" },
      "fail",
    ],
    ["never called", calls("other"), { toolName: "login", beforeToolName: "buy" }, "pass"],
    ["equal names satisfy themselves", calls("buy"), { toolName: "buy", beforeToolName: "buy" }, "pass"],
    ["missing name", calls(), { toolName: "login" }, "fail"],
  ],
  noDeprecatedToolCalled: [
    ["clean", offered(calls("a"), { name: "a", description: "Adds" }), {}, "pass"],
    [
      "deprecated but not called",
      offered(calls("a"), { name: "b", description: "Deprecated: use a" }),
      {},
      "pass",
    ],
    ["called", offered(calls("a"), { name: "a", description: "(Deprecated) adds" }), {}, "fail"],
    ["not in the inventory", offered(calls("ghost"), { name: "a" }), {}, "pass"],
    ["inventory not captured", calls("a"), {}, "error"],
  ],
  noDestructiveToolCalled: [
    ["clean", offered(calls("a"), { name: "a", annotations: { destructiveHint: false } }), {}, "pass"],
    ["called", offered(calls("rm"), { name: "rm", annotations: { destructiveHint: true } }), {}, "fail"],
    [
      "only a literal true counts",
      offered(calls("rm"), { name: "rm", annotations: { destructiveHint: "yes" } }),
      {},
      "pass",
    ],
    ["nothing is annotated", offered(calls("rm"), { name: "rm" }), {}, "error"],
    ["empty inventory", offered(calls("rm")), {}, "error"],
    ["inventory not captured", calls("rm"), {}, "error"],
  ],
};
