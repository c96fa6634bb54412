import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  availableBefore,
  buildFrictionCallRecords,
  buildResultsByToolCallIdFromMessages,
  type FrictionCallRecord,
  type FrictionResultEntry,
  normalizeFrictionResult,
} from "../src/friction/call.js";
import {
  projectSuspectedConditionVerdict,
  type SuspectedConditionProvenance,
  settleSuspectedCondition,
  suspectedConditionIndexes,
  suspectedConditionVerdictSchema,
} from "../src/friction/condition.js";
import {
  deriveTrialFrictionSignals,
  deriveTrialFrictionSignalsFromCalls,
  projectFrictionSignals,
} from "../src/friction/derivation.js";
import { extractResultIdentifiers } from "../src/friction/identifiers.js";
import {
  type EvalTrialFrictionSignals,
  evalTrialFrictionSignalsSchema,
  type FrictionSignal,
} from "../src/friction/signals.js";
import {
  describeFriction,
  describeFrictionSignal,
  describeSuspectedCondition,
} from "../src/vocabulary/describe.js";

interface Call {
  tool: string;
  args?: unknown;
  result?: unknown;
  noResult?: true;
  error?: true;
  times?: [startedAtMs: number, settledAtMs: number];
}

/** Derives the friction of a trial written as a list of calls, and validates the document. */
function derive(calls: Call[]): EvalTrialFrictionSignals {
  const results = new Map<string, FrictionResultEntry>();
  for (const [index, call] of calls.entries()) {
    if (call.noResult) continue;
    const raw = { structuredContent: call.result ?? {}, ...(call.error ? { isError: true } : {}) };
    const times = call.times === undefined ? {} : { startedAtMs: call.times[0], settledAtMs: call.times[1] };
    results.set(`call_${index}`, { raw, ...times });
  }
  const document = deriveTrialFrictionSignalsFromCalls({
    toolsCalled: calls.map((call, index) => ({
      toolName: call.tool,
      toolCallId: `call_${index}`,
      arguments: call.args,
    })),
    resultsByToolCallId: results,
  });
  expect(evalTrialFrictionSignalsSchema.safeParse(document).error?.issues ?? []).toEqual([]);
  return document;
}

const kinds = (document: EvalTrialFrictionSignals) => document.signals.map((signal) => signal.kind);
const issue = { results: [{ id: "ISS-42" }] };

describe("vectors of spec §6.6", () => {
  it("the same call twice is an identical retry", () => {
    const document = derive([
      { tool: "search", args: { q: "a" } },
      { tool: "search", args: { q: "a" } },
    ]);
    expect(document.signals).toEqual([
      { kind: "identicalRetry", callIndex: 1, priorCallIndex: 0, toolName: "search", afterError: false },
    ]);
  });

  it("another page is a continuation", () => {
    const document = derive([
      { tool: "list", args: { page: 1 } },
      { tool: "list", args: { page: 2 } },
    ]);
    expect(document.signals).toEqual([
      {
        kind: "paginationContinuation",
        callIndex: 1,
        priorCallIndex: 0,
        toolName: "list",
        paginationKeys: ["page"],
      },
    ]);
  });

  it("a nested limit is part of the question", () => {
    const document = derive([
      { tool: "list", args: { filter: { limit: 1 } } },
      { tool: "list", args: { filter: { limit: 2 } } },
    ]);
    expect(kinds(document)).toEqual(["changedRetry"]);
  });

  it("a used identifier is no signal", () => {
    expect(
      derive([
        { tool: "search", result: issue },
        { tool: "get", args: { id: "ISS-42" } },
      ]).signals,
    ).toEqual([]);
  });

  it("two later calls without it are one", () => {
    const document = derive([
      { tool: "search", args: { q: "x" }, result: issue },
      { tool: "get", args: { n: 1 } },
      { tool: "list" },
    ]);
    expect(document.signals).toEqual([
      {
        kind: "identifierSurfacedUnused",
        informationCallIndex: 0,
        observedAtCallIndex: 2,
        toolName: "search",
        toolCallId: "call_0",
        identifierKeyPaths: ["results[].id"],
        identifierCount: 1,
        laterCallCount: 2,
      },
    ]);
  });

  it("one later search of the same tool is a repeat, and too little to call it unused", () => {
    const document = derive([
      { tool: "search", args: { q: "a" }, result: issue },
      { tool: "search", args: { q: "b" } },
    ]);
    expect(document.signals).toEqual([
      {
        kind: "searchRepeatedAfterIdentifier",
        informationCallIndex: 0,
        observedAtCallIndex: 1,
        toolName: "search",
        toolCallId: "call_0",
        repeatCallIndexes: [1],
        identifierKeyPaths: ["results[].id"],
        identifierCount: 1,
      },
      { kind: "changedRetry", callIndex: 1, priorCallIndex: 0, toolName: "search", afterError: false },
    ]);
  });

  it("a longer number is not a use", () => {
    const document = derive([
      { tool: "search", result: { id: 123 } },
      { tool: "get", args: { value: "1234" } },
      { tool: "get", args: { value: "x_123" } },
    ]);
    expect(kinds(document)).toContain("identifierSurfacedUnused");
  });

  it("one missing result leaves the adjacency signals", () => {
    const document = derive([{ tool: "a" }, { tool: "a", noResult: true }]);
    expect(document.identifierSignals).toEqual({ state: "notMeasured", reason: "resultsUnavailable" });
    expect(kinds(document)).toEqual(["identicalRetry"]);
  });

  it("201 calls are too many, 200 are not", () => {
    const calls = Array.from({ length: 201 }, () => ({ tool: "a" }));
    expect(derive(calls)).toMatchObject({
      state: "notMeasured",
      notMeasuredReason: "truncated",
      callCount: 201,
      signals: [],
    });
    expect(derive(calls.slice(1)).state).toBe("measured");
  });
});

