import { describe, expect, it } from "vitest";
import {
  comparabilityKey,
  type JudgeIdentity,
  judgeIdentity,
  provenanceOf,
  type StageIdentity,
} from "../src/judge-identity.js";
import { JUDGE_STAGES } from "../src/vocabulary/trial.js";

const answered = (version: string, change: Partial<StageIdentity> = {}): StageIdentity => ({
  cli: "opencode",
  cliVersion: "1.4.2",
  model: "small-1",
  version,
  ...change,
});

const stages = (change: Partial<JudgeIdentity["stages"]> = {}): JudgeIdentity["stages"] => ({
  tasks: answered("tasks-v1"),
  selection: answered("selection-v1"),
  defects: answered("defects-v1"),
  pairs: answered("pairs-v1"),
  rewrite: answered("rewrite-v1"),
  ...change,
});

describe("judgeIdentity [M4.1]", () => {
  it("is what the selection stage and the task generator reported of themselves", () => {
    expect(judgeIdentity(stages({ defects: answered("defects-v1", { cli: "claude" }) }))).toMatchObject({
      cli: "opencode",
      cliVersion: "1.4.2",
      model: "small-1",
      taskGeneratorVersion: "tasks-v1",
      promptTemplateVersion: "selection-v1",
    });
  });
});

describe("provenanceOf [M4.3]", () => {
  it("is uniform when one judge answered every stage, asked or not", () => {
    expect(provenanceOf(judgeIdentity(stages()))).toBe("uniform");
    expect(provenanceOf(judgeIdentity(stages({ rewrite: null })))).toBe("uniform");
  });

  it.each(JUDGE_STAGES.ids)(
    "is mixed when %s was answered by another cli, model or version of the cli",
    (stage) => {
      for (const change of [{ cli: "claude" }, { model: "large-2" }, { cliVersion: "1.4.3" }]) {
        expect(provenanceOf(judgeIdentity(stages({ [stage]: answered("v", change) })))).toBe("mixed");
      }
    },
  );
});

describe("comparabilityKey [M4.2]", () => {
  const key = (change: Partial<JudgeIdentity> = {}, methodology = "v1") =>
    comparabilityKey({ ...judgeIdentity(stages()), ...change }, methodology);

  it.each([
    ["cli", { cli: "claude" }],
    ["model", { model: "large-2" }],
    ["taskGeneratorVersion", { taskGeneratorVersion: "tasks-v2" }],
    ["promptTemplateVersion", { promptTemplateVersion: "selection-v2" }],
  ])("differs with %s", (_member, change) => {
    expect(key(change)).not.toBe(key());
  });

  it("differs with the methodology", () => {
    expect(key({}, "v2")).not.toBe(key());
  });

  it("does not differ with the version of the cli", () => {
    expect(key({ cliVersion: "9.9.9" })).toBe(key());
  });

  it("does not run two members together", () => {
    expect(key({ cli: "ab", model: "c" })).not.toBe(key({ cli: "a", model: "bc" }));
  });

  it("keeps the embedded judge to itself, under whatever model's name [M8.1]", () => {
    expect(key({ cli: "builtin" })).not.toBe(key());
  });
});
