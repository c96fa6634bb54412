import { DEFECTS, type Defect, type Failed, plainText, type Report } from "@gradable/contract";
import { type GateOutcome, groupBy, placedAnnotations } from "@gradable/insight";
import { failureText } from "../phrase/failure.js";
import { defectText } from "../phrase/finding.js";
import { gateText } from "../phrase/gate.js";
import type { Format } from "./format.js";

/** One test case: passed unless it has a failure or an error. */
interface TestCase {
  readonly classname: string;
  readonly name: string;
  readonly failure?: { readonly kind: "failure" | "error"; readonly type: string; readonly message: string };
  readonly output?: string;
}

/**
 * A report as JUnit XML: a test case for each check, failed when it is not met, and one for each tool, which passes and carries its
 * findings as output. A reader of the file and a reader of the exit code come to the same verdict.
 */
export function renderJunit(report: Report, { checks }: GateOutcome): string {
  const defectsByTool = groupBy(report.analysis.defects, ({ toolIndex }) => toolIndex);
  const annotations = placedAnnotations(report);
  const line = (defect: Defect) =>
    `${DEFECTS.label(defect.type)} (${defect.type}): ${defectText(defect, annotations)}`;
  return suite(report.slug, report.scannedAt, [
    ...checks.map((check): TestCase => {
      const { id, met } = check;
      const message = gateText(check);
      return {
        classname: "gradable.gate",
        name: id,
        ...(met ? { output: message } : { failure: { kind: "failure", type: id, message } }),
      };
    }),
    ...report.surface.tools.map(({ name }, index): TestCase => {
      const defects = defectsByTool.get(index) ?? [];
      return {
        classname: "gradable.tools",
        name,
        ...(defects.length === 0 ? {} : { output: defects.map(line).join("\n") }),
      };
    }),
  ]);
}

/** A scan that gave no score: one test case that ended with an error. */
export function renderJunitFailed(failed: Failed): string {
  const message = `Stopped ${failureText(failed)}`;
  return suite(failed.slug, failed.failedAt, [
    { classname: "gradable.scan", name: "scan", failure: { kind: "error", type: failed.code, message } },
  ]);
}

export const format: Format = { reader: "pipeline", scored: renderJunit, failed: renderJunitFailed };

function suite(name: string, at: string, cases: readonly TestCase[]): string {
  const count = (kind: "failure" | "error") => cases.filter(({ failure }) => failure?.kind === kind).length;
  const totals = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`;
  // The timestamp of the format has neither fractions nor a zone.
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gradable" ${totals}>`,
    `  <testsuite name="${attribute(name)}" timestamp="${at.slice(0, 19)}" ${totals} skipped="0">`,
    ...cases.map(testCase),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase({ classname, name, failure, output }: TestCase): string {
  const start = `    <testcase classname="${attribute(classname)}" name="${attribute(name)}"`;
  const parts = [
    ...(failure === undefined
      ? []
      : [
          `      <${failure.kind} type="${attribute(failure.type)}" message="${attribute(failure.message)}">${content(failure.message)}</${failure.kind}>`,
        ]),
    ...(output === undefined ? [] : [`      <system-out>${content(output)}</system-out>`]),
  ];
  return parts.length === 0 ? `${start}/>` : [`${start}>`, ...parts, "    </testcase>"].join("\n");
}

function attribute(text: string): string {
  return escapeXml(plainText(text, { maxChars: 1000 }));
}

function content(text: string): string {
  return escapeXml(plainText(text, { maxChars: 20_000, multiline: true }));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Plain text has no control character left; XML 1.0 refuses two more code points. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] as string).replace(/[\ufffe\uffff]/g, "\ufffd");
}