describe("what makes a document not measured", () => {
  it("no calls", () => {
    expect(derive([])).toMatchObject({
      state: "notMeasured",
      notMeasuredReason: "noToolCalls",
      callCount: 0,
    });
  });

  it("a hole its producer knows of, with honest counts", () => {
    const document = deriveTrialFrictionSignalsFromCalls({
      toolsCalled: [{ name: "a" }, { name: "b" }],
      evidenceHole: "evidenceIncomplete",
    });
    expect(document).toMatchObject({
      notMeasuredReason: "evidenceIncomplete",
      callCount: 2,
      resultAvailableCount: 0,
    });
  });

  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  it.each([[cyclic], [{ n: Number.NaN }], [{ d: new Date(0) }], [{ f: () => 1 }], [{ b: 1n }]])(
    "an argument that cannot be read canonically (%#)",
    (args) => {
      const document = derive([{ tool: "a" }, { tool: "a", args }]);
      expect(document).toMatchObject({ notMeasuredReason: "evidenceIncomplete", callCount: 2 });
    },
  );

  it("mixed or unknown orderings withhold the identifier half only", () => {
    const document = derive([{ tool: "a", times: [0, 1] }, { tool: "a" }]);
    expect(document.identifierSignals).toEqual({ state: "notMeasured", reason: "orderingUnknown" });
    expect(kinds(document)).toEqual(["identicalRetry"]);
    expect([document.resultAvailableCount, document.timedCallCount]).toEqual([2, 1]);
  });
});

describe("adjacency", () => {
  it("says when the prior call failed", () => {
    const document = derive([{ tool: "a", error: true }, { tool: "a" }, { tool: "a", args: { x: 1 } }]);
    expect(document.signals).toMatchObject([
      { kind: "identicalRetry", afterError: true },
      { kind: "changedRetry", afterError: false },
    ]);
  });

  it("ignores key order and treats missing arguments as null", () => {
    expect(
      kinds(
        derive([
          { tool: "a", args: { x: 1, y: 2 } },
          { tool: "a", args: { y: 2, x: 1 } },
        ]),
      ),
    ).toEqual(["identicalRetry"]);
    expect(kinds(derive([{ tool: "a" }, { tool: "a", args: null }]))).toEqual(["identicalRetry"]);
    expect(kinds(derive([{ tool: "a" }, { tool: "a", args: {} }]))).toEqual(["changedRetry"]);
  });

  it("names at most four pagination keys, in their order", () => {
    const before = { q: 1, limit: 1, start: 1, after: 1, page: 1, cursor: "a" };
    const after = { q: 1, limit: 2, start: 2, after: 2, page: 2, nextCursor: "b" };
    expect(
      derive([
        { tool: "a", args: before },
        { tool: "a", args: after },
      ]).signals,
    ).toMatchObject([{ paginationKeys: ["cursor", "nextCursor", "page", "after"] }]);
  });

  it("needs equal, non-empty tool names", () => {
    expect(derive([{ tool: "a" }, { tool: "b" }, { tool: "" }, { tool: "" }]).signals).toEqual([]);
  });
});

