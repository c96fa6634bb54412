import type { SurfaceTool } from "@gradable/contract";
import { builtinSelector } from "@gradable/judge";
import { loadTokenizer } from "@gradable/model/tokens";
import { validateArguments } from "@gradable/schema";
import { expect, it } from "vitest";
import { TIGHT_SCHEMAS } from "../../../schema/test/tight-schemas.js";
import { builtinTaskGenerator } from "../../src/builtin/builtin-generator.js";
import { surfaceOf } from "../shared.js";

// A precise schema must cost nothing: no request whose own arguments break it, and every value read back.
it.each(TIGHT_SCHEMAS)("asks for, and reads, %s of %j", async (name, schema) => {
  const tool: SurfaceTool = {
    name: "update_ticket",
    description: "Updates a ticket of the help desk.",
    inputSchema: { type: "object", properties: { [name]: schema }, required: [name] },
  };
  const surface = surfaceOf([tool]);
  const { tasks, notGenerated } = await builtinTaskGenerator().generate(surface, {
    perTool: 4,
    maxTasks: 40,
  });
  expect(notGenerated).toEqual([]);
  const session = await builtinSelector().open(surface, { tokenizer: await loadTokenizer("estimate") });
  for (const task of tasks) {
    expect(validateArguments(tool, task.expectedArguments)).toEqual({ wellFormed: true, violations: [] });
    const { calls } = await session.ask(task, { trial: 1 } as never);
    expect(validateArguments(tool, calls[0]?.arguments ?? {}), task.prompt).toEqual({
      wellFormed: true,
      violations: [],
    });
  }
});
