import { readFileSync } from "node:fs";
import { type GateCheck, gateChecks } from "@gradable/insight";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { failedScan } from "../../insight/test/failed-scan.js";
import { makeReport, mixedScan } from "../../insight/test/make-report.js";
import { renderGithub, renderGithubFailed } from "../src/formats/github.js";
import { renderJunit, renderJunitFailed } from "../src/formats/junit.js";
import { renderSarif, renderSarifFailed } from "../src/formats/sarif.js";
import { workflowLogText } from "../src/phrase/workflow-command.js";
import { HOSTILE } from "./hostile.js";

const report = makeReport(mixedScan);
const checks = gateChecks(report, { minGrade: "A" });
const passing = gateChecks(report, { minGrade: "F" });

/** What breaks a format rather than a page. */
const BREAKING = {
  ...HOSTILE,
  "workflow command": "x\n::add-mask::secret\r\n  ::error::y\n##[set-env name=A]b",
  "percent escapes": "%0A%25 100 %",
  "title breaker": "a,b:c::d",
  CDATA: "]]><failure/>",
  "XML noncharacters": "a\uffffb\ufffec\u0000d\ud800e",
  "SARIF markup": "[x](http://evil.example) {0} {{ \\[",
};
const tools = Object.fromEntries(Object.values(BREAKING).map((text, index) => [`${text}${index}`, 10]));
const hostile = makeReport({
  serverName: BREAKING["workflow command"],
  tools,
  tasks: [{ tool: Object.keys(tools)[0] as string, prompt: "x" }],
  defects: Object.keys(tools).map((tool, toolIndex) => ({
    tool,
    toolIndex,
    type: "params_unexplained",
    evidence: tool.slice(0, 500),
  })),
  pairs: [
    {
      tools: [Object.keys(tools)[0] as string, Object.keys(tools)[1] as string],
      toolIndexes: [0, 1],
      severity: "high",
      evidence: BREAKING["workflow command"],
    },
  ],
});
/** Names of tools are what a server puts into a message: ten at a time are named. */
const hostileChecks: GateCheck[] = [
  ...[0, 10, 20, 30].map(
    (from): GateCheck => ({
      id: "max-new-defects",
      met: false,
      found: hostile.analysis.defects.slice(from, from + 10),
      asked: 0,
      since: hostile.scannedAt,
    }),
  ),
  { id: "fail-under", met: true, composite: "80", asked: BREAKING.CDATA },
];

it("shows a maintainer's remark beside its finding in every format", () => {
  const remarked = makeReport({
    ...mixedScan,
    annotations: [
      { finding: "no_return_description", tool: "search_books", reason: "See [the manual] {0}" },
      { finding: "confusable_pair", tool: "find_books", reason: "Kept for old clients" },
    ],
  });
  const options = { checks: [], reportUri: "report.json" };
  const texts = [
    renderGithub(remarked, options),
    renderJunit(remarked, options),
    renderSarif(remarked, options),
  ];
  for (const text of texts) expect(text).toMatch(/See .{0,4}the manual/);
  expect(texts[0]).toContain("Kept for old clients");
  expect(texts[2]).toContain("Kept for old clients");
});