describe("identifiers", () => {
  const read = (structuredContent: unknown) =>
    extractResultIdentifiers({ structuredContent, textParts: [], isError: false });

  it.each([
    [
      "by key",
      { id: "abc", issue_id: "def", parentId: "ghi", SLUG: "jkl", ref: 1234 },
      ["1234", "abc", "def", "ghi", "jkl"],
    ],
    ["not by a lookalike key", { valid: "abc", paid: "def", ids_of: "ghi", hidden: "jkl" }, []],
    [
      "by shape",
      { a: "ISS-42", b: "123e4567-e89b-12d3-a456-426614174000", c: "deadbeef" },
      ["123e4567-e89b-12d3-a456-426614174000", "ISS-42", "deadbeef"],
    ],
    ["a ULID", { a: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, ["01ARZ3NDEKTSV4RRFFQ69G5FAV"]],
    ["not prose", { a: "a sentence - with a dash", b: "hello" }, []],
    ["not too short", { id: "ab", key: 12 }, []],
    ["array entries under the array's key", { ids: ["aaa", ["bbb"]] }, ["aaa", "bbb"]],
    ["trimmed", { id: "  xyz  " }, ["xyz"]],
    ["no booleans", { id: true }, []],
  ] as [string, unknown, string[]][])("are found %s", (_name, payload, values) => {
    expect(read(payload).values).toEqual(values);
  });

  it("have collapsed, distinct, sorted paths", () => {
    const { keyPaths } = read({
      results: [{ id: "aaa" }, { id: "bbb" }],
      meta: { owner: { userId: "ccc" } },
    });
    expect(keyPaths).toEqual(["meta.owner.userId", "results[].id"]);
    expect(read("ISS-42").keyPaths).toEqual(["$"]);
  });

  it("come from text only when it is JSON and nothing is structured", () => {
    const text = ['{"id":"aaa"}', "Found ISS-42 [see]", " [1] ", '{"id":', '[{"key":"bbb"}]'];
    expect(extractResultIdentifiers({ textParts: text, isError: false }).values).toEqual(["aaa", "bbb"]);
    expect(
      extractResultIdentifiers({ structuredContent: {}, textParts: text, isError: false }).values,
    ).toEqual([]);
  });

  it("a walk that hit a limit is incomplete, and gives no signal", () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `id${1000 + index}` }));
    expect(read(entries(50)).complete).toBe(true);
    expect(read(entries(51))).toMatchObject({ complete: false });
    const deep = (levels: number): unknown => (levels === 0 ? "ISS-42" : { a: deep(levels - 1) });
    expect(read(deep(6))).toMatchObject({ values: ["ISS-42"], complete: true });
    expect(read(deep(7))).toMatchObject({ values: [], complete: false });
    expect(read({ a: entries(50), b: entries(50), c: entries(50), d: entries(50) }).complete).toBe(true);
    expect(
      read({ a: entries(50), b: entries(50), c: entries(50), d: entries(50), e: entries(1) }).complete,
    ).toBe(false);
    const calls: Call[] = [{ tool: "list", result: { rows: entries(51) } }, { tool: "b" }, { tool: "c" }];
    expect(derive(calls).signals).toEqual([]);
  });

  it("a key that is an identifier itself is hidden", () => {
    expect(
      read({
        "ISS-42": { id: "abc" },
        "created-at": { id: "def" },
        "123e4567-e89b-12d3-a456-426614174000": { id: "x1x" },
      }).keyPaths,
    ).toEqual(["*.id", "created-at.id"]);
    expect(read({ abc: { id: "abc" } }).keyPaths).toEqual(["*.id"]);
  });
});

