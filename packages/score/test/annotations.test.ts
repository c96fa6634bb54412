import type { Annotation } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { deriveReport, evidenceOf } from "../src/report.js";
import { verify } from "../src/verify.js";
import { paperDesk } from "./paper-desk.js";

const annotations: Annotation[] = [
  { finding: "params_unexplained", tool: "read_note", reason: "Ids are opaque on purpose." },
];

describe("annotations in a report [M6.4]", () => {
  it("move no figure: everything but them and the hash over the report is the same", () => {
    const { reportSha256: before, ...plain } = deriveReport(paperDesk());
    const {
      reportSha256: after,
      annotations: carried,
      ...annotated
    } = deriveReport({ ...paperDesk(), annotations });
    expect(annotated).toEqual(plain);
    expect(carried?.entries).toEqual(annotations);
    expect(after).not.toBe(before);
  });

  it("are evidence: they come back out, and none leaves no trace", () => {
    const report = deriveReport({ ...paperDesk(), annotations });
    expect(deriveReport(evidenceOf(report))).toEqual(report);
    expect(verify(report)).toEqual([]);
    expect(deriveReport({ ...paperDesk(), annotations: [] })).not.toHaveProperty("annotations");
  });

  it("are named by verify when they were edited", () => {
    const report = deriveReport({ ...paperDesk(), annotations });
    const edited = structuredClone(report);
    (edited.annotations?.entries[0] as Annotation).reason = "It does not matter.";
    expect(verify(edited).map(({ path }) => path)).toEqual(["annotations.sha256", "reportSha256"]);
  });
});
