import type { SurfaceTool, Task } from "@gradable/contract";
import { loadTokenizer } from "@gradable/model/tokens";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinSelector, toolRanking } from "../../src/builtin/builtin-selector.js";
import { judge } from "../../src/judge.js";
import { LIBRARY_TOOLS, surfaceOf } from "../fixtures/library-surface.js";

const tokenizer = await loadTokenizer("estimate");
const task = (prompt: string): Task => ({
  id: "t",
  tool: "x",
  prompt,
  expectedArguments: {},
  destructive: false,
  origin: "supplied",
});

async function ask(tools: readonly SurfaceTool[], prompt: string) {
  const { trials } = await judge({
    surface: surfaceOf(tools),
    tasks: [task(prompt)],
    kind: "baseline",
    selector: builtinSelector(),
    tokenizer,
  });
  const trial = trials[0];
  if (trial === undefined) throw new Error("no trial");
  return trial;
}

const REQUESTS: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ["Search the catalogue for 'night trains', five at most", "search_books", { query: "night trains" }],
  ["Is bok_77 in, and on which shelf does it stand?", "get_book", { book_id: "bok_77" }],
  [
    "mem_12 wants to borrow bok_77 until 2026-05-01",
    "create_loan",
    { book_id: "bok_77", member_id: "mem_12", due_date: "2026-05-01" },
  ],
  ["Which members are blocked?", "list_members", { status: "blocked" }],
  ["Please get rid of mem_12, she moved away", "delete_member", { member_id: "mem_12" }],
  [
    "Tell the person with loan lon_9 that it's overdue: 'Please bring it back'",
    "send_reminder",
    { loan_id: "lon_9", message: "Please bring it back" },
  ],
];

describe("builtinSelector", () => {
  it.each(REQUESTS)("%s → %s", async (prompt, tool, args) => {
    const trial = await ask(LIBRARY_TOOLS, prompt);
    expect(trial.selected).toBe(tool);
    expect(trial.calls[0]?.arguments).toMatchObject(args);
    expect(trial.firstCall).toEqual({ wellFormed: true, violations: [] });
  });

  it("says who it is", async () => {
    const session = await builtinSelector().open(surfaceOf(LIBRARY_TOOLS), { tokenizer });
    expect(session.identity()).toMatchObject({
      cli: "builtin",
      model: "lexical-v1",
      version: "builtin-selection-v2",
    });
  });

  it.each([
    ["a request that shares nothing with any tool", "zzz qqq"],
    [
      "a request in words that stand in no declaration",
      "Do we have anything about 'night trains'? Five at most.",
    ],
  ])("says of %s that it can't tell, which is no wrong answer", async (_, prompt) => {
    const trial = await ask(LIBRARY_TOOLS, prompt);
    expect(trial).toMatchObject({ status: "completed", action: null, selected: null });
    expect(trial.error).toMatchObject({ evaluator: true, owner: "judge", code: "judge-undecided" });
  });

  it("says of two tools that answer alike that it can't tell", async () => {
    const [book] = LIBRARY_TOOLS.filter(({ name }) => name === "get_book");
    const twin = { ...book, name: "fetch_book" } as SurfaceTool;
    const trial = await ask([...LIBRARY_TOOLS, twin], "Show me the book bok_77");
    expect(trial.error?.code).toBe("judge-undecided");
  });

  it("charges arguments that it can't read out of a request to itself", async () => {
    const trial = await ask(LIBRARY_TOOLS, "Create a loan for the member");
    expect(trial.error).toMatchObject({ evaluator: true, owner: "judge", code: "judge-unfilled" });
  });

  it("asks before a destructive call only where the declaration shows that it is one", async () => {
    const blunt = LIBRARY_TOOLS.map((tool) =>
      tool.name === "delete_member"
        ? { name: tool.name, description: "Member housekeeping", inputSchema: tool.inputSchema ?? {} }
        : tool,
    );
    const prompt = "Please delete member mem_12";
    expect(await ask(LIBRARY_TOOLS, prompt)).toMatchObject({
      action: "confirm",
      destructive: { candidate: true, confirmed: true },
    });
    expect(await ask(blunt, prompt)).toMatchObject({
      action: "call",
      destructive: { candidate: true, confirmed: false },
    });
  });

  it("counts the definitions, the request and the reply of every task", async () => {
    const trial = await ask(LIBRARY_TOOLS, "Which members are blocked?");
    const again = await ask(LIBRARY_TOOLS, "Which members are blocked??");
    expect(again.tokens.prompt - trial.tokens.prompt).toBeLessThanOrEqual(1);
    expect(trial.tokens.prompt).toBeGreaterThan(400);
    expect(trial.tokens.completion).toBeGreaterThan(10);
  });

  it("chooses the same tool in whatever order the tools are listed", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...LIBRARY_TOOLS], { minLength: LIBRARY_TOOLS.length }),
        fc.constantFrom(...REQUESTS),
        (tools, [prompt]) => {
          expect(toolRanking(surfaceOf(tools))(prompt, 1)).toEqual(
            toolRanking(surfaceOf(LIBRARY_TOOLS))(prompt, 1),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it("is not won over by filler or by a name repeated in the description", async () => {
    const filler =
      " This tool is part of a modern and powerful platform that helps teams do great work every day.".repeat(
        6,
      );
    for (const [prompt, expected] of REQUESTS) {
      for (const wrong of LIBRARY_TOOLS.filter(({ name }) => name !== expected)) {
        const padded = LIBRARY_TOOLS.map((tool) =>
          tool === wrong
            ? {
                ...tool,
                description: `${tool.description}${filler} ${tool.name} ${tool.name.replace("_", " ")}`,
              }
            : tool,
        );
        const trial = await ask(padded, prompt);
        if (trial.error?.code !== "judge-undecided") expect(trial.selected).toBe(expected);
      }
    }
  });

  it("survives hostile surfaces in bounded time", { timeout: 90_000 }, async () => {
    const startedAt = performance.now();
    const huge = "loan book member ".repeat(60_000);
    let deep: Record<string, unknown> = { type: "string" };
    for (let level = 0; level < 5000; level++)
      deep = { type: "object", properties: { inner: deep }, required: ["inner"] };
    const tools: SurfaceTool[] = [
      { name: "", description: "no name" },
      { name: huge, description: huge },
      {
        name: "odd",
        description: "😀".repeat(10_000),
        inputSchema: JSON.parse(
          '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"},"toString":{"type":"array"},"a":{"type":"string","format":"constructor"}},"required":["__proto__","constructor","toString","a"]}',
        ),
      },
      { name: "deep", description: "Deep", inputSchema: deep as never },
      { name: "工具", description: "查询数据库中的用户" },
      { name: "broken", inputSchema: [1, 2] },
      ...LIBRARY_TOOLS,
    ];
    for (const prompt of [
      huge,
      "odd 5 'x' please",
      "go deep",
      "查询用户",
      "{".repeat(20_000),
      "tool broken",
      "\u202e\u0000",
    ]) {
      const trial = await ask(tools, prompt === "" ? " " : prompt);
      expect(trial.error?.evaluator ?? ["call", "confirm"].includes(trial.action ?? "")).toBe(true);
    }
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });
});
