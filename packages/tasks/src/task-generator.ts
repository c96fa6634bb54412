import type { StageIdentity, Surface, Task } from "@gradable/contract";

/** How many tasks to write. */
export interface GenerateOptions {
  /** Tasks per tool, ≥ 1. */
  readonly perTool: number;
  /** Most tasks of the set, ≥ 1. */
  readonly maxTasks: number;
  readonly signal?: AbortSignal;
}

/** A tool that no task was written for, and why. */
export interface NotGenerated {
  readonly tool: string;
  readonly reason: string;
}

/** What a generator wrote, and who wrote it. */
export interface GeneratedTasks {
  readonly tasks: readonly Task[];
  readonly identity: StageIdentity;
  readonly notGenerated: readonly NotGenerated[];
}

/** Something that writes requests for the tools of a surface: the embedded generator, or a prompted one. */
export interface TaskGenerator {
  generate(surface: Surface, options: GenerateOptions): Promise<GeneratedTasks>;
}
