import {
  type EvalStageAnalyticsSliceRow,
  type EvalStageAnalyticsV1,
  MAX_HOST_SLICES,
  MAX_INTENT_SLICES,
  MAX_MODEL_SLICES,
} from "./document.js";
import { SliceCounter } from "./slice-counter.js";
import type { StageAnalyticsTrialInput } from "./trial.js";

interface HostNames {
  hostName: Agreed;
  executionEngine: Agreed;
}
/** A value every trial that carries one agrees on; null once two disagree. */
type Agreed = string | null | undefined;

interface Entry<Key> {
  readonly key: Key;
  readonly counter: SliceCounter;
}
type ModelKey = readonly [provider: string, model: string];

/** The slices of one run: marginals only, each trial once per dimension. */
export class SliceTable {
  readonly overall = new SliceCounter();
  readonly #intents = new Map<string | null, SliceCounter>();
  readonly #models = new Map<string, Map<string, SliceCounter>>();
  readonly #hosts = new Map<string, { counter: SliceCounter; names: HostNames }>();

  /** The slices a trial belongs to, created as they are met. */
  of(trial: StageAnalyticsTrialInput): SliceCounter[] {
    const slices = [this.overall, created(this.#intents, trial.intent?.trim() || null, newCounter)];
    // Keyed by the pair itself: a joined text could merge two pairs.
    if (trial.provider && trial.model) {
      slices.push(created(created(this.#models, trial.provider, newModels), trial.model, newCounter));
    }
    if (trial.hostKey) {
      const host = created(this.#hosts, trial.hostKey, newHost);
      host.names.hostName = agree(host.names.hostName, trial.hostName);
      host.names.executionEngine = agree(host.names.executionEngine, trial.executionEngine);
      slices.push(host.counter);
    }
    return slices;
  }

  /** The slice rows in dimension and key order, and what the caps dropped. */
  rows(): Pick<EvalStageAnalyticsV1, "slices" | "sliceTruncation"> {
    const intents = [...this.#intents].map(([key, counter]) => ({ key, counter }));
    const models = [...this.#models].flatMap(([provider, byModel]) =>
      [...byModel].map(([model, counter]) => ({ key: [provider, model] as const, counter })),
    );
    const hosts = [...this.#hosts].map(([key, { counter, names }]) => ({ key, counter, names }));
    const kept = {
      intent: keepLargest(intents, MAX_INTENT_SLICES, compareIntents),
      model: keepLargest(models, MAX_MODEL_SLICES, compareModels),
      host: keepLargest(hosts, MAX_HOST_SLICES, compareText),
    };
    const slices: EvalStageAnalyticsSliceRow[] = [
      this.overall.row({ dimension: "overall" }),
      ...kept.intent.map(({ key, counter }) => counter.row({ dimension: "intent", intent: key })),
      ...kept.model.map(({ key: [provider, model], counter }) =>
        counter.row({ dimension: "model", provider, model }),
      ),
      ...kept.host.map(({ key, counter, names }) =>
        counter.row({
          dimension: "host",
          hostKey: key,
          ...(names.hostName ? { hostName: names.hostName } : {}),
          ...(names.executionEngine ? { executionEngine: names.executionEngine } : {}),
        }),
      ),
    ];
    const distinct = { intent: intents.length, model: models.length, host: hosts.length };
    const sliceTruncation = (["intent", "model", "host"] as const).flatMap((dimension) => {
      const retained = kept[dimension].length;
      return retained < distinct[dimension]
        ? [{ dimension, distinctValues: distinct[dimension], retained }]
        : [];
    });
    return sliceTruncation.length > 0 ? { slices, sliceTruncation } : { slices };
  }
}

const newCounter = () => new SliceCounter();
const newModels = () => new Map<string, SliceCounter>();
const newHost = () => ({
  counter: new SliceCounter(),
  names: { hostName: undefined, executionEngine: undefined } as HostNames,
});

function created<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

function agree(known: Agreed, next: string | undefined): Agreed {
  if (!next || known === null) return known;
  return known === undefined || known === next ? next : null;
}

/** Keeps the slices with most included trials, ties by key, and returns them in key order. */
function keepLargest<Key, Slice extends Entry<Key>>(
  slices: Slice[],
  limit: number,
  compare: (left: Key, right: Key) => number,
): Slice[] {
  const byKey = (left: Slice, right: Slice) => compare(left.key, right.key);
  if (slices.length <= limit) return slices.sort(byKey);
  return slices
    .sort((left, right) => right.counter.includedTrials - left.counter.includedTrials || byKey(left, right))
    .slice(0, limit)
    .sort(byKey);
}

/** By UTF-16 code unit, so that no locale moves a row. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The slice without a label comes last. */
function compareIntents(left: string | null, right: string | null): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  return compareText(left, right);
}

/** By the JSON text of the pair, the published contract's order. */
function compareModels(left: ModelKey, right: ModelKey): number {
  return compareText(JSON.stringify(left), JSON.stringify(right));
}
