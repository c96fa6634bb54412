import { type AnalysisQuestions, promptedAnalysis } from "@gradable/analyze/prompted";
import type { Selector } from "@gradable/judge";
import { promptedSelector } from "@gradable/judge/prompted";
import { type JudgeChoice, type OpenModel, openModel } from "@gradable/model";
import { promptedTaskWriter, type TaskWriter } from "@gradable/tasks/prompted";

/** A prompted judge: the five questions over one model. */
export interface PromptedJudge extends OpenModel {
  readonly selector: Selector;
  /** For `promptedTaskGenerator` of the tasks package. */
  readonly taskWriter: TaskWriter;
  /** For `promptedAnalyst` of the analyze package. */
  readonly analysis: AnalysisQuestions;
  /** Ends what runs and removes the private folders; call it when the scan is over, however it ended. */
  close(): Promise<void>;
}

/**
 * The judge a user chose. Starts nothing: the first question does. Throws a usage error (`GradableError`,
 * owner `usage`) for a choice that cannot work; everything later is a `JudgeError`.
 */
export async function createJudge(choice: JudgeChoice): Promise<PromptedJudge> {
  const opened = await openModel(choice);
  const { asker, model } = opened;
  return {
    ...opened,
    selector: promptedSelector(asker),
    taskWriter: promptedTaskWriter(asker),
    analysis: promptedAnalysis(asker),
    close: () => model.close(),
  };
}
