import type { IterationTranscript, RenderObservationSummary } from "../src/transcript/transcript.js";
import type { Row } from "./grade.js";

const said = (finalAssistantMessage?: string): IterationTranscript => ({
  toolCalls: [],
  ...(finalAssistantMessage === undefined ? {} : { finalAssistantMessage }),
});
const used = (usage: IterationTranscript["usage"]): IterationTranscript => ({
  toolCalls: [],
  ...(usage ? { usage } : {}),
});
const turns = (turnCount?: number): IterationTranscript => ({
  toolCalls: [],
  ...(turnCount === undefined ? {} : { turnCount }),
});
const renders = (...seen: Partial<RenderObservationSummary>[]): IterationTranscript => ({
  toolCalls: [],
  renderObservations: seen.map((observation) => ({
    toolName: "map",
    status: "rendered",
    elapsedMs: 10,
    ...observation,
  })),
});

export const userValue: Record<string, readonly Row[]> = {
  responseContains: [
    ["contains", said("All confirmed."), { needle: "CONFIRMED" }, "pass"],
    ["case counts when asked", said("confirmed"), { needle: "Confirmed", caseSensitive: true }, "fail"],
    ["no answer", said(), { needle: "x" }, "fail"],
    ["blank needle", said("a b"), { needle: " " }, "fail"],
    ["empty needle is malformed", said("a"), { needle: "" }, "fail"],
  ],
  responseMatches: [
    ["matches", said("total 42"), { pattern: "total \\d+$" }, "pass"],
    ["does not", said("total"), { pattern: "\\d" }, "fail"],
    ["no flags", said("TOTAL"), { pattern: "total" }, "fail"],
    ["look-ahead still works", said("ab"), { pattern: "a(?=b)" }, "pass"],
    ["back-reference still works", said("abab"), { pattern: "(ab)\\1" }, "pass"],
    ["does not compile", said("("), { pattern: "(" }, "fail"],
    ["quantified group that ends in a quantifier", said("aaa"), { pattern: "(a+)+" }, "fail"],
    ["lazy inner quantifier", said("aaa"), { pattern: "(a*?){2}" }, "fail"],
    ["braces inside", said("aaa"), { pattern: "(a{1,2})*" }, "fail"],
    ["an answer too long to run on", said("a".repeat(100_001)), { pattern: "a" }, "fail"],
    ["no answer acts as empty text", said(), { pattern: "^$" }, "pass"],
  ],
  finalAssistantMessageNonEmpty: [
    ["text", said("ok"), {}, "pass"],
    ["white space", said(" \n"), {}, "fail"],
    ["none", said(), {}, "fail"],
  ],
  tokenBudgetUnder: [
    ["under", used({ totalTokens: 9 }), { tokens: 10 }, "pass"],
    ["equal is not under", used({ totalTokens: 10 }), { tokens: 10 }, "fail"],
    [
      "the larger reading counts",
      used({ totalTokens: 5, inputTokens: 8, outputTokens: 4 }),
      { tokens: 10 },
      "fail",
    ],
    ["one part alone", used({ outputTokens: 3 }), { tokens: 10 }, "pass"],
    ["no usage fails", used(undefined), { tokens: 10 }, "fail"],
    ["usage without numbers fails", used({}), { tokens: 10 }, "fail"],
    ["NaN is no usage", used({ totalTokens: Number.NaN }), { tokens: 10 }, "fail"],
  ],
  turnCountUnder: [
    ["under", turns(2), { turns: 3 }, "pass"],
    ["equal is not under", turns(3), { turns: 3 }, "fail"],
    ["zero turns", turns(0), { turns: 1 }, "pass"],
    ["not counted fails", turns(), { turns: 3 }, "fail"],
    ["negative fails", turns(-1), { turns: 3 }, "fail"],
    ["fractional fails", turns(1.5), { turns: 3 }, "fail"],
  ],
  widgetRendered: [
    ["one of two", renders({ status: "mount_failed" }, {}), {}, "pass"],
    ["none", renders({ status: "blank_screenshot" }), {}, "fail"],
    ["not observed fails", said(), {}, "fail"],
    ["out of scope", renders({}), { toolName: "chart" }, "fail"],
  ],
  widgetRenderLatencyUnder: [
    ["under", renders({ elapsedMs: 9 }), { ms: 10 }, "pass"],
    ["equal is not under", renders({ elapsedMs: 10 }), { ms: 10 }, "fail"],
    [
      "unrendered ones are ignored",
      renders({ elapsedMs: 9 }, { status: "bridge_timeout", elapsedMs: 99 }),
      { ms: 10 },
      "pass",
    ],
    ["none rendered", renders({ status: "render_error" }), { ms: 10 }, "fail"],
    ["malformed bound", renders({}), { ms: 1.5 }, "fail"],
  ],
  widgetNoConsoleErrors: [
    ["quiet", renders({ consoleErrors: [] }), {}, "pass"],
    ["errors", renders({ consoleErrors: ["TypeError"] }), {}, "fail"],
    ["not observed fails", said(), {}, "fail"],
  ],
  noEndingQuestion: [
    ["statement", said("Done."), {}, "pass"],
    ["question", said("Done. Anything else?"), {}, "fail"],
    ["last non-blank line", said("Really?\nYes.\n\n"), {}, "pass"],
    ["trailing space", said("Go on?  \n \n"), {}, "fail"],
    ["no answer", said(), {}, "pass"],
  ],
};
