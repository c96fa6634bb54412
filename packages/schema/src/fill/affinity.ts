import type { Candidate } from "./candidates.js";
import type { Slot } from "./slots.js";

type Kind = Candidate["kind"];

/** What the words of a parameter's name say about the values it takes. */
const NAME_KINDS: readonly (readonly [RegExp, readonly Kind[]])[] = [
  [/^(?:url|uri|href|link|website|endpoint|webhook|homepage|callback)s?$/, ["url"]],
  [/^(?:email|mail|recipient|attendee|invitee)s?$/, ["email"]],
  [
    /^(?:path|file|filename|dir|directory|folder|source|destination|src|dest|glob|pattern|cwd|image|document)s?$/,
    ["path"],
  ],
  [
    /^(?:date|datetime|start|end|from|since|until|due|deadline|timestamp|day|after|before|when)s?$/,
    ["date", "month", "time"],
  ],
  [/^(?:time|hour|at)s?$/, ["time", "date"]],
  [/^(?:month|period)s?$/, ["month"]],
  [/^(?:duration|interval|timeout|wait)s?$/, ["duration"]],
  [/^(?:version|tag|release)s?$/, ["version"]],
  [/^(?:ip|address|host|hostname|cidr|server|subnet)s?$/, ["ip", "path"]],
  [/^(?:phone|mobile|msisdn|tel)s?$/, ["phone"]],
  [
    /^(?:id|uuid|guid|sid|key|ref|hash|sha|token|slug|code|number|device|identifier|gid|handle|issue|ticket|order)s?$/,
    ["identifier", "uuid"],
  ],
  [
    /^(?:query|text|content|message|body|title|description|comment|note|subject|name|search|term|keyword|prompt|question|label|value|reason|summary|caption|headline|topic|command|sql|q)s?$/,
    ["quoted", "name"],
  ],
  [
    /^(?:owner|user|username|author|city|country|region|project|team|organization|company|repo|repository|branch|table|sheet|channel|group|board|symbol|language|origin)s?$/,
    ["name", "identifier", "quoted"],
  ],
];

/** How well the kind of a value suits a parameter that accepts it, 0 to about 2; the words around it not counted. */
export function kindAffinity({ kind, text }: Candidate, slot: Slot): number {
  const { schema } = slot;
  if (kind === "json") return slot.kind === "scalar" ? 0.2 : 2;
  if (schema.enum !== undefined || schema.const !== undefined) return 2.2;
  const types = [schema.type].flat();
  if (types.includes("number") || types.includes("integer")) return 1;
  // Whatever meets a pattern or a format was most likely written to.
  const strict = schema.pattern !== undefined || schema.format !== undefined ? 1.2 : 0;
  const kinds = new Set(
    (slot.labels.at(-1) ?? []).flatMap(
      (word) => NAME_KINDS.find(([pattern]) => pattern.test(word))?.[1] ?? [],
    ),
  );
  if (kind === "number" && /^\d{5,}$/.test(text) && kinds.has("identifier")) return strict + 1.5;
  if (kinds.size > 0) return strict + (kinds.has(kind) ? 1.5 : 0.2);
  return strict + (kind === "quoted" || kind === "name" ? 0.8 : kind === "number" ? 0.15 : 0.5);
}
