import type { DefectType, SurfaceTool } from "@gradable/contract";
import type { ToolIntent } from "@gradable/intent";
import { type Parameter, parametersOf, type SimpleSchema } from "@gradable/schema";

/** What a suggestion is made from: what was found of a tool, and the tools it is confused with. */
export interface Subject {
  readonly tool: SurfaceTool;
  readonly intent: ToolIntent;
  readonly types: ReadonlySet<DefectType>;
  /** Names of the parameters that nothing explains. */
  readonly unexplained: readonly string[];
  /** The tools it is confused with. */
  readonly neighbours: readonly SurfaceTool[];
}

/** Most parameters, values of one, and neighbours that are told. */
const MAX_PARAMETERS = 3;
const MAX_VALUES = 6;
const MAX_NEIGHBOURS = 1;

/**
 * Text to append to a defective description. What only the author can know comes first, as blanks to fill in (`[returns: …]`);
 * then facts that schema, annotations and neighbours hold and the description doesn't say.
 */
export function suggestedText(subject: Subject): string {
  return [...blanks(subject), ...facts(subject)].join(" ");
}

function blanks({ types, unexplained, neighbours }: Subject): string[] {
  const found: string[] = [];
  const near = neighbours.map(({ name }) => shown(name)).filter((name) => name !== undefined);
  if (types.has("name_restates_behavior") && near.length === 0) found.push("[when to use this: …]");
  for (const name of near.slice(0, MAX_NEIGHBOURS)) found.push(`[when to use this instead of ${name}: …]`);
  if (types.has("params_unexplained")) {
    const names = unexplained.slice(0, MAX_PARAMETERS).map(shown);
    for (const name of names) if (name !== undefined) found.push(`[what ${name} takes: …]`);
    if (unexplained.length === 0) found.push("[parameters that the input schema should declare: …]");
  }
  if (types.has("no_return_description")) found.push("[returns: …]");
  return found;
}

function facts({ tool, intent, neighbours }: Subject): string[] {
  const description = tool.description ?? "";
  const parameters = parametersOf(tool);
  const told = parameters
    .filter(({ name }) => !description.includes(name))
    .flatMap((parameter) => factOf(parameter) ?? [])
    .slice(0, MAX_PARAMETERS);
  return [
    ...(told.length === 0 ? [] : [`${told.join("; ")}.`]),
    ...effectFacts(tool, intent),
    ...neighbours.slice(0, MAX_NEIGHBOURS).flatMap((other) => difference(tool, other) ?? []),
  ];
}

/** What a schema lets be said of a parameter: its values, its default, its bounds; `undefined` where it holds none of them. */
function factOf({ name, schema }: Parameter): string | undefined {
  const label = shown(name);
  if (label === undefined) return undefined;
  const said: string[] = [];
  const values = (schema.choices ?? []).map(value).filter((one) => one !== undefined);
  if (values.length > 1) {
    const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : "";
    said.push(`one of ${values.slice(0, MAX_VALUES).join(", ")}${more}`);
  }
  const usual = value(schema.default);
  if (usual !== undefined) said.push(`${usual} unless given`);
  said.push(...bounds(schema));
  return said.length === 0 ? undefined : `${label}: ${said.join(", ")}`;
}

function bounds({ minimum, maximum, maxItems, maxLength }: SimpleSchema): string[] {
  const said: string[] = [];
  const telling = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  if (telling(minimum) && telling(maximum)) said.push(`${minimum} to ${maximum}`);
  else if (telling(maximum)) said.push(`at most ${maximum}`);
  if (maxItems !== undefined) said.push(`at most ${maxItems} entries`);
  if (maxLength !== undefined && maxLength < 100_000) said.push(`at most ${maxLength} characters`);
  return said;
}

/** What the annotations declare and, of a tool that removes, the name; nothing that the description says itself. */
function effectFacts({ annotations }: SurfaceTool, { effect, name }: ToolIntent): string[] {
  if (annotations?.readOnlyHint === true && effect.evidence !== "stated") return ["It changes nothing."];
  if (annotations?.destructiveHint === true && annotations.readOnlyHint !== true)
    return ["It may delete or overwrite what exists."];
  if (name.act === "delete" && effect.effect === "destructive" && effect.evidence === "implied")
    return ["It deletes what it is given."];
  return [];
}

/** What the inputs tell apart of two tools: what the one requires and the other doesn't. */
function difference(tool: SurfaceTool, other: SurfaceTool): string | undefined {
  const [own, others] = [required(tool), required(other)];
  const onlyOwn = own.filter((name) => !others.includes(name)).slice(0, 3);
  const onlyOther = others.filter((name) => !own.includes(name)).slice(0, 3);
  const name = shown(other.name);
  if (name === undefined || (onlyOwn.length === 0 && onlyOther.length === 0)) return undefined;
  if (onlyOther.length === 0) return `It requires ${onlyOwn.join(" and ")}; ${name} does not.`;
  if (onlyOwn.length === 0) return `${name} requires ${onlyOther.join(" and ")}; this does not.`;
  return `It requires ${onlyOwn.join(" and ")}; ${name} requires ${onlyOther.join(" and ")}.`;
}

function required(tool: SurfaceTool): string[] {
  return parametersOf(tool)
    .filter((one) => one.required)
    .flatMap(({ name }) => shown(name) ?? []);
}

/** A value as it may stand in our text: a number, true or false, a short word. */
function value(declared: unknown): string | undefined {
  if (typeof declared === "number" || typeof declared === "boolean") return String(declared);
  return typeof declared === "string" && declared.length <= 40 ? shown(declared) : undefined;
}

/** A declared name as it may stand in our text: identifiers only. */
function shown(name: string): string | undefined {
  return /^[\p{L}\p{N}_$.@/:-]{1,64}$/u.test(name) ? `\`${name}\`` : undefined;
}