describe("identifier signals", () => {
  it.each([
    ["in a key", { "ISS-42": true }],
    ["inside a longer text", { q: "open ISS-42, please" }],
    ["after an escaped character", { q: "line\nISS-42" }],
    ["as a value of another type", { q: ["x", { y: "ISS-42" }] }],
  ])("are withheld by a use %s", (_name, args) => {
    expect(derive([{ tool: "search", result: issue }, { tool: "b", args }, { tool: "c" }]).signals).toEqual(
      [],
    );
  });

  it("are not drawn from a failed result or a nameless call", () => {
    expect(
      derive([{ tool: "search", result: issue, error: true }, { tool: "b" }, { tool: "c" }]).signals,
    ).toEqual([]);
    expect(derive([{ tool: "", result: issue }, { tool: "b" }, { tool: "c" }]).signals).toEqual([]);
  });

  it("a repeat differs in more than its page", () => {
    const paged = derive([
      { tool: "list", args: { page: 1 }, result: issue },
      { tool: "list", args: { page: 2 } },
    ]);
    expect(kinds(paged)).toEqual(["paginationContinuation"]);
  });

  it("go by time where there are times", () => {
    const overlapping = derive([
      { tool: "search", result: issue, times: [0, 100] },
      { tool: "b", times: [50, 60] },
      { tool: "c", times: [99, 120] },
    ]);
    expect(overlapping.signals).toEqual([]);
    const later = derive([
      { tool: "search", result: issue, times: [0, 10] },
      { tool: "b", times: [11, 20] },
      { tool: "c", times: [30, 40] },
    ]);
    expect(later.signals).toMatchObject([{ kind: "identifierSurfacedUnused", laterCallCount: 2 }]);
  });

  it("are dropped where times contradict positions, adjacency kept", () => {
    const document = derive([
      { tool: "a", times: [50, 60] },
      { tool: "a", times: [70, 80] },
      { tool: "search", result: issue, times: [0, 10] },
    ]);
    expect(kinds(document)).toEqual(["identicalRetry"]);
  });

  it("name at most eight repeats and eight paths", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`k${index}_id`, `val${index}`]),
    );
    const calls: Call[] = [{ tool: "search", args: { q: 0 }, result: wide }];
    for (let index = 1; index <= 12; index += 1) calls.push({ tool: "search", args: { q: index } });
    const repeat = derive(calls).signals.find((signal) => signal.kind === "searchRepeatedAfterIdentifier");
    expect(repeat).toMatchObject({
      repeatCallIndexes: [1, 2, 3, 4, 5, 6, 7, 8],
      observedAtCallIndex: 12,
      identifierCount: 12,
    });
    expect(repeat?.kind === "searchRepeatedAfterIdentifier" && repeat.identifierKeyPaths).toHaveLength(8);
  });
});

describe("order and cap", () => {
  it("keeps the earliest of each kind, then fills in order", () => {
    const calls: Call[] = Array.from({ length: 40 }, () => ({ tool: "a", args: { q: 1 } }));
    calls.push({ tool: "a", args: { q: 1, page: 2 } }, { tool: "a", args: { q: 2, page: 2 } });
    calls[30] = { tool: "a", args: { q: 1 }, result: issue };
    const document = derive(calls);
    expect(document.signals).toHaveLength(24);
    expect(new Set(kinds(document)).size).toBe(5);
    expect(document.signals.filter(({ kind }) => kind === "identicalRetry")).toHaveLength(20);
    const indexes = document.signals.map((signal) =>
      "observedAtCallIndex" in signal ? signal.observedAtCallIndex : signal.callIndex,
    );
    expect(indexes).toEqual([...indexes].sort((left, right) => left - right));
  });
});

