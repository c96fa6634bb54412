import { areOpposites } from "../lexicon.js";
import type { PairProfile, PairProfiles } from "./profile.js";

/** How two tools compare: each number between 0 and 1, `mention` up to 2. */
export interface Likeness {
  /** Cosine of the descriptions' words, rare words weighing more. */
  readonly text: number;
  /** Share of parameter names in common, those that all tools have weighing less. */
  readonly parameters: number;
  /** 1: they require the same parameters, and at least one. */
  readonly sameRequired: number;
  /** 1: neither has parameters. */
  readonly noParameters: number;
  /** One description names the other tool; less where many descriptions name it. */
  readonly mention: number;
  /** Share of what the names say they act on in common. */
  readonly nameObjects: number;
  /** 1: both look things up (read, list, search), and the same ones by name. */
  readonly lookEqual: number;
  /** 1: both look things up, and one name's objects contain the other's. */
  readonly lookContained: number;
  /** 1: both look things up, and their names share some object. */
  readonly lookPart: number;
  /** 1: both look things up, and their names share no object. */
  readonly lookOther: number;
  /** 1: both change things, and their names share no object. */
  readonly changeOther: number;
  /** 1: some action is the same. */
  readonly sameAction: number;
  /** 1: one looks up what the other changes or ends. */
  readonly crossKind: number;
  /** 1: no kind of action in common, but one of them is unknown or may be anything ("run"). */
  readonly looseKind: number;
  /** 1: one undoes the other. */
  readonly opposite: number;
  /** How much of what only one acts on the other speaks of; the larger of both directions. */
  readonly otherObjectSaid: number;
  /** The smaller of both directions. */
  readonly bothObjectsSaid: number;
}

export function likeness(a: PairProfile, b: PairProfile, all: PairProfiles): Likeness {
  const sameKind = intersects(a.kinds, b.kinds);
  const known = a.kinds.size > 0 && b.kinds.size > 0;
  const anyAct = a.kinds.has("act") || b.kinds.has("act");
  const sameAction = intersects(a.actions, b.actions);
  const look = a.kinds.has("look") && b.kinds.has("look");
  const change = a.kinds.has("change") && b.kinds.has("change");
  const names = overlap(a.nameObjects, b.nameObjects, all.objectWeight);
  const equal = a.nameObjects.size > 0 && names.jaccard === 1;
  const contained = !equal && names.contained === 1;
  const saidA = said(a, b, all);
  const saidB = said(b, a, all);
  return {
    text: cosine(a, b),
    parameters: overlap(a.parameters, b.parameters, all.parameterWeight).jaccard,
    sameRequired: flag(a.requiredParameters.size > 0 && sameSet(a.requiredParameters, b.requiredParameters)),
    noParameters: flag(a.parameters.size === 0 && b.parameters.size === 0),
    mention: mention(a, b, all) + mention(b, a, all),
    nameObjects: names.jaccard,
    lookEqual: flag(look && equal),
    lookContained: flag(look && contained),
    lookPart: flag(look && !equal && !contained && names.jaccard > 0),
    lookOther: flag(look && names.jaccard === 0 && a.nameObjects.size > 0 && b.nameObjects.size > 0),
    changeOther: flag(change && names.jaccard === 0 && a.nameObjects.size > 0 && b.nameObjects.size > 0),
    sameAction: flag(sameAction),
    crossKind: flag(known && !sameKind && !anyAct),
    looseKind: flag(!sameKind && (!known || anyAct)),
    opposite: flag(opposite(a, b) || opposite(b, a)),
    otherObjectSaid: Math.max(saidA, saidB),
    bothObjectsSaid: Math.min(saidA, saidB),
  };
}

/** Cosine of two descriptions as bags of words, rare words weighing more; 0 when either is empty. */
function cosine(a: PairProfile, b: PairProfile): number {
  const [small, large] = a.vector.size <= b.vector.size ? [a.vector, b.vector] : [b.vector, a.vector];
  let dot = 0;
  for (const [word, value] of small) dot += value * (large.get(word) ?? 0);
  const length = a.length * b.length;
  return length === 0 ? 0 : dot / length;
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

function intersects<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

function mention(a: PairProfile, b: PairProfile, all: PairProfiles): number {
  return a.mentions.has(b.index) ? 1 / Math.max(1, all.timesMentioned[b.index] ?? 1) : 0;
}

/** By kind of action, or because the two names differ in opposites. */
function opposite(a: PairProfile, b: PairProfile): boolean {
  const ends = a.actions.has("delete") || a.actions.has("stop");
  if (
    ends &&
    (b.actions.has("create") || b.actions.has("run") || b.actions.has("update") || b.actions.has("upload"))
  ) {
    return true;
  }
  for (const one of a.nameParts) {
    if (b.nameParts.has(one)) continue;
    for (const other of b.nameParts) if (!a.nameParts.has(other) && areOpposites(one, other)) return true;
  }
  return false;
}

/** How much of what only `a` acts on is spoken of by `b`, in its text (not as a mere place) or its parameters. */
function said(a: PairProfile, b: PairProfile, all: PairProfiles): number {
  let total = 0;
  let found = 0;
  for (const object of a.nameObjects) {
    if (b.nameObjects.has(object)) continue;
    const weight = all.wordWeight(object);
    total += weight;
    if ((b.vector.has(object) && !b.contexts.has(object)) || b.parameterWords.has(object)) found += weight;
  }
  return total === 0 ? 0 : (found / total) * Math.min(1, total);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: (key: string) => number) {
  let shared = 0;
  let sumA = 0;
  let sumB = 0;
  for (const key of a) {
    const one = weight(key);
    sumA += one;
    if (b.has(key)) shared += one;
  }
  for (const key of b) sumB += weight(key);
  const union = sumA + sumB - shared;
  const smaller = Math.min(sumA, sumB);
  // Ratios of sums taken in different orders: rounded so that "all of it" is exactly 1 whatever the order.
  return {
    jaccard: rounded(union === 0 ? 0 : shared / union),
    contained: rounded(smaller === 0 ? 0 : shared / smaller),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
