import type { StageIdentity, Surface, Task } from "@gradable/contract";
import { JudgeError } from "@gradable/model/errors";
import type { JudgingOptions } from "./judge-surface.js";

/** Who answers the selection question, from its answer to the first task. */
export async function whoSelects(
  surface: Surface,
  { tasks }: { readonly tasks: readonly Task[] },
  { judge, tokenizer, signal }: Pick<JudgingOptions, "judge" | "tokenizer" | "signal">,
): Promise<StageIdentity> {
  const session = await judge.selector.open(surface, { tokenizer });
  try {
    await session.ask(tasks[0] as Task, 0, signal);
  } catch (error) {
    // Who can't tell has answered too.
    if (!(error instanceof JudgeError) || !error.evaluator) throw error;
  }
  return session.identity();
}
