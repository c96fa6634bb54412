import { renderFix, renderMarkdown, renderText } from "@gradable/render";
import { test } from "vitest";
import { makeReport, mixedScan } from "./make-report.js";

test("show", () => {
  const report = makeReport(mixedScan);
  console.log(
    renderText(report, {
      color: false,
      width: 80,
      installedJudges: ["claude", "codex"],
      files: { report: "gradable/tiny-library/report.json", fix: "gradable/tiny-library/fix.md" },
    }),
  );
  console.log(renderFix(report));
  console.log(renderMarkdown(report));
});
