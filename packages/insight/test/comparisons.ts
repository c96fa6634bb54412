import { type Comparison, compareReports } from "@gradable/insight";
import { scanOf } from "./entries.js";
import { type MadeScan, makeReport, mixedScan } from "./make-report.js";

/** The comparison of two made-up scans. */
export const compare = (a: MadeScan, b: MadeScan): Comparison =>
  compareReports(
    { file: "published.json", report: makeReport(a) },
    { file: "report.json", report: makeReport(b) },
  );
/** Forty requests, ten of them missed. */
export const forty = scanOf("library", { tasks: 40, missed: 10 });

/** The mixed scan after its maintainer went over it: one tool gone, one new, one pair clearer, texts changed. */
export const mended: MadeScan = {
  ...mixedScan,
  scannedAt: "2026-09-01T08:00:00.000Z",
  tools: {
    search_books: 140,
    find_books: 90,
    lend_book: 150,
    delete_book: 95,
    shelve_book: 70,
    add_book: 60,
  },
  tasks: mixedScan.tasks.map((task) => {
    if (task.tool === "search_books") return { tool: task.tool, prompt: task.prompt };
    if (task.tool === "delete_book") return { ...task, confirmed: true };
    if (task.prompt.startsWith("Add Middlemarch")) return { ...task, picked: ["shelve_book"] };
    return task;
  }),
  defects: (mixedScan.defects ?? []).filter((defect) => defect.tool === "find_books"),
  suggestions: (mixedScan.suggestions ?? []).filter((suggestion) => suggestion.tool === "find_books"),
  pairs: [
    {
      tools: ["search_books", "find_books"],
      toolIndexes: [0, 1],
      severity: "low",
      evidence: "Both look for books.",
    },
    {
      tools: ["shelve_book", "add_book"],
      toolIndexes: [4, 5],
      severity: "medium",
      evidence: "Both take a book in.",
    },
  ],
};
