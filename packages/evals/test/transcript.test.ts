import { isOpaqueId } from "@gradable/chain";
import { describe, expect, it } from "vitest";
import { CASE_ID_PREFIX, mintCaseId, mintSuiteId } from "../src/suite/case-id.js";
import {
  buildIterationTranscript,
  buildTurnTranscript,
  extractFinalAssistantMessage,
} from "../src/transcript/build-transcript.js";
import { extractToolErrors } from "../src/transcript/tool-errors.js";

describe("final assistant message", () => {
  it.each([
    [
      [
        { role: "assistant", content: "a" },
        { role: "user", content: "b" },
      ],
      "a",
    ],
    [
      [
        {
          role: "assistant",
          content: [{ type: "text", text: "a" }, { type: "tool-call" }, { type: "text", text: "b" }],
        },
      ],
      "ab",
    ],
    [
      [
        { role: "assistant", content: "earlier" },
        { role: "assistant", content: [{ type: "tool-call" }] },
      ],
      undefined,
    ],
    [[{ role: "assistant", content: "  " }], undefined],
    ["not a list", undefined],
    [[null, 5, { role: "assistant" }], undefined],
  ])("%j: %s", (messages, expected) => {
    expect(extractFinalAssistantMessage(messages)).toBe(expected);
  });
});

describe("tool errors", () => {
  const part = (fields: object) => [
    { role: "tool", content: [{ type: "tool-result", toolName: "t", ...fields }] },
  ];
  it.each([
    ["error string", { error: "down" }, "protocol-error", "down"],
    ["error object", { error: { message: "down" } }, "protocol-error", "down"],
    ["error-text output", { output: { type: "error-text", value: "down" } }, "protocol-error", "down"],
    [
      "isError on the result",
      { result: { isError: true, content: [{ type: "text", text: "no" }] } },
      "content-error",
      "no",
    ],
    [
      "isError on the output value",
      { output: { type: "json", value: { isError: true, content: [{ text: "no" }] } } },
      "content-error",
      "no",
    ],
    ["isError on the part", { isError: true }, "content-error", undefined],
  ])("%s", (_label, fields, kind, message) => {
    expect(extractToolErrors(part(fields))).toEqual([
      { kind, toolName: "t", ...(message === undefined ? {} : { message }) },
    ]);
  });
  it("blank errors are none, other parts are not read", () => {
    expect(extractToolErrors(part({ error: " " }))).toEqual([]);
    expect(extractToolErrors([{ role: "tool", content: [{ type: "text", error: "x" }] }, null, "x"])).toEqual(
      [],
    );
    expect(extractToolErrors("log text")).toEqual([]);
  });
  it("an errored span is a protocol error only with a numeric code", () => {
    const spans = [
      { category: "tool", status: "error", toolName: "a" },
      { category: "tool", status: "ok", toolName: "b", mcpErrorCode: -32602 },
      { category: "model", status: "error" },
    ];
    expect(extractToolErrors({ spans })).toEqual([
      { kind: "content-error", toolName: "a" },
      { kind: "protocol-error", toolName: "b" },
    ]);
  });
  it("one failure is one record, the trace's word first", () => {
    const transcript = buildIterationTranscript({
      trace: {
        messages: part({ toolCallId: "1", isError: true }),
        spans: [{ category: "tool", status: "error", toolCallId: "1", toolName: "t" }],
      },
      toolCalls: [],
      toolErrors: [
        { kind: "protocol-error", toolCallId: "1", message: "later" },
        { kind: "protocol-error", toolName: "u" },
      ],
    });
    expect(transcript.toolErrors).toEqual([
      { kind: "content-error", toolName: "t", message: "later", toolCallId: "1" },
      { kind: "protocol-error", toolName: "u" },
    ]);
  });
});

describe("buildIterationTranscript", () => {
  it("counts user turns, 0 when readable without any, absent when not readable", () => {
    const build = (trace: unknown, turnCount?: number) =>
      buildIterationTranscript({
        trace: trace as never,
        toolCalls: [],
        ...(turnCount === undefined ? {} : { turnCount }),
      }).turnCount;
    expect(build([{ role: "user" }, { role: "user" }, { role: "assistant" }])).toBe(2);
    expect(build([])).toBe(0);
    expect(build(undefined)).toBeUndefined();
    expect(build([{ role: "user" }], 7)).toBe(7);
  });
  it("states every capture, and a cap that bites makes it partial", () => {
    const row = {
      toolName: "t",
      text: "x".repeat(70_000),
      size: { bytes: 70_000, basis: "raw_result" as const, complete: true },
    };
    const many = buildIterationTranscript({
      toolCalls: [],
      toolResults: Array.from({ length: 201 }, () => row),
      toolInventory: [],
    });
    expect(many.capture).toEqual({
      toolResults: "partial",
      toolCallTimings: "absent",
      toolInventory: "complete",
      toolDeclarations: "absent",
    });
    expect(many.toolResults).toHaveLength(200);
    expect(many.toolResults?.[0]).toMatchObject({ truncated: true, size: { bytes: 70_000 } });
    expect(many.toolResults?.[0]?.text).toHaveLength(64_000);
    expect(buildIterationTranscript({ toolCalls: [], resultsCaptured: true }).capture?.toolResults).toBe(
      "complete",
    );
  });
  it("gives a turn its own slice and nothing else", () => {
    expect(
      buildTurnTranscript({ toolCalls: [], finalAssistantMessage: "a", usage: { totalTokens: 1 } } as never),
    ).toEqual({ toolCalls: [], toolErrors: [], finalAssistantMessage: "a" });
  });
});

describe("ids", () => {
  it("are minted from 64 characters, and accepted", () => {
    const ids = Array.from({ length: 200 }, mintCaseId);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^c_[A-Za-z0-9_-]{21}$/);
    expect(ids.every((id) => id.startsWith(CASE_ID_PREFIX) && isOpaqueId(id))).toBe(true);
    expect(mintSuiteId()).toMatch(/^s_[A-Za-z0-9_-]{21}$/);
    for (const bad of ["", "a b", "a/b", "a.b", "a:b", "x".repeat(129), 5])
      expect(isOpaqueId(bad)).toBe(false);
  });
  it("say so when there is no generator", () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
    try {
      expect(() => mintCaseId()).toThrow(/cryptographic random generator/);
    } finally {
      if (original) Object.defineProperty(globalThis, "crypto", original);
    }
  });
});