describe("github", () => {
  it("prints errors for what is not met, findings as warnings, and the score", () => {
    expect(renderGithub(report, { checks })).toMatchInlineSnapshot(`
      "::error title=Gradable%3A min-grade::The grade is C, worse than --min-grade A.
      ::warning title=Confusable tools (high%3A nothing declared settles which one to use)::search_books and find_books: Both look for books by a text, and nothing says when to use which.
      ::warning title=No return described (no_return_description)::search_books: Nothing says what a search gives back. To mend it, say what a call returns, or declare an outputSchema.
      ::warning title=Restates the name (name_restates_behavior)::find_books: The description has no word that is not in the name. To mend it, say when to use the tool, what it does beyond its name, and what it does not do.
      ::warning title=Parameters unexplained (params_unexplained)::find_books: 1 of 1 required parameters is explained nowhere. To mend it, say for each required parameter what it means, which values it takes, and its default.
      ::notice title=Gradable::Tiny library: grade C, score 74.6
      "
    `);
    expect(renderGithub(report, { checks: passing })).not.toContain("::error");
  });

  it("puts new defects first and says so", () => {
    const baseline = makeReport({
      ...mixedScan,
      defects: (mixedScan.defects ?? []).slice(0, 1),
      suggestions: [],
    });
    const lines = renderGithub(report, { checks: passing, baseline }).split("\n");
    const defects = lines.filter((line) => /\((name|params|no)_/.test(line));
    expect(defects.map((line) => line.includes("title=New%3A "))).toEqual(
      defects.map((_, index) => index < defects.length - 1),
    );
  });

  it("keeps hostile text inside its command, and stays within what is shown", () => {
    for (const text of [
      renderGithub(hostile, { checks: hostileChecks }),
      renderGithubFailed(failedScan(BREAKING["workflow command"])),
    ]) {
      const lines = text.trimEnd().split("\n");
      for (const line of lines) {
        const [, command, title, message] =
          /^::(error|warning|notice) title=([^:,]*)::(.*)$/.exec(line) ?? [];
        expect(command, line).toBeDefined();
        // Undone as the runner does it, no line break comes back, and each percent sign is one of an escape.
        expect(`${title}${message}`).not.toMatch(/%(?!25|3A|2C)/);
      }
      expect(lines.filter((line) => line.startsWith("::warning")).length).toBeLessThanOrEqual(10);
    }
    expect(renderGithub(hostile, { checks: [] })).toContain(`${Object.keys(tools).length - 8} more findings`);
  });

  it("breaks up what a runner would take for a command in any other text", () => {
    expect(workflowLogText("a ::b\n  ::error::c\n::d\n##[add-mask]e f##[x]")).toBe(
      "a ::b\n  : :error::c\n: :d\n## [add-mask]e f## [x]",
    );
    for (const line of workflowLogText(BREAKING["workflow command"]).split(/\r?\n/)) {
      expect(line.trimStart().startsWith("::") || line.includes("##[")).toBe(false);
    }
  });
});

/** Reads XML strictly enough for what is written here; throws on anything that is not well-formed. */
function readXml(text: string): { name: string; attributes: Record<string, string>; text: string }[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what XML 1.0 forbids
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text))
    throw new Error("character");
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: string[] = [];
  const plain = (value: string) => {
    if (/[<>]|&(?!(amp|lt|gt|quot|apos);)/.test(value)) throw new Error(`bare markup in ${value}`);
    const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
    return value.replace(/&(\w+);/g, (_, entity: string) => entities[entity] ?? "");
  };
  const body = text.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, "");
  const token = /([^<]*)<(\/?)([a-z-]+)((?: [a-z]+="[^"]*")*)(\/?)>/gy;
  let end = 0;
  for (let match = token.exec(body); match !== null; match = token.exec(body)) {
    const [, before = "", closes, name = "", attributes = "", empty] = match;
    end = token.lastIndex;
    const last = elements.at(-1);
    if (closes) {
      if (open.pop() !== name) throw new Error(`</${name}>`);
      if (last?.name === name) last.text = plain(before);
      continue;
    }
    if (before.trim() !== "") throw new Error(`text before <${name}>`);
    elements.push({
      name,
      attributes: Object.fromEntries(
        [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
          key,
          plain(value),
        ]),
      ),
      text: "",
    });
    if (!empty) open.push(name);
  }
  if (open.length > 0 || body.slice(end).trim() !== "")
    throw new Error(`left over: ${body.slice(end, end + 80)}`);
  return elements;
}

describe("junit", () => {
  it("fails the checks that are not met and passes every tool, with its findings as output", () => {
    const elements = readXml(renderJunit(report, { checks }));
    const named = (name: string) => elements.filter((element) => element.name === name);
    expect(named("testsuite")[0]?.attributes).toEqual({
      name: "tiny-library",
      timestamp: "2026-08-03T10:00:00",
      tests: "7",
      failures: "1",
      errors: "0",
      skipped: "0",
    });
    expect(named("testcase").map(({ attributes }) => `${attributes.classname} ${attributes.name}`)).toEqual([
      "gradable.gate complete",
      "gradable.gate min-grade",
      ...["search_books", "find_books", "lend_book", "delete_book", "add_book"].map(
        (tool) => `gradable.tools ${tool}`,
      ),
    ]);
    expect(named("failure").map(({ attributes, text }) => [attributes.type, text])).toEqual([
      ["min-grade", `The grade is ${report.score.grade}, worse than --min-grade A.`],
    ]);
    expect(named("system-out").map(({ text }) => text)).toContain(
      "No return described (no_return_description): search_books: Nothing says what a search gives back.",
    );
    expect(renderJunit(report, { checks: passing })).toContain('failures="0" errors="0"');
  });

  it("stays well-formed whatever a server says", () => {
    const elements = readXml(renderJunit(hostile, { checks: hostileChecks }));
    expect(elements.filter(({ name }) => name === "testcase")).toHaveLength(
      Object.keys(tools).length + hostileChecks.length,
    );
    expect(elements.filter(({ name }) => name === "failure")).toHaveLength(
      hostileChecks.filter(({ met }) => !met).length,
    );
  });

  it("ends with an error when there is no score", () => {
    for (const text of Object.values(BREAKING)) {
      const elements = readXml(renderJunitFailed(failedScan(text)));
      expect(elements[1]?.attributes).toMatchObject({ tests: "1", failures: "0", errors: "1" });
      expect(elements[3]).toMatchObject({ name: "error", attributes: { type: "server-exited" } });
    }
  });
});

