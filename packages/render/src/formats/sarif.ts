import {
  DEFECTS,
  type DefectType,
  type Failed,
  GATE_CHECKS,
  type GateCheckId,
  jsonText,
  plainText,
  type Report,
  sha256Text,
} from "@gradable/contract";
import { newDefects, placedAnnotations } from "@gradable/insight";
import type { Log, Result, Run } from "sarif";
import { failureText } from "../phrase/failure.js";
import { defectText, pairText } from "../phrase/finding.js";
import { gateText } from "../phrase/gate.js";
import type { Format, ScoredContext } from "./format.js";

const PAIR_RULE = "confusable_pair";
type RuleId = DefectType | typeof PAIR_RULE | `gate/${GateCheckId}`;

/** Every rule a log may refer to, in a fixed order: a result names its rule by place as well. */
const RULES: readonly { readonly id: RuleId; readonly text: string; readonly help: string }[] = [
  ...DEFECTS.ids.map((id) => ({
    id,
    text: DEFECTS.label(id),
    help: `To mend it, ${DEFECTS.entries[id].remedy}.`,
  })),
  {
    id: PAIR_RULE,
    text: "Confusable tools",
    help: "To mend it, say in each description when to use the other tool instead.",
  },
  ...GATE_CHECKS.ids.map((id) => ({
    id: `gate/${id}` as const,
    text: GATE_CHECKS.label(id),
    help: "A threshold that was asked for on the command line.",
  })),
];

const PAIR_LEVELS = { high: "warning", medium: "warning", low: "note" } as const;

/** A report as a SARIF 2.1.0 log: a warning for each defect, warnings and notes for pairs, an error for each check that is not met. */
export function renderSarif(
  report: Report,
  { checks, baseline, reportUri }: Pick<ScoredContext, "checks" | "baseline" | "reportUri">,
): string {
  const { slug, analysis, gradableVersion } = report;
  const physicalLocation = { artifactLocation: { uri: reportUri }, region: { startLine: 1 } };
  const at = (tools: readonly string[]) => [
    {
      physicalLocation,
      logicalLocations: tools.map((tool) => ({
        name: plainText(tool),
        fullyQualifiedName: `${slug}/${plainText(tool)}`,
        kind: "function",
      })),
    },
  ];
  const annotations = placedAnnotations(report);
  const fresh = new Set(baseline && newDefects(report, baseline));
  const result = (
    id: RuleId,
    level: "error" | "warning" | "note",
    text: string,
    tools: readonly string[],
  ): Result => ({
    ruleId: id,
    ruleIndex: RULES.findIndex((rule) => rule.id === id),
    level,
    message: { text: messageText(text) },
    locations: tools.length === 0 ? [{ physicalLocation }] : at(tools),
    // What makes a finding the same one in the next log: its rule and its tools, not its wording.
    partialFingerprints: { "gradableFinding/v1": sha256Text([id, ...tools].join("\0")) },
  });
  const results = [
    ...checks
      .filter(({ met }) => !met)
      .map((check) => result(`gate/${check.id}`, "error", gateText(check), [])),
    ...analysis.defects.map((defect) => ({
      ...result(defect.type, "warning", defectText(defect, annotations), [defect.tool]),
      ...(baseline === undefined
        ? {}
        : { baselineState: fresh.has(defect) ? ("new" as const) : ("unchanged" as const) }),
    })),
    ...analysis.confusablePairs.map((pair) =>
      result(PAIR_RULE, PAIR_LEVELS[pair.severity], pairText(pair, annotations), pair.tools),
    ),
  ];
  return log(slug, gradableVersion, {
    invocations: [{ executionSuccessful: true, endTimeUtc: report.scannedAt }],
    results,
  });
}

/** A scan that gave no score: an unsuccessful invocation with no results, which no reader takes for a clean one. */
export function renderSarifFailed(failed: Failed): string {
  const text = `Not scored: stopped ${failureText(failed)}`;
  return log(failed.slug, failed.gradableVersion, {
    invocations: [
      {
        executionSuccessful: false,
        endTimeUtc: failed.failedAt,
        toolExecutionNotifications: [
          { level: "error", descriptor: { id: failed.code }, message: { text: messageText(text) } },
        ],
      },
    ],
    results: [],
  });
}

export const format: Format = { reader: "pipeline", scored: renderSarif, failed: renderSarifFailed };

function log(slug: string, version: string, run: Pick<Run, "invocations" | "results">): string {
  const document: Log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Gradable",
            version,
            rules: RULES.map(({ id, text, help }) => ({
              id,
              shortDescription: { text },
              help: { text: help },
            })),
          },
        },
        automationDetails: { id: `gradable/${slug}` },
        ...run,
      },
    ],
  };
  return jsonText(document);
}

/** Plain text as a SARIF message: braces are placeholders unless doubled (§3.11.5), brackets make links unless escaped (§3.11.6). */
function messageText(text: string): string {
  return plainText(text, { maxChars: 2000 })
    .replace(/[{}]/g, "$&$&")
    .replace(/[\\[\]]/g, "\\$&");
}
