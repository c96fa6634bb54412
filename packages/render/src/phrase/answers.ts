import { countText, nounText, type Report } from "@gradable/contract";
import { answersOf } from "@gradable/insight";

/** What is said beside the rates where not every request was graded, in one sentence; `null` where all were. */
export function answersText(report: Report): string | null {
  const { configured, graded, undecided, failed } = answersOf(report);
  const unit = report.trialsPerTask === 1 ? "request" : "trial";
  const parts = [
    ...(undecided > 0
      ? [
          `The judge decided ${countText(graded)} of ${nounText(configured, unit)}; of ${countText(undecided)} it can’t tell, so ${undecided === 1 ? "that counts" : "they count"} neither way.`,
        ]
      : []),
    ...(failed > 0
      ? [
          `${countText(failed)} of ${nounText(configured, "trial")} gave no answer that could be graded and ${failed === 1 ? "counts" : "count"} neither way.`,
        ]
      : []),
  ];
  return parts.length === 0 ? null : parts.join(" ");
}
