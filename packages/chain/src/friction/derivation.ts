import { ChainError } from "../errors.js";
import { CanonicalJsonError, canonicalJson } from "../json/canonical.js";
import { defined } from "../json/defined.js";
import { argumentText, containsToken } from "../stages/argument-text.js";
import {
  FRICTION_SIGNAL_KINDS,
  type FrictionNotMeasuredReason,
  isPaginationArgKey,
  PAGINATION_ARG_KEYS,
  type PaginationArgKey,
} from "../vocabulary/friction.js";
import {
  availableBefore,
  buildFrictionCallRecords,
  type FrictionCallRecord,
  type FrictionCallsInput,
  isRecord,
} from "./call.js";
import { extractResultIdentifiers } from "./identifiers.js";
import {
  FRICTION_SIGNALS_VERSION,
  MAX_FRICTION_CALLS,
  MAX_FRICTION_SIGNALS,
  MAX_IDENTIFIER_KEY_PATHS,
  MAX_PAGINATION_KEYS,
  MAX_REPEAT_CALL_INDEXES,
} from "./limits.js";
import {
  compareFrictionSignals,
  type EvalTrialFrictionSignals,
  evalTrialFrictionSignalsSchema,
  type FrictionIdentifierSignals,
  type FrictionSignal,
} from "./signals.js";

/** A trial's calls, and a hole in its evidence that only its producer knows of. */
export interface TrialFrictionInput extends FrictionCallsInput {
  /** Set, it makes the whole document not measured for this reason; the counts stay honest. */
  readonly evidenceHole?: FrictionNotMeasuredReason | undefined;
}

/** One call with its arguments prepared once. */
interface Call {
  readonly record: FrictionCallRecord;
  readonly canonical: string;
  /** Canonical arguments without pagination keys. */
  readonly question: string;
  /** Canonical value of each pagination key the arguments carry. */
  readonly pages: ReadonlyMap<PaginationArgKey, string>;
  /** Everything the arguments say, for looking up a token. */
  readonly words: string;
}

/** Derives one trial's friction from its calls and retained results (spec §6). Evidence never makes it throw. */
export function deriveTrialFrictionSignalsFromCalls(input: TrialFrictionInput): EvalTrialFrictionSignals {
  const records = buildFrictionCallRecords(input);
  return input.evidenceHole === undefined
    ? deriveTrialFrictionSignals(records)
    : notMeasured(input.evidenceHole, records);
}

/**
 * Derives one trial's friction from call records (spec §6.2). Report only: nothing here enters a verdict, score, gate
 * or category. No identifier value is in the document, only key paths and counts.
 *
 * @throws {ChainError} `invalidCallRecords` when the records' indexes are not positions of one call array
 */
export function deriveTrialFrictionSignals(records: readonly FrictionCallRecord[]): EvalTrialFrictionSignals {
  if (records.length === 0) return notMeasured("noToolCalls", records);
  if (records.length > MAX_FRICTION_CALLS) return notMeasured("truncated", records);
  // One unreadable argument withholds the document: leaving out its call would renumber every index after it.
  const calls = prepareCalls(records);
  if (calls === undefined) return notMeasured("evidenceIncomplete", records);
  const identifierSignals = identifierMeasurability(records);
  const signals = adjacencySignals(calls);
  if (identifierSignals.state === "measured") signals.push(...identifierSignalsOf(calls));
  return checked({
    version: FRICTION_SIGNALS_VERSION,
    state: "measured",
    ...counts(records),
    identifierSignals,
    signals: capSignals(signals),
  });
}

function notMeasured(
  reason: FrictionNotMeasuredReason,
  records: readonly FrictionCallRecord[],
): EvalTrialFrictionSignals {
  return checked({
    version: FRICTION_SIGNALS_VERSION,
    state: "notMeasured",
    notMeasuredReason: reason,
    ...counts(records),
    identifierSignals: { state: "notMeasured", reason },
    signals: [],
  });
}

function counts(
  records: readonly FrictionCallRecord[],
): Pick<EvalTrialFrictionSignals, "callCount" | "resultAvailableCount" | "timedCallCount"> {
  return {
    callCount: records.length,
    resultAvailableCount: records.filter((record) => record.resultAvailable).length,
    timedCallCount: records.filter((record) => record.ordering === "timed").length,
  };
}

function checked(document: EvalTrialFrictionSignals): EvalTrialFrictionSignals {
  const parsed = evalTrialFrictionSignalsSchema.safeParse(document);
  if (parsed.success) return document;
  throw new ChainError("invalidCallRecords", { problem: parsed.error.issues[0]?.message });
}

function prepareCalls(records: readonly FrictionCallRecord[]): Call[] | undefined {
  try {
    return records.map(prepareCall);
  } catch (error) {
    if (error instanceof CanonicalJsonError) return undefined;
    throw error;
  }
}

function prepareCall(record: FrictionCallRecord): Call {
  const given = record.arguments ?? null;
  const canonical = canonicalJson(given);
  const pages = new Map<PaginationArgKey, string>();
  if (!isRecord(given)) return { record, canonical, question: canonical, pages, words: argumentText(given) };
  for (const key of PAGINATION_ARG_KEYS) {
    if (Object.hasOwn(given, key) && given[key] !== undefined) pages.set(key, canonicalJson(given[key]));
  }
  // Top level only: a limit inside a filter is part of the question.
  const question =
    pages.size === 0
      ? canonical
      : canonicalJson(Object.fromEntries(Object.entries(given).filter(([key]) => !isPaginationArgKey(key))));
  return { record, canonical, question, pages, words: argumentText(given) };
}