/** The members of SARIF 2.1.0 that are written here, closed, with the types and the required members the standard gives them. */
const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});
const message = object({ text: { type: "string", minLength: 1 } });
const physicalLocation = object({
  artifactLocation: object({ uri: { type: "string", format: "uri-reference" } }),
  region: object({ startLine: { type: "integer", minimum: 1 } }),
});
const utcTime = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" };
const ESSENTIAL_SARIF = object({
  $schema: { type: "string" },
  version: { const: "2.1.0" },
  runs: {
    type: "array",
    items: object({
      tool: object({
        driver: object({
          name: { type: "string" },
          version: { type: "string" },
          rules: {
            type: "array",
            uniqueItems: true,
            items: object({ id: { type: "string" }, shortDescription: message, help: message }),
          },
        }),
      }),
      automationDetails: object({ id: { type: "string" } }),
      invocations: {
        type: "array",
        items: object(
          {
            executionSuccessful: { type: "boolean" },
            endTimeUtc: utcTime,
            toolExecutionNotifications: {
              type: "array",
              items: object({
                level: { enum: ["none", "note", "warning", "error"] },
                descriptor: object({ id: { type: "string" } }),
                message,
              }),
            },
          },
          ["executionSuccessful"],
        ),
      },
      results: {
        type: "array",
        items: object(
          {
            ruleId: { type: "string" },
            ruleIndex: { type: "integer", minimum: 0 },
            level: { enum: ["none", "note", "warning", "error"] },
            message,
            locations: {
              type: "array",
              items: object(
                {
                  physicalLocation,
                  logicalLocations: {
                    type: "array",
                    uniqueItems: true,
                    items: object({
                      name: { type: "string" },
                      fullyQualifiedName: { type: "string" },
                      kind: { type: "string" },
                    }),
                  },
                },
                ["physicalLocation"],
              ),
            },
            partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
            baselineState: { enum: ["new", "unchanged", "updated", "absent"] },
          },
          ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
        ),
      },
    }),
  },
});

// The standard's own schema is not ours to copy here; name a copy of it to check against that too (CONTRIBUTING).
const officialSchema = process.env.GRADABLE_SARIF_SCHEMA;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = [
  ESSENTIAL_SARIF,
  ...(officialSchema === undefined ? [] : [JSON.parse(readFileSync(officialSchema, "utf8")) as object]),
].map((schema) => ajv.compile(schema));

function readSarif(text: string): Log {
  const log = JSON.parse(text) as Log;
  for (const validate of validators) {
    if (!validate(log)) throw new Error(ajv.errorsText(validate.errors));
  }
  for (const run of log.runs) {
    for (const { ruleId, ruleIndex } of run.results ?? [])
      expect(run.tool.driver.rules?.[ruleIndex as number]?.id).toBe(ruleId);
  }
  return log;
}

describe("sarif", () => {
  const options = { reportUri: "gradable/tiny-library/report.json" };

  it("is a valid log with a result for every finding and every check that is not met", () => {
    const [run] = readSarif(renderSarif(report, { ...options, checks })).runs;
    expect(run?.invocations?.[0]?.executionSuccessful).toBe(true);
    expect(run?.results?.map(({ ruleId, level }) => `${level} ${ruleId}`)).toEqual([
      "error gate/min-grade",
      ...report.analysis.defects.map(({ type }) => `warning ${type}`),
      ...report.analysis.confusablePairs.map(
        ({ severity }) => `${severity === "low" ? "note" : "warning"} confusable_pair`,
      ),
    ]);
    expect(run?.results?.[1]?.locations?.[0]?.logicalLocations?.[0]?.fullyQualifiedName).toBe(
      "tiny-library/search_books",
    );
  });

  it("marks what is new against a baseline, and gives one finding one fingerprint", () => {
    const baseline = makeReport({
      ...mixedScan,
      defects: (mixedScan.defects ?? []).slice(0, 1),
      suggestions: [],
    });
    const results =
      readSarif(renderSarif(report, { ...options, checks: [], baseline })).runs[0]?.results ?? [];
    expect(results.map(({ baselineState }) => baselineState).slice(0, 2)).toEqual(["unchanged", "new"]);
    const before = readSarif(renderSarif(baseline, { ...options, checks: [] })).runs[0]?.results ?? [];
    expect(before[0]?.partialFingerprints).toEqual(results[0]?.partialFingerprints);
    expect(new Set(results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))).size).toBe(
      results.length,
    );
  });

  it("holds hostile text as data: no links, no placeholders, no control characters", () => {
    const text = renderSarif(hostile, { ...options, checks: hostileChecks });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    for (const { message } of readSarif(text).runs[0]?.results ?? []) {
      const plain = (message.text ?? "").replaceAll(/\\[\\[\]]/g, "").replaceAll(/\{\{|\}\}/g, "");
      expect(plain).not.toMatch(/[[\]{}]/);
    }
  });

  it("says that a failed scan was not successful", () => {
    for (const text of Object.values(BREAKING)) {
      const [run] = readSarif(renderSarifFailed(failedScan(text))).runs;
      expect(run?.results).toEqual([]);
      expect(run?.invocations?.[0]?.executionSuccessful).toBe(false);
      expect(run?.invocations?.[0]?.toolExecutionNotifications?.[0]?.level).toBe("error");
    }
  });
});
