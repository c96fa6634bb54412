import { CONCEPT_TABLE, stem, wordsOf } from "@gradable/intent";
import type { Parameter } from "@gradable/schema";
import type { ValueKind } from "./values.js";

/** A value with what is needed to place it. */
export interface PlacedValue {
  readonly kind: ValueKind | "name";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Stems and concepts of the words just before and after it in its clause, by how close they are (0–1). */
  readonly near: ReadonlyMap<string, number>;
}

/** What the words of a parameter's name say about the values it takes. */
const NAME_KINDS: readonly (readonly [RegExp, readonly PlacedValue["kind"][]])[] = [
  [/^(?:url|uri|href|link|website|endpoint|webhook|homepage|callback)s?$/, ["url"]],
  [/^(?:email|mail|recipient|attendee|invitee)s?$/, ["email"]],
  [
    /^(?:path|file|filename|dir|directory|folder|source|destination|src|dest|glob|pattern|cwd|bundle|package)s?$/,
    ["path"],
  ],
  [
    /^(?:date|time|datetime|start|end|from|since|until|due|deadline|timestamp|day|after|before|at)s?$/,
    ["date"],
  ],
  [
    /^(?:id|uuid|guid|sid|key|ref|hash|sha|token|slug|code|number|device|identifier|gid|handle|hostname|host)s?$/,
    ["identifier", "uuid"],
  ],
  [/^(?:location|coordinates?|position|point|origin|center|latlng)s?$/, ["coordinates"]],
  [
    /^(?:query|text|content|message|body|title|description|comment|note|subject|name|search|term|keyword|prompt|question|label|value|reason|summary|caption|headline|topic|command|sql|code|q)s?$/,
    ["quoted", "name"],
  ],
  [
    /^(?:owner|user|username|author|city|country|region|project|team|organization|company|repo|repository|branch|table|sheet|channel|group|board|tag|symbol|language)s?$/,
    ["name", "identifier", "quoted"],
  ],
  [
    /^(?:json|data|payload|filter|params|arguments|config|properties|fields|options|metadata|input)s?$/,
    ["json"],
  ],
];
const FORMAT_KINDS: ReadonlyMap<string, readonly PlacedValue["kind"][]> = new Map<
  string,
  readonly PlacedValue["kind"][]
>(
  Object.entries({
    uri: ["url"],
    url: ["url"],
    "uri-reference": ["url", "path"],
    email: ["email"],
    uuid: ["uuid"],
    date: ["date"],
    "date-time": ["date"],
  }),
);

/** Parameters for the two halves of "owner/name". */
const OWNER = /(?:^|_)(?:owner|org|organi[sz]ation|namespace)(?:$|_|slug)/i;
const OWNED = /(?:^|_)(?:repo|repository|project)(?:$|_|name|id|slug)/i;

/** A parameter with what its name and format say, ready to be compared with values. */
export interface Slot {
  readonly parameter: Parameter;
  readonly kinds: ReadonlySet<PlacedValue["kind"]>;
  /** Stems and concepts of its name. */
  readonly terms: ReadonlySet<string>;
  /** The words of its name that an id may begin with the letters of. */
  readonly words: readonly string[];
  /** It takes the first half of "owner/name". */
  readonly isOwner: boolean;
  /** It takes the second. */
  readonly isOwned: boolean;
}

/** Reads a parameter's name and format. */
export function slotOf(parameter: Parameter): Slot {
  const words = wordsOf(parameter.name, 20);
  const stemmed = words.map(stem);
  const kinds = new Set<PlacedValue["kind"]>(FORMAT_KINDS.get(parameter.schema.format ?? "") ?? []);
  for (const word of words)
    for (const [pattern, said] of NAME_KINDS)
      if (pattern.test(word)) for (const kind of said) kinds.add(kind);
  return {
    parameter,
    kinds,
    terms: withConcepts(stemmed),
    words: wordsOf(parameter.name, 12),
    isOwner: OWNER.test(parameter.name),
    isOwned: OWNED.test(parameter.name),
  };
}

/** Stems with their concepts. */
function withConcepts(stemmed: readonly string[]): ReadonlySet<string> {
  return new Set([...stemmed, ...CONCEPT_TABLE.find(stemmed).map(({ label }) => label)]);
}

const NUMERIC = new Set<ValueKind | "name">(["number"]);

/**
 * How well a value suits a parameter: 0 where its type rules it out, else up to about 5: its kind, the words near it that the
 * parameter's name shares, and the type.
 */
export function affinity(value: PlacedValue, slot: Slot): number {
  const { schema } = slot.parameter;
  const type = schema.type === "array" ? (schema.items?.type ?? "string") : (schema.type ?? "string");
  if (type === "number" || type === "integer") {
    if (!NUMERIC.has(value.kind)) return 0;
    return 1.5 + shared(value.near, slot.terms);
  }
  if (type === "boolean" || type === "null") return 0;
  if (type === "object") return value.kind === "json" && value.text.startsWith("{") ? 2 : 0;
  const choices = schema.type === "array" ? schema.items?.choices : schema.choices;
  if (choices !== undefined) {
    return choices.some((choice) => String(choice).toLowerCase() === value.text.toLowerCase()) ? 4 : 0;
  }
  if (value.kind === "pair") return slot.isOwner || slot.isOwned ? 2.4 : slot.kinds.has("path") ? 1.5 : 0.3;
  // A long number is as often an id: to-do 7498765432.
  const isId = value.kind === "number" && /^\d{5,}$/.test(value.text) && slot.kinds.has("identifier");
  const kind = isId || slot.kinds.has(value.kind) ? 2 : slot.kinds.size === 0 ? 0.8 : 0.3;
  return kind + shared(value.near, slot.terms) + kinship(value, slot) + (value.kind === "number" ? -0.2 : 0);
}

/** Ids often begin with the letters of what they name: ord_41, mem_12, rec7Gd2. */
function kinship(value: PlacedValue, slot: Slot): number {
  const prefix = /^[\p{L}]{3,12}(?=[_\-\p{N}])/u.exec(value.text)?.[0].toLowerCase();
  if (prefix === undefined || value.kind !== "identifier") return 0;
  return slot.words.some((word) => word.startsWith(prefix) || prefix === stem(word)) ? 0.8 : 0;
}

function shared(near: ReadonlyMap<string, number>, terms: ReadonlySet<string>): number {
  let sum = 0;
  for (const term of terms) sum += (near.get(term) ?? 0) * (term.startsWith("#") ? 0.4 : 1);
  return Math.min(2, sum);
}
