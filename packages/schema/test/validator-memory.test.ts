import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { validateArguments } from "../src/validate/validate-arguments.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heapMbAfter(from: number, to: number): number {
  for (let index = from; index < to; index++) {
    const inputSchema = {
      type: "object" as const,
      properties: {
        [`number_${index}`]: { type: "string", pattern: `^${index}$` },
        limit: { type: "integer" },
      },
      required: [`number_${index}`],
    };
    const tool = { name: `find_${index}`, description: "Finds.", inputSchema };
    expect(validateArguments(tool, { [`number_${index}`]: String(index) }).wellFormed).toBe(true);
  }
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

// Ten thousand tools pass through one worker of a batch. Before ajv was renewed, each left some 10 KB behind.
it("keeps nothing of the tools it has checked", { timeout: 60_000 }, () => {
  const before = heapMbAfter(0, 500);
  const after = heapMbAfter(500, 2000);
  expect(after - before).toBeLessThan(12);
});
