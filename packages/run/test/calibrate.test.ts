import { promptedAnalysis } from "@gradable/analyze/prompted";
import { promptedSelector } from "@gradable/judge/prompted";
import { nonceFrom } from "@gradable/model";
import { estimateTokenizer } from "@gradable/model/tokens";
import { validateArguments } from "@gradable/schema";
import { expect, test } from "vitest";
import { fakeModel } from "../../model/test/fake-model.js";
import { fencedLines, stageOf } from "../../model/test/fixture-judge.js";
import { calibrateJudge } from "../src/calibration/calibrate.js";
import { CALIBRATION_SURFACES } from "../src/calibration/calibration-surfaces.js";
import { createJudge } from "../src/prompted-judge.js";

const nonce = nonceFrom(Buffer.alloc(32, 7));

/** A judge that finds exactly what is expected, but for `odd`: a request it answers differently each time. */
function soundJudge(odd?: string) {
  const model = fakeModel(({ prompt, trial }) => {
    const names = fencedLines(prompt, "TOOLS").map((line) => (JSON.parse(line) as { name: string }).name);
    const surface = CALIBRATION_SURFACES.find(({ surface: { tools } }) => tools[0]?.name === names[0]);
    if (surface === undefined) return "{}";
    const stage = stageOf(prompt);
    if (stage === "defects") {
      return JSON.stringify({
        tools: names.map((tool) => ({
          tool,
          defects: surface.defects
            .filter(([name]) => name === tool)
            .map(([, type]) => ({ type, evidence: "missing" })),
        })),
      });
    }
    if (stage === "pairs")
      return JSON.stringify({
        pairs: surface.pairs.map((tools) => ({ tools, severity: "high", evidence: "alike" })),
      });
    const request = fencedLines(prompt, "REQUEST").join("\n");
    if (request === odd && trial === 1) return '{"action":"none"}';
    const task = surface.tasks.find((known) => known.prompt === request);
    return JSON.stringify({ action: "call", calls: [{ tool: task?.tool, arguments: {} }] });
  });
  return { model, ...promptedAnalysis({ model, nonce }), selector: promptedSelector({ model, nonce }) };
}

test("a sound judge agrees with all that is expected, and with itself", async () => {
  const calibration = await calibrateJudge(soundJudge(), { tokenizer: estimateTokenizer, concurrency: 4 });
  expect(
    calibration.surfaces.map(({ name, selection, repeatability, defects, pairs }) => [
      name,
      selection.correct,
      selection.gradeable,
      repeatability,
      defects,
      pairs,
    ]),
  ).toEqual([
    [
      "clear",
      27,
      27,
      { tasks: 9, same: 9 },
      { expected: 0, found: 0, agreed: 0 },
      { expected: 0, found: 0, agreed: 0 },
    ],
    [
      "ambiguous",
      15,
      15,
      { tasks: 5, same: 5 },
      { expected: 0, found: 0, agreed: 0 },
      { expected: 4, found: 4, agreed: 4 },
    ],
    [
      "defective",
      15,
      15,
      { tasks: 5, same: 5 },
      { expected: 10, found: 10, agreed: 10 },
      { expected: 0, found: 0, agreed: 0 },
    ],
  ]);
  expect(calibration.identities.selection).toMatchObject({ cli: "fake", version: "selection-v1" });
  const again = await calibrateJudge(soundJudge(), { tokenizer: estimateTokenizer });
  expect(again.sha256).toBe(calibration.sha256);
});

test("a judge of two minds is seen, and its calibration has another hash", async () => {
  const sound = await calibrateJudge(soundJudge(), { tokenizer: estimateTokenizer });
  const odd = await calibrateJudge(soundJudge("Do we have anything on beekeeping?"), {
    tokenizer: estimateTokenizer,
  });
  expect(odd.surfaces[0]?.repeatability).toEqual({ tasks: 9, same: 8 });
  expect(odd.surfaces[0]?.selection.correct).toBe(26);
  expect(odd.sha256).not.toBe(sound.sha256);
});

test("what the calibration expects is on its surfaces: tools, pairs in order, arguments of the right type", () => {
  for (const { surface, tasks, defects, pairs } of CALIBRATION_SURFACES) {
    const names = surface.tools.map(({ name }) => name);
    for (const task of tasks) {
      expect(names).toContain(task.tool);
      const tool = surface.tools.find(({ name }) => name === task.tool);
      const wrong = validateArguments(tool as never, task.expectedArguments).violations.filter(
        (text) => !text.includes("missing required"),
      );
      expect(wrong).toEqual([]);
    }
    for (const [tool] of defects) expect(names).toContain(tool);
    for (const [a, b] of pairs) expect(names.indexOf(a)).toBeLessThan(names.indexOf(b));
  }
});

test("a judge that cannot answer cannot be calibrated, and says why", async () => {
  const judge = await createJudge({
    cli: "command",
    command: ["no-such-program-xyz"],
    cacheDir: null,
    env: { PATH: "/nonexistent" },
  });
  const calibrating = calibrateJudge(
    { selector: judge.selector, ...judge.analysis },
    { tokenizer: estimateTokenizer },
  );
  await expect(calibrating).rejects.toMatchObject({ code: "judge-not-installed" });
});
