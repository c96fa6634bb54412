/** A judge that is a program on PATH. */
interface JudgeCliFacts {
  /**
   * Time of a call that nobody has observed yet, ms: start-up of the program against a server that answers at once (slowest median
   * seen), and 4 s for a model to read a surface and answer.
   */
  readonly assumedLatencyMs: number;
}

/**
 * The CLIs that can be asked, in the order they are suggested. One line each; what a CLI is like to talk to is its adapter
 * (packages/model/src/adapters).
 */
export const JUDGE_CLIS = {
  claude: { assumedLatencyMs: 4900 },
  codex: { assumedLatencyMs: 4800 },
  opencode: { assumedLatencyMs: 11_800 },
  gemini: { assumedLatencyMs: 6500 },
  qwen: { assumedLatencyMs: 8400 },
} as const satisfies Record<string, JudgeCliFacts>;
export type JudgeCli = keyof typeof JUDGE_CLIS;

/** Every prompted judge, by the name that `--judge-cli` takes. */
export const PROMPTED_JUDGES = [...(Object.keys(JUDGE_CLIS) as JudgeCli[]), "command", "openai"] as const;
