import { resolve } from "node:path";
import type { Report } from "@gradable/contract";
import { defined, GRADES, type Grade } from "@gradable/contract";
import type { GateThresholds } from "@gradable/insight";
import type { Argv } from "yargs";
import type { CliIo } from "./io.js";
import { last, wholeNumber } from "./options/flags.js";
import { UsageError } from "./usage-error.js";

/** Spelt out here, so that the command table loads no schema. */

/** The flags of a CI gate. */
export interface GateValues {
  "fail-under"?: string;
  "min-grade"?: string;
  "max-new-defects"?: string;
  baseline?: string;
}

/** What a gate asks, read before anything is scanned; `baseline` may be given only to have new findings marked. */
export interface Gate {
  readonly thresholds: GateThresholds;
  readonly baseline?: Report;
  /** Whether any threshold was asked for. */
  readonly asked: boolean;
}

/** Declares {@link GateValues}. */
export function gateOptions<Values>(builder: Argv<Values>): Argv<Values & GateValues> {
  return builder
    .option("fail-under", {
      type: "string",
      describe: "exit with 1 when the score is lower than this",
      group: "Gate",
      takes: "score",
    })
    .option("min-grade", {
      type: "string",
      describe: "exit with 1 when the grade is worse than this",
      group: "Gate",
      takes: "grade",
    })
    .option("max-new-defects", {
      type: "string",
      describe: "exit with 1 when more description defects are new than this; needs --baseline",
      group: "Gate",
      takes: "number",
    })
    .option("baseline", {
      type: "string",
      describe: "an earlier report.json, to tell new findings by",
      group: "Gate",
      takes: "report.json",
    }) as never;
}

/** Reads the flags and the baseline; throws usage errors, also for a baseline that does not verify. */
export async function readGate(values: GateValues, io: CliIo): Promise<Gate> {
  const failUnder = scoreFlag(last(values["fail-under"]));
  const minGrade = gradeFlag(last(values["min-grade"]));
  const given = last(values["max-new-defects"]);
  const max = given === undefined ? undefined : wholeNumber("--max-new-defects", given, { min: 0 });
  const file = last(values.baseline);
  if (max !== undefined && file === undefined) {
    throw new UsageError(
      "--max-new-defects needs a report to compare with.",
      "For example: --max-new-defects 0 --baseline gradable/my-server/report.json",
    );
  }
  const baseline = file === undefined ? undefined : await readBaseline(resolve(io.cwd, file));
  return {
    thresholds: {
      ...defined({ failUnder, minGrade }),
      ...(max === undefined || baseline === undefined ? {} : { maxNewDefects: { max, baseline } }),
    },
    ...defined({ baseline }),
    asked: failUnder !== undefined || minGrade !== undefined || max !== undefined,
  };
}

async function readBaseline(file: string): Promise<Report> {
  const { GradableError, plainText } = await import("@gradable/contract");
  const { readReportFile } = await import("@gradable/run");
  const { verify } = await import("@gradable/score");
  const { report } = await readReportFile(file);
  const [mismatch] = verify(report);
  if (mismatch === undefined) return report;
  throw new GradableError({
    code: "baseline-invalid",
    owner: "usage",
    message: `--baseline ${plainText(file)} does not verify: ${mismatch.message}`,
    hint: "Give a report as a scan wrote it.",
  });
}

/** A score as decimal text, kept as text: a threshold of 80.1 is compared as that, not as the double nearest to it. */
function scoreFlag(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,3}(\.\d{1,20})?$/.test(value) && Number(value) <= 100) return value;
  throw new UsageError(
    `--fail-under ${JSON.stringify(value)}: expected a number from 0 to 100.`,
    "For example: --fail-under 80",
  );
}

function gradeFlag(value: string | undefined): Grade | undefined {
  if (value === undefined) return undefined;
  const grade = GRADES.find((candidate) => candidate === value.toUpperCase());
  if (grade) return grade;
  throw new UsageError(
    `--min-grade ${JSON.stringify(value)}: expected one of ${GRADES.join(", ")}.`,
    "For example: --min-grade B",
  );
}
