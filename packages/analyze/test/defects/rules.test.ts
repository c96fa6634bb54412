import { existsSync } from "node:fs";
import { DEFECTS } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { DEFECT_RULES } from "../../src/builtin/defects/rules.js";

describe("the rules", () => {
  it("are one per defect type, in the method's order, each with a file and a test of its name", () => {
    expect(DEFECT_RULES.map((rule) => rule.type)).toEqual([...DEFECTS.ids]);
    for (const { type, question, reads } of DEFECT_RULES) {
      expect(question.endsWith("?"), type).toBe(true);
      expect(reads, type).not.toBe("");
      expect(existsSync(new URL(`../../src/builtin/defects/${type}.ts`, import.meta.url)), type).toBe(true);
      expect(existsSync(new URL(`${type}.test.ts`, import.meta.url)), type).toBe(true);
    }
  });
});
