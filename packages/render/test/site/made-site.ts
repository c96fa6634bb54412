import type { Annotation, Failed, Report } from "@gradable/contract";
import { leaderboardEntry } from "@gradable/insight";
import { judgedBy, reportOf } from "../../../insight/test/entries.js";
import { type MadeScan, makeReport, mixedScan } from "../../../insight/test/make-report.js";
import { methodology } from "../../src/site/methodology.js";
import { type SiteResult, site } from "../../src/site/site.js";
import { HOSTILE } from "../hostile.js";

/** A result of the site from a document, as a file of that name. */
function resultOf(document: Report | Failed | unknown, file: string): SiteResult {
  const text = JSON.stringify(document);
  return { entry: leaderboardEntry({ file, document: JSON.parse(text) }), read: async () => text };
}

export const resultOfReport = (report: Report, folder = ""): SiteResult =>
  resultOf(report, `${folder}${report.slug}/report.json`);

/** The files of a site, by path. */
export async function filesOf(results: readonly SiteResult[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { path, text } of site({ results, methodology: methodology() })) {
    if (files.has(path)) throw new Error(`${path} was given twice`);
    files.set(path, text ?? "");
  }
  return files;
}

const annotations: Annotation[] = [
  {
    finding: "params_unexplained",
    tool: "find_books",
    reason: "q is explained in the manual.",
    until: "2026-12-31",
  },
  {
    finding: "confusable_pair",
    tool: "search_books",
    reason: "They are going to be merged.",
    until: "2026-01-31",
  },
];

/** One finding of every kind, remarks of a maintainer included. */
export const mixedReport = makeReport({ ...mixedScan, annotations });

const failed: Failed = {
  schemaVersion: 1,
  gradableVersion: "0.1.0",
  slug: "broken-server",
  target: { kind: "stdio", label: "node broken.js" },
  failedAt: "2026-08-03T10:00:00.000Z",
  stage: "handshake",
  code: "exited-early",
  owner: "server",
  message: "The server ended before it answered <initialize>.",
  facts: {},
};

/** Everything a server, a target, a judge or a maintainer may say, said by somebody hostile. */
export function hostileReport(): Report {
  const texts = Object.values(HOSTILE);
  const name = (index: number) => `${texts[index % texts.length]} #${index}`;
  const names = texts.map((_, index) => name(index));
  const scan: MadeScan = {
    slug: "hostile-server",
    serverName: `${HOSTILE["closing script"]} ${HOSTILE["bidirectional override"]}`,
    target: { kind: "stdio", label: `node "${HOSTILE["HTML comment"]}" ' & ${HOSTILE.template}` },
    tools: Object.fromEntries(names.map((tool, index) => [tool, 10 + index])),
    tasks: names.map((tool, index) => ({
      tool,
      prompt: tool,
      picked: [index % 2 === 0 ? name(index + 1) : tool],
    })),
    defects: names.map((tool, toolIndex) => ({
      tool,
      toolIndex,
      type: "params_unexplained" as const,
      evidence: tool.slice(0, 490),
      parameters: [tool],
    })),
    suggestions: names.map((tool, toolIndex) => ({
      tool,
      toolIndex,
      mode: "append" as const,
      text: tool,
      addedTokens: 1,
    })),
    pairs: names.slice(1).map((tool, index) => ({
      tools: [name(index), tool] as [string, string],
      toolIndexes: [index, index + 1] as [number, number],
      severity: (["low", "medium", "high"] as const)[index % 3] ?? "low",
      evidence: tool.slice(0, 490),
    })),
    observations: [
      {
        id: "stdout-noise",
        count: 2,
        facts: { firstLine: HOSTILE["closing script"] ?? "", [name(3)]: name(4) },
      },
    ],
    annotations: [{ finding: "params_unexplained", tool: name(5), reason: name(6).slice(0, 480) }],
  };
  return makeReport(scan);
}

/** A leaderboard with two judges, a failure, an older score of a server, and the hostile one. */
export function madeResults(): SiteResult[] {
  const plain = Array.from({ length: 24 }, (_, index) =>
    reportOf(`server-${String(index).padStart(2, "0")}`, {
      missed: index % 12,
      tasks: 20,
      tokens: 100 + 900 * (index % 5),
      destructive: index % 3 !== 0,
      serverName: index % 2 === 0 ? `Server number ${index}` : null,
    }),
  );
  const other = Array.from({ length: 4 }, (_, index) =>
    reportOf(`server-by-model-${index}`, { missed: index, stages: judgedBy("claude", "a-model") }),
  );
  return [
    ...[...plain, ...other, mixedReport, hostileReport()].map((report) => resultOfReport(report)),
    resultOfReport(reportOf("server-01", { missed: 9, scannedAt: "2026-06-01T10:00:00.000Z" }), "earlier/"),
    resultOfReport(
      reportOf("server-01", {
        missed: 5,
        scannedAt: "2026-07-01T10:00:00.000Z",
        stages: judgedBy("claude", "a-model"),
      }),
      "between/",
    ),
    resultOf(failed, "broken-server/failed.json"),
    resultOf({ ...reportOf("edited-server"), trialsPerTask: 2 }, "edited-server/report.json"),
    { entry: leaderboardEntry({ file: "nothing.json", problem: "It is not JSON." }), read: async () => "" },
  ];
}
