import { readdirSync, readFileSync } from "node:fs";
import { failedSchema, GradableError } from "@gradable/contract";
import { redactor, redactShapes } from "@gradable/host";
import { describe, expect, it } from "vitest";
import { gradableError, SCAN_ERRORS, type ScanErrorCode, ScanFailure } from "../src/errors.js";

const codes = Object.keys(SCAN_ERRORS.table) as ScanErrorCode[];
const sources = readdirSync(new URL("../src/", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .filter((name) => name !== "errors.ts")
  .map((name) => readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8"))
  .join("\n");

describe("the table of errors", () => {
  it.each(codes)("%s is thrown somewhere, and reads well without facts", (code) => {
    expect(sources).toContain(`"${code}"`);
    expect(failedSchema.shape.code.safeParse(code).success).toBe(true);
    const error = gradableError(new ScanFailure(code), redactShapes);
    expect(error).toBeInstanceOf(GradableError);
    expect(error.message).toMatch(/\S{3}/);
    expect(error.hint).toMatch(/\.$/);
    expect(error.stage).toBe(SCAN_ERRORS.table[code].stage);
  });

  it("shows facts redacted, neutralised and cut, and an advice in place of the hint", () => {
    const facts = {
      error: `bad \u001b[2Jkey hunter2-hunter2 ${"x".repeat(900)}`,
      advice: "Ask for hunter2-hunter2.",
    };
    const cause = new Error("spawn hunter2-hunter2");
    const error = gradableError(
      new ScanFailure("list-failed", facts, { cause }),
      redactor(["hunter2-hunter2"]),
    );
    expect(error.message).toMatch(/^tools\/list failed: bad \\u\{1b\}\[2Jkey <redacted> x+…$/);
    expect(error.hint).toBe("Ask for <redacted>.");
    expect(error.facts).not.toHaveProperty("advice");
    expect(String(error.cause)).toBe("Error: spawn <redacted>");
  });
});
