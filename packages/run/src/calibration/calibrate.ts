import {
  type ConfusablePair,
  type Defect,
  defined,
  isGradeable,
  type StageIdentity,
  type Surface,
  type SurfaceTool,
  sha256Json,
  type Task,
  type Trial,
} from "@gradable/contract";
import { judge, type Selector } from "@gradable/judge";
import type { AnalysedTool } from "@gradable/model";
import type { Tokenizer } from "@gradable/model/tokens";
import {
  CALIBRATION_SURFACES,
  CALIBRATION_VERSION,
  type CalibrationSurface,
} from "./calibration-surfaces.js";

/** What a judge must answer to be calibrated: an embedded one can be as well. */
export interface CalibratedJudge {
  readonly selector: Selector;
  defects(
    tools: readonly AnalysedTool[],
  ): Promise<{ readonly defects: readonly Defect[]; readonly identity: StageIdentity }>;
  pairs(
    tools: readonly AnalysedTool[],
  ): Promise<{ readonly pairs: readonly ConfusablePair[]; readonly identity: StageIdentity }>;
}

export interface CalibrateOptions {
  readonly tokenizer: Tokenizer;
  /** Askings of each task; default 3, the least that shows a judge of two minds. */
  readonly trials?: number;
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onTrial?: (trial: Trial) => void;
}

/** Counts of found things against expected ones. */
export interface Agreement {
  readonly expected: number;
  readonly found: number;
  /** In both. */
  readonly agreed: number;
}

export interface CalibratedSurface {
  readonly name: CalibrationSurface["name"];
  /** Everything a score is computed from, for whoever wants to. */
  readonly surface: Surface;
  readonly tasks: readonly Task[];
  readonly trials: readonly Trial[];
  readonly defectsFound: readonly Defect[];
  readonly pairsFound: readonly ConfusablePair[];
  readonly selection: {
    readonly trials: number;
    readonly gradeable: number;
    /** Gradeable trials whose first call names the expected tool. */
    readonly correct: number;
    readonly evaluatorErrors: number;
  };
  /**
   * Of the tasks with two or more gradeable trials, how many chose the same tool and the same action every
   * time.
   */
  readonly repeatability: { readonly tasks: number; readonly same: number };
  readonly defects: Agreement;
  readonly pairs: Agreement;
}

export interface Calibration {
  readonly version: typeof CALIBRATION_VERSION;
  readonly trialsPerTask: number;
  readonly identities: {
    readonly selection: StageIdentity;
    readonly defects: StageIdentity;
    readonly pairs: StageIdentity;
  };
  readonly surfaces: readonly CalibratedSurface[];
  /**
   * Of version, identities and all counts: what a report may carry to say which calibration its judge had.
   */
  readonly sha256: string;
}

/**
 * Tries a judge on three small surfaces of ours (clear, ambiguous, defective) and counts how its answers
 * compare with what is on them, and with each other. Throws what the judge throws when it cannot answer at
 * all.
 */
export async function calibrateJudge(
  judged: CalibratedJudge,
  options: CalibrateOptions,
): Promise<Calibration> {
  const trialsPerTask = options.trials ?? 3;
  const surfaces: CalibratedSurface[] = [];
  let identities: Calibration["identities"] | undefined;
  for (const expected of CALIBRATION_SURFACES) {
    const run = await judge({
      surface: expected.surface,
      tasks: expected.tasks,
      kind: "baseline",
      selector: judged.selector,
      tokenizer: options.tokenizer,
      trials: trialsPerTask,
      concurrency: options.concurrency ?? 1,
      ...defined({ signal: options.signal, onTrial: options.onTrial }),
    });
    options.signal?.throwIfAborted();
    const visible = expected.surface.tools.map(visibleTool);
    const [{ defects, identity: defectsBy }, { pairs, identity: pairsBy }] = await Promise.all([
      judged.defects(visible),
      judged.pairs(visible),
    ]);
    identities ??= { selection: run.identity, defects: defectsBy, pairs: pairsBy };
    surfaces.push(compared(expected, run.trials, defects, pairs));
  }
  const found = identities as Calibration["identities"];
  const calibration = { version: CALIBRATION_VERSION, trialsPerTask, identities: found, surfaces } as const;
  return { ...calibration, sha256: calibrationSha256(calibration) };
}

/** The hash of a calibration: over its version, its identities and all counts, not over the evidence they are counted from. */
export function calibrationSha256({
  version,
  trialsPerTask,
  identities,
  surfaces,
}: Omit<Calibration, "sha256">): string {
  const counts = surfaces.map(({ name, selection, repeatability, defects, pairs }) => ({
    name,
    selection,
    repeatability,
    defects,
    pairs,
  }));
  return sha256Json({ version, trialsPerTask, identities, counts });
}

function compared(
  expected: CalibrationSurface,
  trials: readonly Trial[],
  defectsFound: readonly Defect[],
  pairsFound: readonly ConfusablePair[],
): CalibratedSurface {
  const gradeable = trials.filter(isGradeable);
  const repeated = expected.tasks
    .map(({ id }) => gradeable.filter(({ taskId }) => taskId === id))
    .filter(({ length }) => length > 1);
  const tools = new Map(expected.tasks.map(({ id, tool }) => [id, tool]));
  return {
    name: expected.name,
    surface: expected.surface,
    tasks: expected.tasks,
    trials,
    defectsFound,
    pairsFound,
    selection: {
      trials: trials.length,
      gradeable: gradeable.length,
      correct: gradeable.filter(({ taskId, selected }) => selected === tools.get(taskId)).length,
      evaluatorErrors: trials.filter(({ error }) => error?.evaluator === true).length,
    },
    repeatability: {
      tasks: repeated.length,
      same: repeated.filter(
        (same) => new Set(same.map(({ action, selected }) => `${action} ${selected}`)).size === 1,
      ).length,
    },
    defects: agreement(
      expected.defects.map(([tool, type]) => `${tool} ${type}`),
      defectsFound.map(({ tool, type }) => `${tool} ${type}`),
    ),
    pairs: agreement(
      expected.pairs.map((pair) => pair.join(" ")),
      pairsFound.map((pair) => pair.tools.join(" ")),
    ),
  };
}

function agreement(expected: readonly string[], found: readonly string[]): Agreement {
  return {
    expected: expected.length,
    found: found.length,
    agreed: found.filter((item) => expected.includes(item)).length,
  };
}

function visibleTool(tool: SurfaceTool, index: number): AnalysedTool {
  const { name, description = "", inputSchema, outputSchema } = tool;
  return { index, name, description, inputSchema, outputSchema };
}
