import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  PREDICATE_KINDS as CHAIN_KINDS,
  OBSERVATION_PREDICATE_KINDS as CHAIN_OBSERVATIONS,
  PREDICATE_STAGE as CHAIN_STAGE,
} from "../../chain/src/vocabulary/predicate-stage.js";
import {
  allPredicatesPassed,
  evaluatePredicate,
  evaluatePredicates,
  evaluateTurnChecks,
} from "../src/checks/evaluate.js";
import { CHECKS } from "../src/checks/index.js";
import {
  checkRole,
  OBSERVATION_PREDICATE_KINDS,
  PREDICATE_KINDS,
  PREDICATE_STAGE,
  type Predicate,
  predicateSchema,
  RENDER_OBSERVATION_PREDICATE_KINDS,
  TOOL_DECLARATION_PREDICATE_KINDS,
  TOOL_INVENTORY_PREDICATE_KINDS,
  TOOL_RESULT_PREDICATE_KINDS,
  TOOL_TIMING_PREDICATE_KINDS,
  TURN_SCOPABLE_PREDICATE_KINDS,
} from "../src/checks/predicate.js";
import { RECOMMENDED_PREDICATES, STANDARD_PREDICATES } from "../src/suite/presets.js";
import { call } from "./checks-call.table.js";
import { discovery } from "./checks-discovery.table.js";
import { response } from "./checks-response.table.js";
import { selection } from "./checks-selection.table.js";
import { userValue } from "./checks-user-value.table.js";
import { calls, outcomeOf, type Row, reasonOf } from "./grade.js";

const tables: Record<string, readonly Row[]> = {
  ...discovery,
  ...selection,
  ...call,
  ...response,
  ...userValue,
};

