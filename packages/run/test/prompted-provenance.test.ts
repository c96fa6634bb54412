import { promptedAnalysis } from "@gradable/analyze/prompted";
import { judgeIdentity, provenanceOf } from "@gradable/contract";
import { promptedSelector } from "@gradable/judge/prompted";
import { nonceFrom } from "@gradable/model";
import { estimateTokenizer } from "@gradable/model/tokens";
import { promptedTaskWriter } from "@gradable/tasks/prompted";
import { expect, test } from "vitest";
import { fakeModel } from "../../model/test/fake-model.js";
import { fixtureReply, NOTES } from "../../model/test/fixture-judge.js";

const nonce = nonceFrom(Buffer.alloc(32, 7));
const STAGES = ["tasks", "selection", "defects", "pairs", "rewrite"] as const;
type Stage = (typeof STAGES)[number];

/** The judge block of a scan in which `odd` is answered by another model than the rest. */
async function blockOf(odd?: Stage) {
  const askerOf = (stage: Stage) => ({
    model: fakeModel(({ prompt }) => fixtureReply(prompt), stage === odd ? { model: "another" } : {}),
    nonce,
  });
  const visible = NOTES.tools.map(({ name, description = "", inputSchema, outputSchema }, index) => ({
    index,
    name,
    description,
    inputSchema,
    outputSchema,
  }));
  const written = await promptedTaskWriter(askerOf("tasks")).write(NOTES, {
    wanted: [{ toolIndex: 0, count: 1 }],
  });
  const session = await promptedSelector(askerOf("selection")).open(NOTES, { tokenizer: estimateTokenizer });
  const prompt = written.drafts[0]?.prompt ?? "";
  const task = { id: "t", tool: "read_note", prompt, expectedArguments: {}, destructive: false };
  await session.ask({ ...task, origin: "prompted" }, 0);
  return judgeIdentity({
    tasks: written.identity,
    selection: session.identity(),
    defects: (await promptedAnalysis(askerOf("defects")).defects(visible)).identity,
    pairs: (await promptedAnalysis(askerOf("pairs")).pairs(visible)).identity,
    rewrite: (await promptedAnalysis(askerOf("rewrite")).rewrite(visible.slice(3))).identity,
  });
}

test("one judge throughout is uniform", async () => {
  const block = await blockOf();
  expect(block).toMatchObject({ taskGeneratorVersion: "tasks-v1", promptTemplateVersion: "selection-v1" });
  expect(provenanceOf(block)).toBe("uniform");
});

test.each(STAGES)(
  "another judge in the %s stage alone makes it mixed, and that stage names it",
  async (stage) => {
    const block = await blockOf(stage);
    expect(provenanceOf(block)).toBe("mixed");
    expect(block.stages[stage]?.model).toBe("another");
  },
);