describe("input records", () => {
  it("take the first name there is and join results by id only", () => {
    const records = buildFrictionCallRecords({
      toolsCalled: [
        { toolName: "", tool: "b", name: "c", toolCallId: "x", arguments: { q: 1 } },
        { name: "c", toolCallId: "" },
        "nonsense",
      ],
      resultsByToolCallId: new Map([
        ["x", { raw: { content: [] }, startedAtMs: 5 }],
        ["", { raw: {} }],
      ]),
    });
    expect(records).toEqual([
      {
        index: 0,
        toolName: "b",
        toolCallId: "x",
        arguments: { q: 1 },
        result: { textParts: [], isError: false },
        resultAvailable: true,
        ordering: "messageOrder",
      },
      { index: 1, toolName: "c", arguments: undefined, resultAvailable: false, ordering: "unknown" },
      { index: 2, toolName: "", arguments: undefined, resultAvailable: false, ordering: "unknown" },
    ]);
  });

  it.each([
    [
      "a bare result",
      { content: [{ type: "text", text: "a" }, { text: "b" }, { type: "image", text: "c" }] },
      ["a", "b"],
    ],
    ["a wrapped result", { result: { content: [{ type: "text", text: "a" }] } }, ["a"]],
    ["a model-visible output", { output: { value: { content: [{ type: "text", text: "a" }] } } }, ["a"]],
    ["a text", "a", ["a"]],
    ["nothing readable", 5, []],
  ] as [string, unknown, string[]][])("read %s", (_name, raw, textParts) => {
    expect(normalizeFrictionResult(raw).textParts).toEqual(textParts);
  });

  it.each([[{ isError: true }], [{ result: { isError: true } }], [{ output: { value: { isError: true } } }]])(
    "find the error flag in %o",
    (raw) => {
      expect(normalizeFrictionResult(raw).isError).toBe(true);
      expect(normalizeFrictionResult({ isError: "true" }).isError).toBe(false);
      expect(normalizeFrictionResult({}, true).isError).toBe(true);
    },
  );

  it("collect raw results of tool messages", () => {
    const messages = [
      { role: "assistant", content: [{ type: "tool-result", toolCallId: "no", result: {} }] },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a", result: { content: [] } },
          { type: "tool-result", toolCallId: "b", output: {} },
          { type: "tool-result", result: {} },
          { type: "text", toolCallId: "c", result: {} },
        ],
      },
      null,
    ];
    expect([...buildResultsByToolCallIdFromMessages(messages).keys()]).toEqual(["a"]);
  });

  it("are available by position or by time, never across the two", () => {
    const at = (index: number, times?: [number, number]): FrictionCallRecord => ({
      index,
      toolName: "a",
      arguments: null,
      resultAvailable: true,
      ...(times === undefined
        ? { ordering: "messageOrder" }
        : { ordering: "timed", startedAtMs: times[0], settledAtMs: times[1] }),
    });
    expect(availableBefore(at(0), at(1))).toBe(true);
    expect(availableBefore(at(1), at(0))).toBe(false);
    expect(availableBefore(at(1, [0, 5]), at(0, [6, 7]))).toBe(true);
    expect(availableBefore(at(0, [0, 5]), at(1, [5, 7]))).toBe(false);
    expect(availableBefore(at(0, [0, 5]), at(1))).toBe(false);
  });

  it("with impossible indexes are refused", () => {
    const record: FrictionCallRecord = {
      index: 9,
      toolName: "a",
      arguments: {},
      resultAvailable: false,
      ordering: "unknown",
    };
    expect(() => deriveTrialFrictionSignals([record, { ...record, index: 3 }])).toThrow(
      "The call records do not describe one call array",
    );
  });
});

