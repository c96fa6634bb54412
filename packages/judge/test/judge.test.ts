import { type Task, trialSchema } from "@gradable/contract";
import { JudgeError } from "@gradable/model";
import { loadTokenizer } from "@gradable/model/tokens";
import { describe, expect, it } from "vitest";
import { judge } from "../src/judge.js";
import type { SelectionAnswer, Selector } from "../src/selector.js";
import { LIBRARY_TOOLS, surfaceOf } from "./fixtures/library-surface.js";

const surface = surfaceOf(LIBRARY_TOOLS);
const tokenizer = await loadTokenizer("estimate");
const task = (id: string): Task => ({
  id,
  tool: "get_book",
  prompt: id,
  expectedArguments: {},
  destructive: false,
  origin: "supplied",
});
const identity = { cli: "fake", cliVersion: "1", model: "m", version: "selection-v1" };
const answer = (
  tool: string,
  args: SelectionAnswer["calls"][number]["arguments"],
  action: SelectionAnswer["action"] = "call",
): SelectionAnswer => ({
  action,
  calls: [{ tool, arguments: args }],
  tokens: { prompt: 1, completion: 1, source: "estimated" },
  durationMs: 5,
});
const selector = (ask: (task: Task, trial: number) => Promise<SelectionAnswer>): Selector => ({
  open: async () => ({ ask, identity: () => identity }),
});
const run = (
  tasks: Task[],
  ask: Parameters<typeof selector>[0],
  rest: Partial<Parameters<typeof judge>[0]> = {},
) => judge({ surface, tasks, kind: "baseline", selector: selector(ask), tokenizer, ...rest });

describe("judge", () => {
  it("records calls with what the schema says of them", async () => {
    const { trials, identity: said } = await run([task("a"), task("b"), task("c")], async ({ id }) =>
      id === "a"
        ? answer("get_book", { book_id: "b1" })
        : id === "b"
          ? answer("get_book", {})
          : answer("no_such_tool", {}),
    );
    expect(said).toEqual(identity);
    expect(trials.map(({ selected, firstCall }) => [selected, firstCall])).toEqual([
      ["get_book", { wellFormed: true, violations: [] }],
      ["get_book", { wellFormed: false, violations: ['arguments: missing required parameter "book_id"'] }],
      ["no_such_tool", { wellFormed: false, violations: ["the tool is not declared by the server"] }],
    ]);
    for (const trial of trials) expect(() => trialSchema.parse(trial)).not.toThrow();
  });

  it("notes whether a destructive call was asked about", async () => {
    const { trials } = await run([task("asks"), task("blind"), task("harmless")], async ({ id }) =>
      id === "harmless"
        ? answer("get_book", { book_id: "b" })
        : answer("delete_member", { member_id: "m" }, id === "asks" ? "confirm" : "call"),
    );
    expect(trials.map(({ destructive }) => destructive)).toEqual([
      { candidate: true, confirmed: true },
      { candidate: true, confirmed: false },
      { candidate: false, confirmed: null },
    ]);
  });

  it("keeps an unusable answer and a missing one apart from wrong ones", async () => {
    const { trials } = await run([task("unusable"), task("absent"), task("crash")], async ({ id }) => {
      if (id === "crash") throw new TypeError("x is not a function");
      throw new JudgeError({ code: "reply-unusable", evaluator: id === "unusable", message: "no" });
    });
    expect(
      trials.map(({ status, action, error }) => [
        status,
        action,
        error?.evaluator,
        error?.owner,
        error?.code,
      ]),
    ).toEqual([
      ["completed", null, true, "judge", "reply-unusable"],
      ["failed", null, false, "judge", "reply-unusable"],
      ["failed", null, false, "gradable", "judge-crashed"],
    ]);
  });

  it("asks every task as often as told, at most so many at once, and answers in order", async () => {
    let open = 0;
    let most = 0;
    const { trials } = await run(
      [task("a"), task("b"), task("c")],
      async (_, trial) => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 5 * (3 - trial)));
        open--;
        return answer("get_book", { book_id: "b" });
      },
      { trials: 2, concurrency: 2 },
    );
    expect(most).toBe(2);
    expect(trials.map(({ taskId, trial }) => `${taskId}${trial}`)).toEqual([
      "a0",
      "a1",
      "b0",
      "b1",
      "c0",
      "c1",
    ]);
  });

  it("records what a stop left open as cancelled", async () => {
    const stop = new AbortController();
    const { trials } = await run(
      [task("a"), task("b")],
      async () => {
        stop.abort();
        return answer("get_book", { book_id: "b" });
      },
      { signal: stop.signal },
    );
    expect(trials.map(({ status, error }) => [status, error?.code])).toEqual([
      ["completed", undefined],
      ["cancelled", "judge-cancelled"],
    ]);
  });
});