/** Signals of consecutive calls of one tool; they need neither results nor times. */
function adjacencySignals(calls: readonly Call[]): FrictionSignal[] {
  const signals: FrictionSignal[] = [];
  for (const [index, call] of calls.entries()) {
    const prior = calls[index - 1];
    if (prior === undefined || call.record.toolName === "") continue;
    if (prior.record.toolName === call.record.toolName) signals.push(adjacencySignal(prior, call));
  }
  return signals;
}

function adjacencySignal(prior: Call, call: Call): FrictionSignal {
  const at = {
    callIndex: call.record.index,
    priorCallIndex: prior.record.index,
    toolName: call.record.toolName,
  };
  const afterError = prior.record.result?.isError === true;
  if (prior.canonical === call.canonical) return { kind: "identicalRetry", ...at, afterError };
  const changed = PAGINATION_ARG_KEYS.filter((key) => prior.pages.get(key) !== call.pages.get(key));
  return prior.question === call.question && changed.length > 0
    ? { kind: "paginationContinuation", ...at, paginationKeys: changed.slice(0, MAX_PAGINATION_KEYS) }
    : { kind: "changedRetry", ...at, afterError };
}

function identifierMeasurability(records: readonly FrictionCallRecord[]): FrictionIdentifierSignals {
  if (records.some((record) => !record.resultAvailable)) {
    return { state: "notMeasured", reason: "resultsUnavailable" };
  }
  const [first] = records;
  const known = first !== undefined && first.ordering !== "unknown";
  return known && records.every((record) => record.ordering === first.ordering)
    ? { state: "measured" }
    : { state: "notMeasured", reason: "orderingUnknown" };
}

function identifierSignalsOf(calls: readonly Call[]): FrictionSignal[] {
  return calls.flatMap((call) => {
    const { record } = call;
    if (record.toolName === "" || record.result === undefined || record.result.isError) return [];
    const { values, keyPaths, complete } = extractResultIdentifiers(record.result);
    if (values.length === 0 || !complete) return [];
    const later = calls.filter((other) => other !== call && availableBefore(record, other.record));
    if (later.some((other) => values.some((value) => containsToken(other.words, value)))) return [];
    return unusedSignals(call, later, {
      toolName: record.toolName,
      ...defined({ toolCallId: record.toolCallId }),
      identifierKeyPaths: keyPaths.slice(0, MAX_IDENTIFIER_KEY_PATHS),
      identifierCount: values.length,
    });
  });
}

function unusedSignals(
  call: Call,
  later: readonly Call[],
  surfaced: { toolName: string; toolCallId?: string; identifierKeyPaths: string[]; identifierCount: number },
): FrictionSignal[] {
  const { index } = call.record;
  const signals: FrictionSignal[] = [];
  const laterIndexes = indexesAfter(index, later);
  const lastLater = laterIndexes.at(-1);
  if (later.length >= 2 && lastLater !== undefined) {
    signals.push({
      kind: "identifierSurfacedUnused",
      informationCallIndex: index,
      observedAtCallIndex: lastLater,
      ...surfaced,
      laterCallCount: later.length,
    });
  }
  const repeats = later.filter(
    (other) => other.record.toolName === call.record.toolName && other.question !== call.question,
  );
  const repeatCallIndexes = indexesAfter(index, repeats);
  const lastRepeat = repeatCallIndexes.at(-1);
  if (lastRepeat !== undefined) {
    signals.push({
      kind: "searchRepeatedAfterIdentifier",
      informationCallIndex: index,
      observedAtCallIndex: lastRepeat,
      ...surfaced,
      repeatCallIndexes: repeatCallIndexes.slice(0, MAX_REPEAT_CALL_INDEXES),
    });
  }
  return signals;
}

/**
 * The positions behind a call, ascending. Where times contradict positions there may be none; such a signal is
 * dropped, because it could not say where it became observable.
 */
function indexesAfter(index: number, calls: readonly Call[]): number[] {
  return calls
    .map((call) => call.record.index)
    .filter((at) => at > index)
    .sort((left, right) => left - right);
}

/** Keeps the earliest signal of each kind first, so that no kind is crowded out, then fills in order. */
function capSignals(signals: FrictionSignal[]): FrictionSignal[] {
  const ordered = signals.sort(compareFrictionSignals);
  if (ordered.length <= MAX_FRICTION_SIGNALS) return ordered;
  const kept = new Set<FrictionSignal>();
  for (const kind of FRICTION_SIGNAL_KINDS) {
    const earliest = ordered.find((signal) => signal.kind === kind);
    if (earliest !== undefined) kept.add(earliest);
  }
  for (const signal of ordered) {
    if (kept.size >= MAX_FRICTION_SIGNALS) break;
    kept.add(signal);
  }
  return [...kept].sort(compareFrictionSignals);
}

/**
 * What of a trial's stored friction may be shown: nothing stored stays nothing (never measured), a valid document
 * passes, an invalid one leaves only a flag.
 */
export function projectFrictionSignals(metadata: unknown): {
  frictionSignals?: EvalTrialFrictionSignals;
  frictionSignalsUnverified?: true;
} {
  if (!isRecord(metadata) || !Object.hasOwn(metadata, "frictionSignals")) return {};
  const parsed = evalTrialFrictionSignalsSchema.safeParse(metadata.frictionSignals);
  return parsed.success ? { frictionSignals: parsed.data } : { frictionSignalsUnverified: true };
}
