import { isObject, isOpen, type Parameter } from "../parameters.js";
import { identifierParts } from "../words.js";
import { type Subject, sharesAWord } from "./subject.js";

const MAX_EXPLAINED = 6;
const MAX_MEMBERS = 5;
const MAX_NAME_WORDS = 4;

/** What the unexplained parameters take, as far as the schema and their names say; what neither says is left to be filled in. */
export function parametersText(
  list: readonly Parameter[],
  subject: Subject,
  unexplained: readonly string[],
): string {
  if (list.length === 0) return "Parameters: to be filled in, since the input schema declares none.";
  const wanted = list.filter((parameter) => unexplained.includes(parameter.name));
  if (wanted.length === 0) return "";
  const explained = wanted.slice(0, MAX_EXPLAINED).map((parameter) => explanation(parameter, subject));
  const more =
    wanted.length > MAX_EXPLAINED ? `; to be filled in: ${wanted.length - MAX_EXPLAINED} more` : "";
  return `Parameters: ${explained.join("; ")}${more}.`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "nothing",
};

/** `scope` (text, at least 1 character): its type, bounds and members as the schema declares them. */
function explanation(parameter: Parameter, subject: Subject): string {
  const { schema } = parameter;
  const facts = [parameter.types.map((type) => TYPE_WORDS[type] ?? "a value").join(" or ") || "any value"];
  const bounds: [string, string, string][] = [
    ["minLength", "at least", "character"],
    ["maxLength", "at most", "character"],
    ["minItems", "at least", "entry"],
    ["maxItems", "at most", "entry"],
    ["minimum", "at least", ""],
    ["maximum", "at most", ""],
  ];
  for (const [key, text, unit] of bounds) {
    const value = schema[key];
    if (typeof value === "number")
      facts.push(`${text} ${value}${unit === "" ? "" : ` ${counted(unit, value)}`}`);
  }
  const items = schema.items;
  const members = isObject(schema.properties)
    ? schema.properties
    : isObject(items) && isObject(items.properties)
      ? items.properties
      : {};
  const names = Object.keys(members).slice(0, MAX_MEMBERS).map(shown);
  if (names.length > 0) facts.push(`with ${names.join(", ")}`);
  else if (parameter.types.includes("object") || isOpen(schema)) {
    facts.push("to be filled in: members that the schema does not declare");
  }
  return `${shown(parameter.name)} (${facts.join(", ")}${meaning(parameter, subject)})`;
}

/** What the name lets one presume; nothing for objects, whose members are the point. */
function meaning(parameter: Parameter, subject: Subject): string {
  if (parameter.types.includes("object") || isOpen(parameter.schema)) return "";
  if (/^(?:q|query|keywords?|search)$/i.test(parameter.name)) return "; presumably what to search for";
  const words = identifierParts(parameter.name).filter((part) => part.length > 1);
  if (words.length === 0 || words.length > MAX_NAME_WORDS) return "";
  const name = words.join(" ");
  if (name.length > 48) return "";
  const of = subject.isObject && !sharesAWord(parameter.name, subject) ? ` of the ${subject.words}` : "";
  return `; presumably the ${name}${of}`;
}

function counted(unit: string, count: number): string {
  if (count === 1) return unit;
  return unit === "entry" ? "entries" : `${unit}s`;
}

/** A declared name as it may stand in our text: identifiers only; anything else is left unnamed. */
export function shown(name: string): string {
  return /^[\p{L}\p{N}_$.@[\]-]{1,64}$/u.test(name)
    ? `\`${name}\``
    : "a parameter whose name is not an identifier";
}
