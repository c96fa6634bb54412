import { kindred } from "@gradable/intent";
import { type Readings, speaksOf, type ToolReading } from "./reading.js";

/** How two tools compare: each number between 0 and 1. */
export interface Likeness {
  /** Cosine of the descriptions' words, rare words weighing more. */
  readonly text: number;
  /** Share of parameter names in common, those that all tools have weighing less. */
  readonly parameters: number;
  /** 1: they require the same parameters, or neither has any. */
  readonly sameInput: number;
  /** 1: the same act. */
  readonly sameAct: number;
  /** 1: acts that can be the same deed in other words. */
  readonly kindred: number;
  /** 1: one looks up what the other changes. */
  readonly crossKind: number;
  /** 1: the names speak of the same objects. */
  readonly sameObject: number;
  /** 1: both look something up, and one name speaks of all objects of the other and of more. */
  readonly within: number;
  /** 1: each name speaks of an object that the other name doesn't. */
  readonly apart: number;
  /** How much of what only one name speaks of is in the other's declaration: the larger and the smaller of both directions. */
  readonly saidByOne: number;
  readonly saidByBoth: number;
  /** How much of the one's objects the other speaks of; the smaller of both directions. */
  readonly covered: number;
  /** 1: one searches what the other lists or reads. */
  readonly searchesSame: number;
}

export function likeness(a: ToolReading, b: ToolReading, all: Readings): Likeness {
  const onlyA = [...a.nameObjects].filter((word) => !speaksOf(b.nameObjects, word));
  const onlyB = [...b.nameObjects].filter((word) => !speaksOf(a.nameObjects, word));
  const named = a.nameObjects.size > 0 && b.nameObjects.size > 0;
  const sameObject = named && onlyA.length === 0 && onlyB.length === 0;
  const saidA = onlyA.length === 0 ? undefined : share(onlyA, b.said, all.objectWeight);
  const saidB = onlyB.length === 0 ? undefined : share(onlyB, a.said, all.objectWeight);
  const look = a.looks && b.looks;
  return {
    text: cosine(a, b),
    parameters: overlap(a.parameters, b.parameters, all.parameterWeight),
    sameInput: flag(
      a.required.size === b.required.size && [...a.required].every((one) => b.required.has(one)),
    ),
    sameAct: flag(a.act !== undefined && a.act === b.act),
    kindred: flag(kindred(a.act, b.act)),
    crossKind: flag(a.act !== undefined && b.act !== undefined && a.looks !== b.looks),
    sameObject: flag(sameObject),
    within: flag(look && named && (onlyA.length === 0) !== (onlyB.length === 0)),
    apart: flag(onlyA.length > 0 && onlyB.length > 0),
    saidByOne: Math.max(saidA ?? 0, saidB ?? 0),
    saidByBoth: Math.min(saidA ?? 1, saidB ?? 1),
    covered: Math.min(
      share([...a.objects], b.said, all.objectWeight),
      share([...b.objects], a.said, all.objectWeight),
    ),
    searchesSame: flag(look && sameObject && (a.act === "search") !== (b.act === "search")),
  };
}

/** Verbs and directions that undo one another: twins by name, yet nobody asks for one and means the other. */
const OPPOSITES = new Set(
  `create delete|add remove|start stop|open close|enable disable|upload download|import export|allocate release|login logout|connect disconnect|undo redo|push pull|show hide|increase decrease
  approve reject|accept reject|accept decline|pause resume|encode decode|encrypt decrypt|buy sell|send receive|archive restore|next previous|back forward|read write|get set|get update|incoming outgoing`
    .split(/[|\n]/)
    .map((pair) => pair.trim())
    .flatMap((pair) => [pair, pair.split(" ").reverse().join(" ")]),
);

/** What plainly separates two tools, whatever else they share; `undefined` where nothing does. */
export function separation(a: ToolReading, b: ToolReading, pair: Likeness): string | undefined {
  // Who reads the same text twice is misled, whatever the names say.
  if (pair.text >= SAME_TEXT) return undefined;
  const [endsA, endsB] = [ENDS.has(a.act ?? ""), ENDS.has(b.act ?? "")];
  if (endsA !== endsB && a.act !== undefined && b.act !== undefined)
    return "only one removes or ends something";
  for (const one of a.nameWords) {
    if (b.nameWords.has(one)) continue;
    for (const other of b.nameWords)
      if (!a.nameWords.has(other) && areOpposite(one, other)) return "one undoes the other";
  }
  if (a.settled.has(b.index) || b.settled.has(a.index)) return "one says when to use the other";
  if ((a.takesOne && !b.takesOne && b.givesMany) || (b.takesOne && !a.takesOne && a.givesMany))
    return "one takes an identifier, the other finds several";
  if (pair.apart === 1 && pair.saidByOne === 0 && pair.text < SAME_WORDS) return "each names another object";
  return undefined;
}
const ENDS: ReadonlySet<string> = new Set(["delete", "stop"]);
/** Cosine from which two descriptions say the same. */
export const SAME_TEXT = 0.9;
/** Cosine from which two texts are so alike that other objects in the names may be overlooked. */
const SAME_WORDS = 0.6;

function areOpposite(a: string, b: string): boolean {
  if (OPPOSITES.has(`${a} ${b}`)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && ["un", "de", "dis"].some((prefix) => long === `${prefix}${short}`);
}

/** Cosine of two descriptions as bags of words, rare words weighing more; 0 when either is empty. */
function cosine(a: ToolReading, b: ToolReading): number {
  const [small, large] = a.vector.size <= b.vector.size ? [a.vector, b.vector] : [b.vector, a.vector];
  let dot = 0;
  for (const [word, value] of small) dot += value * (large.get(word) ?? 0);
  const length = a.length * b.length;
  return length === 0 ? 0 : rounded(dot / length);
}

/** Share, by weight, of the words that the other speaks of; 0 of none. */
function share(
  words: readonly string[],
  said: ReadonlySet<string>,
  weight: (word: string) => number,
): number {
  let total = 0;
  let found = 0;
  for (const word of words) {
    total += weight(word);
    if (speaksOf(said, word)) found += weight(word);
  }
  return total === 0 ? 0 : rounded(found / total);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: (key: string) => number): number {
  let [shared, union] = [0, 0];
  for (const key of new Set([...a, ...b])) {
    union += weight(key);
    if (a.has(key) && b.has(key)) shared += weight(key);
  }
  return union === 0 ? 0 : rounded(shared / union);
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);
/** Sums taken in different orders: rounded so that the order of the two tools can't change them. */
const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;
