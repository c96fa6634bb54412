import { verify } from "@gradable/score";
import { expect, test } from "vitest";
import { failedScan } from "../../insight/test/failed-scan.js";
import { builtin, type MadeScan, makeReport, mixedScan } from "../../insight/test/make-report.js";
import { renderMarkdown } from "../src/formats/markdown.js";
import { renderText } from "../src/formats/text.js";
import { renderFailed, renderFailedMarkdown } from "../src/views/failed.js";
import { renderFix } from "../src/views/fix.js";
import { renderMismatches } from "../src/views/mismatches.js";

/** Hashes are masked: they change with any field of a report, and what they are is tested where they are made. */
const golden = (text: string, file: string) =>
  expect(`${text.replace(/[0-9a-f]{64}/g, "<sha256>").replace(/\n$/, "")}\n`).toMatchFileSnapshot(
    `golden/${file}`,
  );
const files = { report: "gradable/tiny-library/report.json", fix: "gradable/tiny-library/fix.md" };

/** Read-only, nothing wrong, judged by a model behind a CLI, started from a command line with a secret. */
const perfectScan: MadeScan = {
  serverName: null,
  target: { kind: "stdio", label: 'node "my server.mjs"', envNames: ["LIBRARY_TOKEN"] },
  tools: { search_books: 120, list_loans: 90 },
  tasks: [
    { tool: "search_books", prompt: "Anything by Austen?" },
    { tool: "list_loans", prompt: "What has M-0042 borrowed?" },
  ],
  stages: Object.fromEntries(
    ["tasks", "selection", "defects", "pairs"].map((stage) => [
      stage,
      { ...builtin(`${stage}-v1`), cli: "claude", cliVersion: "2.1.0", model: "some-model" },
    ]),
  ),
};

/** Asked three times each, with answers that could not be graded and a stage answered by someone else. */
const repeatedScan: MadeScan = {
  tools: { search_books: 120, 工具を検索: 90 },
  tasks: [
    {
      tool: "search_books",
      prompt: "Anything by Austen?",
      picked: ["search_books", "工具を検索", "工具を検索"],
    },
    { tool: "工具を検索", prompt: "ドライバーはある?", picked: ["工具を検索", "工具を検索", "工具を検索"] },
    { tool: "工具を検索", prompt: "のこぎりを探して", unusable: true },
    ...Array.from({ length: 7 }, (_, index) => ({
      tool: "search_books",
      prompt: `Anything from shelf ${index}?`,
    })),
  ],
  stages: { defects: { ...builtin("defects-v1"), cli: "claude", model: "some-model" } },
  economics: { definitionTokensSource: "estimated", tokenizer: "utf8-bytes-div-4" },
};

test("the made-up reports verify", () => {
  for (const scan of [mixedScan, perfectScan, repeatedScan]) expect(verify(makeReport(scan))).toEqual([]);
});

test("mixed findings: fix brief", () => golden(renderFix(makeReport(mixedScan)), "mixed.fix.md.txt"));
test("mixed findings: terminal", () =>
  golden(
    renderText(makeReport(mixedScan), { color: false, installedJudges: ["claude", "codex"], files }),
    "mixed.txt",
  ));
test("mixed findings: terminal of 44 columns", () =>
  golden(renderText(makeReport(mixedScan), { color: false, width: 44, files }), "mixed-44-columns.txt"));
test("mixed findings: Markdown summary", () =>
  golden(renderMarkdown(makeReport(mixedScan)), "mixed.summary.md.txt"));
test("perfect and read-only: fix brief", () =>
  golden(renderFix(makeReport(perfectScan)), "perfect.fix.md.txt"));
test("perfect and read-only: terminal", () =>
  golden(renderText(makeReport(perfectScan), { color: false }), "perfect.txt"));
test("repeated, unusable answers, mixed provenance: fix brief", () =>
  golden(renderFix(makeReport(repeatedScan)), "repeated.fix.md.txt"));
test("repeated, unusable answers, mixed provenance: terminal", () =>
  golden(renderText(makeReport(repeatedScan), { color: false }), "repeated.txt"));

const failed = failedScan("node exits-early.mjs", {
  message: "The server exited with code 1 before it answered initialize.",
  hint: "Run the command yourself and read what it prints.",
  facts: { exitCode: 1 },
  partial: { stderrTail: "Error: LIBRARY_URL is not set\n    at main (exits-early.mjs:3:9)\n" },
});
test("failure: terminal", () => golden(renderFailed(failed, { color: false }), "failed.txt"));
test("failure: Markdown", () => golden(renderFailedMarkdown(failed), "failed.md.txt"));

test("verify: nothing to say, and one edited digit", () => {
  const report = makeReport(mixedScan);
  const edited = structuredClone(report);
  edited.score.categories.safety.max = 31;
  const options = { file: "report.json", color: false };
  return golden(
    renderMismatches(report, verify(report), options) + renderMismatches(edited, verify(edited), options),
    "verify.txt",
  );
});
