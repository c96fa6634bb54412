import { describe, expect, it } from "vitest";
import { ANNOTATED_FINDINGS, isExpired, reportAnnotations } from "../src/annotations.js";
import { sha256Json } from "../src/hash.js";
import { readAnnotations } from "../src/read.js";
import { DEFECTS } from "../src/vocabulary/finding.js";
import { OBSERVATIONS } from "../src/vocabulary/scan.js";

const remark = {
  finding: "params_unexplained",
  tool: "read_note",
  reason: "The id is opaque on purpose; list_notes gives it.",
};

const messageOf = (document: unknown): string => {
  try {
    readAnnotations(document);
  } catch (error) {
    expect(error).toMatchObject({ code: "annotations-invalid", owner: "usage" });
    return (error as Error).message;
  }
  return "";
};

describe("annotations", () => {
  it("read as they are written, to the letter", () => {
    const document = [
      { ...remark, reason: " kept as written ", until: "2026-12-31" },
      { ...remark, tool: "" },
    ];
    expect(readAnnotations(document)).toEqual(document);
    expect(readAnnotations([])).toEqual([]);
  });

  it.each([
    ["an object", { annotations: [] }, "(root)"],
    ["an unknown member", [{ ...remark, severity: "low" }], "0: "],
    ["an unknown finding", [{ ...remark, finding: "params_unexplaned" }], "0.finding"],
    ["no reason", [{ ...remark, reason: "  " }], "0.reason: expected a reason"],
    ["a long reason", [{ ...remark, reason: "x".repeat(501) }], "0.reason"],
    ["a day that does not exist", [{ ...remark, until: "2026-02-30" }], "0.until"],
    ["a time instead of a day", [{ ...remark, until: "2026-02-03T00:00:00Z" }], "0.until"],
    [
      "a finding annotated twice",
      [remark, { ...remark, reason: "again" }],
      "1: params_unexplained of this tool",
    ],
  ])("refuse %s and say where", (_name, document, place) => {
    expect(messageOf(document)).toContain(place);
  });

  it("hold through their last day, by the day in UTC", () => {
    const at = (time: string) => isExpired({ until: "2026-08-31" }, time);
    expect(at("2026-08-31T23:59:59.999Z")).toBe(false);
    expect(at("2026-09-01T00:00:00.000Z")).toBe(true);
    expect(isExpired({}, "2099-01-01T00:00:00.000Z")).toBe(false);
  });

  it("are hashed whole, and are absent where there are none", () => {
    const entries = readAnnotations([remark]);
    expect(reportAnnotations(entries)).toEqual({ sha256: sha256Json(entries), entries });
    expect(reportAnnotations([])).toBeUndefined();
  });

  it("can stand beside every defect and every observation", () => {
    for (const id of [...DEFECTS.ids, ...OBSERVATIONS.ids]) expect(ANNOTATED_FINDINGS).toContain(id);
    expect(new Set(ANNOTATED_FINDINGS).size).toBe(ANNOTATED_FINDINGS.length);
  });
});
