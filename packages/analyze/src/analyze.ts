import {
  type Analysis,
  type ConfusablePair,
  DEFECTS,
  type Defect,
  type StageIdentity,
  type Surface,
} from "@gradable/contract";
import type { Tokenizer } from "@gradable/model/tokens";
import type { Analyst } from "./analyst.js";
import { builtinAnalyst } from "./builtin/builtin-analyst.js";

export interface AnalyzeOptions {
  /** Who judges; default {@link builtinAnalyst}. */
  readonly analyst?: Analyst;
  /** Counts what a suggestion adds to the definition tokens. */
  readonly tokenizer: Tokenizer;
}

export interface Analyzed {
  readonly analysis: Analysis;
  /** `rewrite` is `null` when no tool has a defect, so that nothing was asked. */
  readonly identities: {
    readonly defects: StageIdentity;
    readonly pairs: StageIdentity;
    readonly rewrite: StageIdentity | null;
  };
}

/** Description defects, confusable pairs and suggested descriptions of a surface, sorted by tool index. Errors are the analyst's. */
export async function analyze(surface: Surface, options: AnalyzeOptions): Promise<Analyzed> {
  const analyst = options.analyst ?? builtinAnalyst();
  const found = await analyst.defects(surface);
  const paired = await analyst.pairs(surface);
  const defects = [...found.defects].sort(byToolThenType);
  const rewritten = defects.length === 0 ? null : await analyst.rewrite(surface, defects, options.tokenizer);
  return {
    analysis: {
      defects,
      suggestions: [...(rewritten?.suggestions ?? [])].sort((a, b) => a.toolIndex - b.toolIndex),
      confusablePairs: [...paired.pairs].sort(byIndexes),
    },
    identities: { defects: found.identity, pairs: paired.identity, rewrite: rewritten?.identity ?? null },
  };
}

function byToolThenType(a: Defect, b: Defect): number {
  return a.toolIndex - b.toolIndex || DEFECTS.ids.indexOf(a.type) - DEFECTS.ids.indexOf(b.type);
}

function byIndexes(a: ConfusablePair, b: ConfusablePair): number {
  return a.toolIndexes[0] - b.toolIndexes[0] || a.toolIndexes[1] - b.toolIndexes[1];
}
