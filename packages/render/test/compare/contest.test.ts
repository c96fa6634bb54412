import { reportSha256 } from "@gradable/contract";
import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { judgedBy } from "../../../insight/test/entries.js";
import { type MadeScan, makeReport, mixedScan } from "../../../insight/test/make-report.js";
import { type Contest, renderContest } from "../../src/views/contest.js";
import { HOSTILE } from "../hostile.js";

const contest = (a: MadeScan, b: MadeScan | null, unreached: string[] = []): Contest => ({
  published: { file: "published.json", report: makeReport(a) },
  again: b && { file: "report.json", report: makeReport(b) },
  unreached,
});
const golden = (text: string, file: string) =>
  expect(text.replace(/[0-9a-f]{64}/g, "<sha256>")).toMatchFileSnapshot(`../golden/${file}`);

/** The same requests over the same tools, answered by a model. */
const byModel: MadeScan = {
  ...mixedScan,
  scannedAt: "2026-09-01T08:00:00.000Z",
  stages: {
    ...judgedBy("claude", "some-model"),
    rewrite: { cli: "claude", cliVersion: "2.1.0", model: "some-model", version: "rewrite-v1" },
  },
  tasks: mixedScan.tasks.map(({ picked: _picked, ...task }) => task),
};

describe("contest.md", () => {
  test("another judge: both blocks, what was the same, what differed", () =>
    golden(renderContest(contest(mixedScan, byModel)), "contest-other-judge.md.txt"));

  test("arithmetic that does not hold, and a server that can't be reached", () => {
    const { published } = contest(mixedScan, null);
    const report = structuredClone(published.report);
    report.score.categories.safety.max = 31;
    const edited = { ...report, reportSha256: reportSha256(report) };
    return golden(
      renderContest({
        published: { ...published, report: edited },
        again: null,
        unreached: ["The server: It exited with code 1 before it answered initialize. (start, exited-early)"],
      }),
      "contest-arithmetic.md.txt",
    );
  });

  test("the same bytes for the same reports", () => {
    const given = contest(mixedScan, byModel);
    expect(renderContest(given)).toBe(renderContest(structuredClone(given)));
  });

  test("text of a hostile server stays text, and the issue stays below what one may hold", () => {
    const texts = Object.values(HOSTILE);
    const names = texts.map((text, index) => `${text.slice(0, 400)}${index}`);
    const scan: MadeScan = {
      serverName: texts[4] ?? "",
      target: { kind: "stdio", label: `node '${texts[5]}'` },
      tools: Object.fromEntries(names.map((name) => [name, 10])),
      tasks: Array.from({ length: 400 }, (_, index) => ({
        tool: names[index % names.length] ?? "",
        prompt: `${texts[index % texts.length]?.slice(0, 2_000)} ${index}`,
      })),
    };
    const issue = renderContest(
      contest(
        scan,
        {
          ...scan,
          tools: Object.fromEntries(names.map((name, index) => [name, 11 + index])),
          stages: judgedBy(texts[5] ?? "", texts[7] ?? ""),
          tasks: scan.tasks.map((task, index) => ({
            ...task,
            picked: [names[(index + 1) % names.length] ?? null],
          })),
          defects: names.map((tool, toolIndex) => ({
            tool,
            toolIndex,
            type: "params_unexplained",
            evidence: (texts[toolIndex] ?? "").slice(0, 500),
          })),
        },
        [texts[6] ?? ""],
      ),
    );
    expect(issue.length).toBeLessThan(65_536);
    expect(issue).not.toMatch(/[^\P{C}\n]/u);
    const kinds = new Set<string>();
    marked.walkTokens(marked.lexer(issue), (token: Token) => {
      kinds.add(token.type);
    });
    for (const kind of ["html", "link", "image", "blockquote"]) expect(kinds).not.toContain(kind);
  });
});
