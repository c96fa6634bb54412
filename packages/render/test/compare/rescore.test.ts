import { rescore } from "@gradable/insight";
import { expect, test } from "vitest";
import { reportOf } from "../../../insight/test/entries.js";
import { makeReport, mixedScan } from "../../../insight/test/make-report.js";
import { underOlderRubric } from "../../../insight/test/older-rubric.js";
import { renderRescoreMarkdown, renderRescoreText } from "../../src/views/rescore.js";

const report = makeReport(mixedScan);

test("the diff as it is read", async () => {
  const results = [
    rescore({ file: "clear/report.json", document: reportOf("clear") }).result,
    rescore({ file: "tiny-library/report.json", document: underOlderRubric(report) }).result,
    rescore({ file: "big-library/report.json", document: underOlderRubric(reportOf("big-library")) }).result,
    rescore({ file: "odd/report.json", document: {} }).result,
  ];
  await expect(`${renderRescoreText(results)}\n`).toMatchFileSnapshot("../golden/rescore.txt");
  await expect(renderRescoreMarkdown(results)).toMatchFileSnapshot("../golden/rescore.md.txt");
});
