import { type ActionClass, areOpposites } from "../lexicon.js";
import type { PairProfile, PairProfiles } from "./profile.js";

/** Coarse kinds of action: a request to look something up is seldom taken for one that changes it. */
const KIND: Readonly<Record<ActionClass, "look" | "change" | "end" | "act">> = {
  read: "look",
  list: "look",
  search: "look",
  capture: "look",
  compute: "look",
  download: "look",
  create: "change",
  update: "change",
  send: "change",
  upload: "change",
  copy: "change",
  move: "change",
  merge: "change",
  delete: "end",
  stop: "end",
  run: "act",
  press: "act",
  toggle: "act",
};

/** How two tools compare, each number 0–1 unless said otherwise; what {@link confusability} weighs. */
export interface Likeness {
  /** Cosine of the descriptions, rare words weighing more. */
  readonly text: number;
  /** The same without what either tool acts on, damped for short texts: what is left when the objects are named. */
  readonly rest: number;
  readonly parameters: number;
  readonly sameRequired: number;
  readonly noParameters: number;
  readonly mention: number;
  readonly objects: number;
  readonly objectContained: number;
  readonly nameObjects: number;
  readonly lookEqual: number;
  readonly lookContained: number;
  readonly lookPart: number;
  readonly changeEqual: number;
  readonly changePart: number;
  readonly sameAction: number;
  readonly crossKind: number;
  readonly looseKind: number;
  readonly opposite: number;
  readonly otherObjectSaid: number;
  readonly bothObjectsSaid: number;
  readonly sharedContext: number;
  readonly own: number;
}

export function likeness(a: PairProfile, b: PairProfile, all: PairProfiles): Likeness {
  const kindA = kindsOf(a);
  const kindB = kindsOf(b);
  const sameKind = [...kindA].some((kind) => kindB.has(kind));
  const known = kindA.size > 0 && kindB.size > 0;
  const sameAction = [...a.actions].some((action) => b.actions.has(action));
  const look = sameKind && kindA.has("look") && kindB.has("look");
  const change = sameKind && kindA.has("change") && kindB.has("change");
  const objects = overlap(a.objects, b.objects, all.objectWeight);
  const names = overlap(a.nameObjects, b.nameObjects, all.objectWeight);
  const equal = a.nameObjects.size > 0 && names.jaccard === 1;
  const contained = !equal && names.contained === 1;
  const part = !equal && !contained && names.jaccard > 0;
  const saidA = said(a, b, all);
  const saidB = said(b, a, all);
  return {
    text: cosine(a.words, b.words, all.wordWeight),
    rest: restCosine(a, b, all),
    parameters: overlap(a.parameters, b.parameters, all.parameterWeight).jaccard,
    sameRequired: flag(a.requiredParameters.size > 0 && sameSet(a.requiredParameters, b.requiredParameters)),
    noParameters: flag(a.parameters.size === 0 && b.parameters.size === 0),
    mention: mention(a, b, all) + mention(b, a, all),
    objects: objects.jaccard,
    objectContained: objects.contained,
    nameObjects: names.jaccard,
    lookEqual: flag(look && equal),
    lookContained: flag(look && contained),
    lookPart: flag(look && part),
    changeEqual: flag(change && !sameAction && (equal || contained)),
    changePart: flag(change && sameAction && (part || contained)),
    sameAction: flag(sameAction),
    crossKind: flag(known && !sameKind && !(kindA.has("act") || kindB.has("act"))),
    looseKind: flag(!sameKind && (!known || kindA.has("act") || kindB.has("act"))),
    opposite: flag(opposite(a, b) || opposite(b, a)),
    otherObjectSaid: Math.max(saidA, saidB),
    bothObjectsSaid: Math.min(saidA, saidB),
    sharedContext: overlap(a.contexts, b.contexts, all.wordWeight).jaccard,
    own: Math.min(ownShare(a, b, all), ownShare(b, a, all)),
  };
}

function kindsOf(profile: PairProfile): Set<string> {
  return new Set([...profile.actions].map((action) => KIND[action]));
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

/** A description that names the other tool says that the two meet; one that everybody names says less. */
function mention(a: PairProfile, b: PairProfile, all: PairProfiles): number {
  return a.mentions.has(b.index) ? 1 / Math.max(1, all.timesMentioned[b.index] ?? 1) : 0;
}

/** One undoes what the other does: by kind of action, or because their names differ in opposites. */
function opposite(a: PairProfile, b: PairProfile): boolean {
  const onlyA = [...a.nameStems].filter((part) => !b.nameStems.has(part));
  const onlyB = [...b.nameStems].filter((part) => !a.nameStems.has(part));
  if (onlyA.some((one) => onlyB.some((other) => areOpposites(one, other)))) return true;
  return (
    (a.actions.has("delete") || a.actions.has("stop")) &&
    ["create", "run", "update", "upload"].some((one) => b.actions.has(one as ActionClass))
  );
}

/** How much of what only `a` acts on is spoken of by `b`, in its text or parameters. */
function said(a: PairProfile, b: PairProfile, all: PairProfiles): number {
  let total = 0;
  let found = 0;
  for (const object of a.nameObjects) {
    if (b.nameObjects.has(object)) continue;
    const weight = all.wordWeight(object);
    total += weight;
    if (b.words.has(object) && !b.contexts.has(object)) found += weight;
    else if ([...b.parameters].some((name) => name.split(" ").includes(object))) found += weight;
  }
  return total === 0 ? 0 : (found / total) * Math.min(1, total);
}

/** Share of `a`'s words (by weight) that `b` does not use. */
function ownShare(a: PairProfile, b: PairProfile, all: PairProfiles): number {
  let total = 0;
  let own = 0;
  for (const word of a.words.keys()) {
    const weight = all.wordWeight(word);
    total += weight;
    if (!b.words.has(word)) own += weight;
  }
  return total === 0 ? 1 : own / total;
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
  return { jaccard: union === 0 ? 0 : shared / union, contained: smaller === 0 ? 0 : shared / smaller };
}

/** Cosine of two bags of words, rare words weighing more; 0 when either is empty. */
export function cosine(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  weight: (word: string) => number,
): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [word, count] of small) {
    const other = large.get(word);
    if (other !== undefined) dot += Math.sqrt(count * other) * weight(word) ** 2;
  }
  const length = (words: ReadonlyMap<string, number>) => {
    let sum = 0;
    for (const [word, count] of words) sum += count * weight(word) ** 2;
    return Math.sqrt(sum);
  };
  const product = length(a) * length(b);
  return product === 0 ? 0 : dot / product;
}

/** Length (in weight) below which a remaining text is too short to say much. */
const REST_DAMPING = 1;

function restCosine(a: PairProfile, b: PairProfile, all: PairProfiles): number {
  const isObject = (word: string) => a.nameObjects.has(word) || b.nameObjects.has(word);
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (const [word, count] of a.words) {
    if (isObject(word)) continue;
    const weight = all.wordWeight(word) ** 2;
    lengthA += count * weight;
    const other = b.words.get(word);
    if (other !== undefined) dot += Math.sqrt(count * other) * weight;
  }
  for (const [word, count] of b.words) if (!isObject(word)) lengthB += count * all.wordWeight(word) ** 2;
  return dot / (Math.sqrt(lengthA * lengthB) + REST_DAMPING);
}
