import type { StageIdentity, Surface, Task, ToolCall, Trial, TrialAction } from "@gradable/contract";
import type { Tokenizer } from "@gradable/model/tokens";

/** What a judge answered to one task. `durationMs` is `null` where answers take no time worth measuring. */
export interface SelectionAnswer {
  readonly action: TrialAction;
  /** In the order they would be made; empty for `none`. */
  readonly calls: readonly ToolCall[];
  readonly tokens: Trial["tokens"];
  readonly reportedUsage?: NonNullable<Trial["reportedUsage"]>;
  readonly durationMs: number | null;
}

/** A judge that has read one surface. */
export interface SelectionSession {
  /** One task asked once; throws `JudgeError` when there is no usable answer. `trial` counts from 0. */
  ask(task: Task, trial: number, signal?: AbortSignal): Promise<SelectionAnswer>;
  /** Who answers, as the object that answers reports it; valid after the first answer. */
  identity(): StageIdentity;
}

/** Something that can choose tools: the embedded judge, or a prompted one. Asked about the same surface it reads it once. */
export interface Selector {
  open(surface: Surface, context: { readonly tokenizer: Tokenizer }): Promise<SelectionSession>;
}
