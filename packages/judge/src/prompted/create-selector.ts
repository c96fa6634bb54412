import { type JudgeChoice, openModel } from "@gradable/model";
import type { Selector } from "../selector.js";
import { promptedSelector } from "./selection.js";

/** A prompted judge that is asked for selections only, as evals do; `close` ends what runs and removes the private folders. */
export async function createSelector(
  choice: JudgeChoice,
): Promise<{ readonly selector: Selector; close(): Promise<void> }> {
  const { asker, model } = await openModel(choice);
  return { selector: promptedSelector(asker), close: () => model.close() };
}