describe("properties", () => {
  const marker = fc.integer({ min: 0, max: 0xffffffff }).map((value) => `ZQ-${value.toString(16)}zq7`);

  it("no identifier value leaves the deriver, wherever in a result it sits", () => {
    const payload = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small", maxDepth: 5 },
        marker,
        fc.dictionary(
          fc.oneof(fc.constantFrom("id", "key", "userId", "items", "name"), marker),
          tie("value"),
          {
            maxKeys: 4,
          },
        ),
        fc.array(tie("value"), { maxLength: 4 }),
      ),
    })).value;
    const call = fc.record({
      tool: fc.constantFrom("search", "get", "list"),
      args: fc.dictionary(fc.constantFrom("q", "page", "limit"), fc.nat(3)),
      result: payload,
      asText: fc.boolean(),
    });
    let withIdentifiers = 0;
    fc.assert(
      fc.property(fc.array(call, { minLength: 2, maxLength: 8 }), (calls) => {
        const results = new Map(
          calls.map(({ result, asText }, index): [string, FrictionResultEntry] => [
            `c${index}`,
            {
              raw: asText
                ? { content: [{ type: "text", text: JSON.stringify(result) }] }
                : { structuredContent: result },
            },
          ]),
        );
        const document = deriveTrialFrictionSignalsFromCalls({
          toolsCalled: calls.map(({ tool, args }, index) => ({
            name: tool,
            arguments: args,
            toolCallId: `c${index}`,
          })),
          resultsByToolCallId: results,
        });
        const written = JSON.stringify(document).toLowerCase();
        if (written.includes("identifierkeypaths")) withIdentifiers += 1;
        expect(written).not.toContain("zq");
      }),
      { numRuns: 1000 },
    );
    // The property would hold vacuously if no trial ever surfaced an identifier.
    expect(withIdentifiers).toBeGreaterThan(200);
  });

  it("every document validates and survives a round trip", () => {
    const call = fc.record(
      {
        tool: fc.constantFrom("a", "b", ""),
        args: fc.jsonValue(),
        result: fc.jsonValue(),
        noResult: fc.constantFrom(undefined, undefined, true as const),
        error: fc.constantFrom(undefined, true as const),
        times: fc.option(fc.tuple(fc.nat(20), fc.nat(20)), { nil: undefined }),
      },
      { requiredKeys: ["tool"] },
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 30 }), (calls) => {
        const document = derive(calls as Call[]);
        expect(evalTrialFrictionSignalsSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the stored document", () => {
  const measured = derive([{ tool: "a" }, { tool: "a" }]);
  const unmeasured = derive([]);
  const retry = measured.signals[0] as FrictionSignal;

  it.each([
    ["a reason on a measured document", { ...measured, notMeasuredReason: "truncated" }],
    ["no reason on an unmeasured one", { ...unmeasured, notMeasuredReason: undefined }],
    ["another reason for the identifier half", { ...unmeasured, identifierSignals: { state: "measured" } }],
    ["signals on an unmeasured one", { ...unmeasured, callCount: 2, signals: [retry] }],
    ["more results than calls", { ...measured, resultAvailableCount: 3 }],
    ["an index outside the calls", { ...measured, callCount: 1, resultAvailableCount: 1 }],
    ["a prior call that is not prior", { ...measured, signals: [{ ...retry, priorCallIndex: 1 }] }],
    ["an unknown kind", { ...measured, signals: [{ ...retry, kind: "looped" }] }],
    ["an unknown field", { ...measured, wasted: 1 }],
    ["another version", { ...measured, version: 2 }],
    [
      "identifier signals where they were not measured",
      {
        ...derive([{ tool: "s", result: issue }, { tool: "b" }, { tool: "c" }]),
        identifierSignals: { state: "notMeasured", reason: "orderingUnknown" },
      },
    ],
  ])("refuses %s", (_name, document) => {
    expect(evalTrialFrictionSignalsSchema.safeParse(document).success).toBe(false);
  });

  it("is projected as absent, whole, or a flag", () => {
    expect(projectFrictionSignals(undefined)).toEqual({});
    expect(projectFrictionSignals({})).toEqual({});
    expect(projectFrictionSignals({ frictionSignals: measured })).toEqual({ frictionSignals: measured });
    expect(projectFrictionSignals({ frictionSignals: { version: 9 } })).toEqual({
      frictionSignalsUnverified: true,
    });
  });

  it("reads as three different facts when there is nothing to show", () => {
    const none = derive([{ tool: "a" }]);
    expect([describeFriction(undefined), describeFriction(unmeasured), describeFriction(none)]).toEqual([
      "friction was never measured",
      "friction was not measured: no tool calls to look at",
      "looked for friction and found none",
    ]);
    expect(describeFriction(derive([{ tool: "a" }, { tool: "a", noResult: true }]))).toBe(
      "Repeated with identical arguments (may be benign: recovery from a passing error) (identifiers were not looked at: tool results were not retained)",
    );
    expect(describeFrictionSignal({ kind: "paginationContinuation" })).toBe(
      "Pagination continued (may be benign: the result set was longer than a page)",
    );
  });
});

describe("suspected conditions", () => {
  const provenance: SuspectedConditionProvenance = {
    gradingKey: "c_a#3",
    signalKind: "identifierSurfacedUnused",
    informationCallIndex: 0,
    observedAtCallIndex: 3,
    judgeTemplateVersion: 1,
    judgeTemplateHash: "h",
    model: "m",
    generatedAt: 1,
  };
  const evidence = { callIndex: 0, toolName: "search", fieldPath: "results[].id" };
  const answer = {
    condition: "idBuriedInPayload",
    confidence: "high",
    remediation: "Return the id at the top of the response payload.",
    evidence,
  };

  it("a supported answer is stored as it is", () => {
    expect(settleSuspectedCondition(answer, provenance)).toEqual({
      status: "scored",
      ...answer,
      ...provenance,
    });
  });

  it.each([
    ["low confidence", { ...answer, confidence: "low" }],
    ["an unknown condition", { ...answer, condition: "badServer" }],
    ["a remediation that names no lever", { ...answer, remediation: "Use a smarter model." }],
  ])("%s is demoted, its confidence kept, remediation and evidence dropped", (_name, demoted) => {
    expect(settleSuspectedCondition(demoted, provenance)).toEqual({
      status: "scored",
      condition: "unclear",
      confidence: demoted.confidence,
      ...provenance,
    });
  });

  it.each([
    ["an unknown confidence", { ...answer, confidence: "certain" }],
    [
      "a remediation that is too long",
      { ...answer, remediation: `Shorten the description. ${"x".repeat(300)}` },
    ],
    ["evidence the judge cannot have seen", { ...answer, evidence: { ...evidence, callIndex: 4 } }],
  ])("%s is an error without a condition", (_name, unusable) => {
    expect(settleSuspectedCondition(unusable, provenance)).toEqual({ status: "error", ...provenance });
  });

  it.each([
    "Rename the tool",
    "Make the tool name say what it returns",
    "Say so in the tool description",
    "Declare the unit in the input schema",
    "Add an output schema",
    "Flatten the response",
    "Say in the error message whether to retry",
    "Return a next page token",
  ])("%s names a lever", (remediation) => {
    expect(settleSuspectedCondition({ ...answer, remediation }, provenance)).toMatchObject({
      condition: "idBuriedInPayload",
    });
  });

  it("the schema refuses a named condition of low confidence, and conditions on other statuses", () => {
    const scored = { status: "scored", ...answer, ...provenance };
    expect(suspectedConditionVerdictSchema.safeParse(scored).success).toBe(true);
    for (const value of [
      { ...scored, confidence: "low" },
      { ...scored, gradingKey: "c_a" },
      { ...scored, judgeTemplateVersion: 0 },
      { ...scored, signalKind: "looped" },
      { ...scored, remediation: "" },
      { status: "skipped", reason: "cap", condition: "unclear", ...provenance },
      { status: "skipped", reason: "lazy", ...provenance },
      { status: "error", condition: "unclear", ...provenance },
    ]) {
      expect(suspectedConditionVerdictSchema.safeParse(value).success).toBe(false);
    }
  });

  it("adjacent signals lend their two indexes", () => {
    expect(
      suspectedConditionIndexes({
        kind: "identicalRetry",
        callIndex: 5,
        priorCallIndex: 4,
        toolName: "a",
        afterError: false,
      }),
    ).toEqual({ informationCallIndex: 4, observedAtCallIndex: 5 });
  });

  it("is projected as absent, whole, or a flag", () => {
    const suspectedConditionVerdict = settleSuspectedCondition(answer, provenance);
    expect(projectSuspectedConditionVerdict({})).toEqual({});
    expect(projectSuspectedConditionVerdict({ suspectedConditionVerdict })).toEqual({
      suspectedConditionVerdict,
    });
    expect(projectSuspectedConditionVerdict({ suspectedConditionVerdict: {} })).toEqual({
      suspectedConditionUnverified: true,
    });
  });

  it("every rendering says suspected, and none says caused; not knowing differs from not being it", () => {
    const verdicts = [
      settleSuspectedCondition(answer, provenance),
      settleSuspectedCondition({ condition: "unclear", confidence: "medium" }, provenance),
      settleSuspectedCondition({ condition: "responseWasClear", confidence: "medium" }, provenance),
      { status: "skipped", reason: "cap", ...provenance } as const,
      { status: "error", ...provenance } as const,
    ];
    const texts = verdicts.map(describeSuspectedCondition);
    for (const text of texts) {
      expect(text).toContain("suspected");
      expect(text).not.toContain("caused");
    }
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts[0]).toBe("suspected: identifier buried in payload (high confidence)");
  });
});