describe.each(PREDICATE_KINDS)("%s", (kind) => {
  const rows = tables[kind] ?? [];
  it("has a file, and a test of a pass, a fail and (where it needs evidence) an error", () => {
    expect(existsSync(new URL(`../src/checks/${kind}.ts`, import.meta.url))).toBe(true);
    const outcomes = new Set(rows.map(([, , , expected]) => expected));
    expect(outcomes).toContain("pass");
    expect(outcomes).toContain("fail");
    const needs = CHECKS.find((check) => check.kind === kind)?.needs;
    if (needs !== null && needs !== "renderObservations") expect(outcomes).toContain("error");
  });
  it.each(rows)("%s", (_label, transcript, predicate, expected) => {
    const row = evaluatePredicate(transcript, { type: kind, ...predicate } as Predicate);
    expect([outcomeOf(transcript, { type: kind, ...predicate }), row.reason]).toEqual([expected, row.reason]);
    expect(row.reason.length).toBeLessThanOrEqual(600);
    expect(row.reason).not.toMatch(/(?<!received )undefined|\[object/);
    if (kind === "fullPageHasContinuation") expect(row.reason).not.toContain("truncated");
  });
});

describe("vocabulary", () => {
  it("is the chain's own stage map", () => {
    expect(PREDICATE_KINDS).toEqual(CHAIN_KINDS);
    expect(PREDICATE_STAGE).toEqual(CHAIN_STAGE);
    expect([...OBSERVATION_PREDICATE_KINDS].sort()).toEqual([...CHAIN_OBSERVATIONS].sort());
  });
  it("counts per link as the contract prints them", () => {
    const count = (stage: string) => Object.values(PREDICATE_STAGE).filter((s) => s === stage).length;
    expect(["connection", "discovery", "selection", "call", "response", "userValue"].map(count)).toEqual([
      0, 6, 9, 3, 8, 9,
    ]);
  });
  it("lists the kinds by the evidence they need", () => {
    expect(RENDER_OBSERVATION_PREDICATE_KINDS).toEqual([
      "widgetRendered",
      "widgetRenderLatencyUnder",
      "widgetNoConsoleErrors",
    ]);
    expect(TOOL_TIMING_PREDICATE_KINDS).toEqual(["toolLatencyUnder"]);
    expect([...TOOL_INVENTORY_PREDICATE_KINDS].sort()).toEqual(
      [
        "argumentsMatchToolSchema",
        "noDeprecatedToolCalled",
        "noDestructiveToolCalled",
        "toolErrorNamesInput",
      ].sort(),
    );
    expect(TOOL_DECLARATION_PREDICATE_KINDS).toHaveLength(6);
    expect(TOOL_RESULT_PREDICATE_KINDS).toEqual([
      "toolResultContains",
      "toolResultMatches",
      "toolResultMatchesSchema",
      "toolResultSizeUnder",
      "fullPageHasContinuation",
    ]);
    expect(TURN_SCOPABLE_PREDICATE_KINDS).toHaveLength(17);
  });
});

describe("authoring", () => {
  it.each(OBSERVATION_PREDICATE_KINDS)("%s refuses a gating role", (type) => {
    for (const role of [undefined, "gating"])
      expect(predicateSchema.safeParse({ type, role }).success).toBe(false);
    expect(predicateSchema.safeParse({ type, role: "advisory", severity: "warn" }).success).toBe(true);
  });
  it.each([
    ["severity without advisory", { type: "noToolErrors", severity: "warn" }],
    ["unknown severity", { type: "noToolErrors", role: "advisory", severity: "error" }],
    ["unknown kind", { type: "responseCloseTo", text: "a" }],
    ["min 0 without max", { type: "toolInputMatches", toolName: "a", patterns: ["x"], min: 0 }],
    ["max below min", { type: "toolResultMatches", patterns: ["x"], min: 3, max: 2 }],
    ["look-around", { type: "toolResultMatches", patterns: ["(?<=a)b"] }],
    ["needle above 1000 characters", { type: "responseContains", needle: "a".repeat(1_001) }],
    ["nine patterns", { type: "toolResultMatches", patterns: Array.from({ length: 9 }, () => "x") }],
    ["flags out of order", { type: "toolResultMatches", patterns: ["x"], flags: "mi" }],
  ])("refuses %s", (_label, predicate) => {
    expect(predicateSchema.safeParse(predicate).success).toBe(false);
  });
  it("ignores keys a check does not declare", () => {
    expect(predicateSchema.parse({ type: "noToolErrors", note: "x" })).toEqual({ type: "noToolErrors" });
  });
  it("has presets that are all advisory and well formed", () => {
    for (const preset of [...RECOMMENDED_PREDICATES, ...STANDARD_PREDICATES]) {
      expect(predicateSchema.safeParse(preset).success).toBe(true);
      expect(checkRole(preset)).toBe("advisory");
    }
  });
});

describe("result rows", () => {
  it("never throw, whatever they are given", () => {
    const odd = [
      null,
      5,
      "noToolErrors",
      {},
      { type: "nope" },
      { type: "__proto__" },
      { type: "toolCalledWith" },
    ];
    for (const row of evaluatePredicates(calls("a"), odd as never)) expect(row.passed).toBe(false);
    for (const transcript of [null, undefined, 5, { toolCalls: "x" }, { toolCalls: [null] }]) {
      for (const kind of PREDICATE_KINDS)
        expect(() => outcomeOf(transcript as never, { type: kind, toolName: "a" })).not.toThrow();
    }
  });
  it("an unknown role gates; an observation never does", () => {
    expect(checkRole({ type: "noToolErrors", role: "blocking" })).toBe("gating");
    expect(checkRole({ type: "noEndingQuestion", role: "gating" })).toBe("advisory");
  });
  it("the gate needs every gating row, and an error row does not pass", () => {
    const rows = (...list: Predicate[]) => evaluatePredicates(calls("a"), list);
    expect(allPredicatesPassed([])).toBe(true);
    expect(allPredicatesPassed(rows({ type: "toolLatencyUnder", ms: 5 }))).toBe(false);
    expect(allPredicatesPassed(rows({ type: "toolLatencyUnder", ms: 5, role: "advisory" }))).toBe(true);
  });
  it("redact live values and authored secrets, and cut long text", () => {
    const transcript = calls([
      "login",
      {
        user: "ann",
        api_key: "k-123456",
        note: "password=hunter22",
        list: Array.from({ length: 30 }, (_, i) => i),
      },
    ]);
    const reason = reasonOf(transcript, { type: "toolNeverCalled", toolName: "login" });
    expect(reason).toContain("ann");
    expect(reason).not.toMatch(/k-123456|hunter22/);
    const row = evaluatePredicate(transcript, {
      type: "toolCalledWith",
      toolName: "login",
      args: { args: { api_key: "k-9", user: "bob" } },
    });
    expect(JSON.stringify(row)).not.toContain("k-9");
    expect(JSON.stringify(row.predicate)).toContain("bob");
    const long = reasonOf(
      { toolCalls: [], finalAssistantMessage: "x".repeat(5_000) },
      { type: "responseContains", needle: "y" },
    );
    expect(long).toMatch(/more characters/);
    expect(long.length).toBeLessThanOrEqual(600);
  });
  it("scrubs credentials out of prose, and leaves prose alone", () => {
    const message = (text: string) =>
      reasonOf(
        { toolCalls: [], toolErrors: [{ kind: "content-error", message: text }] },
        { type: "noToolErrors" },
      );
    expect(message('401 Unauthorized: api_key "sk-live-4f9d2ba71c33e0" is invalid')).not.toContain(
      "sk-live-4f9d2ba71c33e0",
    );
    expect(message("Authorization: Bearer abcdef123456")).not.toContain("abcdef123456");
    expect(message("429 Rate limited. Your token expired; retry.")).toContain("Your token expired; retry.");
  });
});

describe("turn checks", () => {
  it("drop what a turn cannot carry, keep order, name the turn", () => {
    const rows = evaluateTurnChecks([
      {
        promptIndex: 1,
        checks: [
          { type: "turnCountUnder", turns: 3 },
          { type: "firstToolWas", toolName: "b" },
        ],
        transcript: calls("b"),
      },
      {
        promptIndex: 2,
        checks: [{ type: "noToolErrors" }, { type: "firstToolWas", toolName: "b" }],
        transcript: calls("c"),
      },
      { promptIndex: 3, checks: undefined, transcript: calls() },
    ]);
    expect(rows.map((row) => [row.predicate.type, row.passed, row.scope?.promptIndex])).toEqual([
      ["firstToolWas", true, 1],
      ["noToolErrors", true, 2],
      ["firstToolWas", false, 2],
    ]);
  });
});

describe("hostile patterns", () => {
  const evil = `${"a".repeat(50_000)}!`;
  it.each([
    ["(a+)+$", "toolResultMatches"],
    ["(a|aa)+$", "toolResultMatches"],
    ["(.*a){20}z", "toolResultMatches"],
    ["([a-z]+)*\\d", "toolResultMatches"],
    ["^(a|a)*b$", "responseMatches"],
    ["(?=a)(a|a)*$", "responseMatches"],
    ["^(?:a?){40}a{40}(?!b)$", "responseMatches"],
  ])("%s in %s answers in time", (pattern, type) => {
    const started = performance.now();
    const transcript = {
      toolCalls: [{ toolName: "t", arguments: {} }],
      toolResults: [
        { toolName: "t", text: evil, size: { bytes: 1, basis: "raw_result", complete: true } as const },
      ],
      capture: { toolResults: "complete" } as const,
      finalAssistantMessage: evil,
    };
    expect(
      outcomeOf(transcript, type === "responseMatches" ? { type, pattern } : { type, patterns: [pattern] }),
    ).toBe("fail");
    expect(performance.now() - started).toBeLessThan(30_000);
  });
  it("in a declared schema are run in linear time too", () => {
    const started = performance.now();
    const inputSchema = {
      type: "object",
      properties: { q: { type: "string", pattern: "^(a+)+$" } },
      patternProperties: { "^(x+)+$": { type: "number" } },
    };
    const transcript = (args: Record<string, unknown>) => ({
      ...calls(["s", args]),
      toolInventory: [{ name: "s", inputSchema }],
      capture: { toolInventory: "complete" } as const,
    });
    const check = { type: "argumentsMatchToolSchema" };
    expect(outcomeOf(transcript({ q: evil }), check)).toBe("fail");
    expect(outcomeOf(transcript({ q: "aaa" }), check)).toBe("pass");
    expect(outcomeOf(transcript({ [`${"x".repeat(40)}!`]: "text" }), check)).toBe("pass");
    expect(outcomeOf(transcript({ xxx: "text" }), check)).toBe("fail");
    expect(performance.now() - started).toBeLessThan(30_000);
  });
  it("and so are schemas whose references multiply", () => {
    const $defs: Record<string, unknown> = { d0: { type: "object" } };
    for (let i = 1; i < 40; i++)
      $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] };
    const started = performance.now();
    const transcript = {
      ...calls(["s", {}]),
      toolInventory: [{ name: "s", inputSchema: { $ref: "#/$defs/d39", $defs } }],
      capture: { toolInventory: "complete" } as const,
    };
    expect(outcomeOf(transcript, { type: "argumentsMatchToolSchema" })).toBe("error");
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
