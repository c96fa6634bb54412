import type { UserValueStage } from "../vocabulary/stage.js";
import type { TrialFacts } from "./trial-facts.js";

/**
 * The stages a trial can say anything about (spec §2.3), decided before any evidence is interpreted.
 *
 * A domain error is the one entry that evidence opens, and it is a positive observation, so the stage it opens is
 * never a gap.
 */
export function applicableStages(facts: TrialFacts): Readonly<Record<UserValueStage, boolean>> {
  const { authored } = facts;
  const checked = checkedStages(authored.checkStages);
  const call =
    authored.expectsToolCall === true ||
    authored.isNegativeTest === true ||
    authored.toolExpectation === "required" ||
    authored.toolExpectation === "open" ||
    checked.call;
  return {
    connection: true,
    discovery: true,
    selection: authored.mode === "model_driven",
    call,
    response: call || authored.expectsWidgetRender === true || facts.domainError || checked.response,
    userValue:
      (authored.assertionCount ?? 0) > 0 ||
      authored.expectsWidgetRender === true ||
      authored.hasUserAsk === true,
  };
}

function checkedStages(stages: Iterable<UserValueStage> | undefined): { call: boolean; response: boolean } {
  const checked = { call: false, response: false };
  if (stages === undefined) return checked;
  for (const stage of stages) {
    if (stage === "call" || stage === "response") checked[stage] = true;
  }
  return checked;
}
