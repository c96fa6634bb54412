import { describe, expect, it } from "vitest";
import { deriveReport, evidenceOf } from "../src/report.js";
import { verify } from "../src/verify.js";
import { paperDesk } from "./paper-desk.js";

describe("deriveReport", () => {
  it("makes a report that fits the schema and verifies", () => {
    const report = deriveReport(paperDesk());
    expect(verify(report)).toEqual([]);
    expect(verify(JSON.parse(JSON.stringify(report)))).toEqual([]);
  });

  it("gives its evidence back", () => {
    const report = deriveReport(paperDesk());
    expect(deriveReport(evidenceOf(report))).toEqual(report);
  });
});
