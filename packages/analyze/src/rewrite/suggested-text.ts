import type { DefectType } from "@gradable/contract";
import type { ToolEvidence } from "../evidence.js";
import { type ActionClass, actionClasses, STOPWORDS } from "../lexicon.js";
import { verbPosition } from "../name-verb.js";
import { isObject, isOpen, type Parameter } from "../parameters.js";
import { identifierParts, stem } from "../words.js";

/**
 * Text to append to a defective description, in our words, from the name and the schema alone. It repairs what was found:
 * when to use the tool, what the unexplained parameters take, what presumably comes back. Hedged where the declaration
 * does not say it, because whoever applies it has to check it against the implementation.
 */
export function suggestedText(
  own: ToolEvidence,
  types: ReadonlySet<DefectType>,
  unexplained: readonly string[],
): string {
  const subject = subjectOf(own);
  const parts: string[] = [];
  if (types.has("name_restates_behavior")) parts.push(usage(own, subject));
  if (types.has("params_unexplained")) parts.push(parametersText(own, subject, unexplained));
  if (types.has("no_return_description")) parts.push(resultText(own, subject));
  return parts.filter((part) => part !== "").join(" ");
}

interface Subject {
  readonly action: ActionClass | undefined;
  /** What the name says the tool acts on, as words: "pull request"; "item" when it says nothing. */
  readonly words: string;
  /** The whole name as words: "go back". */
  readonly phrase: string;
}

/** Most words of a name that are put into our sentences. */
const MAX_NAME_WORDS = 4;

function subjectOf(own: ToolEvidence): Subject {
  const at = verbPosition(own.nameStems);
  const [action] = at === -1 ? [] : [...actionClasses(own.nameStems[at] ?? "")];
  const objects = own.nameParts.filter(
    (part, index) =>
      index !== at &&
      !(at === 0 && index === 2 && own.nameParts[1] === "or") &&
      !STOPWORDS.has(own.nameStems[index] ?? "") &&
      part.length > 1,
  );
  const join = (parts: readonly string[]) => parts.slice(-MAX_NAME_WORDS).join(" ").slice(0, 48);
  return {
    action,
    words: join(objects) || "item",
    phrase: own.nameParts.slice(0, MAX_NAME_WORDS).join(" ").slice(0, 48) || "this",
  };
}

/** The required parameter that says which one is meant, preferably named after what the tool acts on (`tableId`). */
function keyParameter(own: ToolEvidence, words: string): Parameter | undefined {
  const keys = own.parameters.list.filter(
    (parameter) => parameter.required && /(?:id|key|uuid|slug|number)s?$/i.test(parameter.name),
  );
  const objects = new Set(words.split(" ").map(stem));
  return (
    keys.find(({ name }) => identifierParts(name).some((part) => objects.has(stem(part)))) ?? keys.at(-1)
  );
}

/** When to choose the tool, by what its verb does; nothing here depends on how the server carries it out. */
function usage(own: ToolEvidence, { action, words, phrase }: Subject): string {
  const key = keyParameter(own, words);
  switch (action) {
    case "list":
      return `Use it to see which ${words} there are, for instance before choosing one to act on; it should leave them unchanged.`;
    case "read":
      return key === undefined
        ? `Use it to look at the ${words} before deciding on a next step; it should leave everything unchanged.`
        : `Use it when ${shown(key.name)} of the ${words} is already known; otherwise look that up first. It should leave everything unchanged.`;
    case "search":
      return `Use it when only a word or condition is known instead of the exact ${words}; it should leave everything unchanged.`;
    case "create":
      return `Use it only when a further ${words} is wanted; look first whether one is already there, since repeating the call may make a duplicate.`;
    case "update":
      return `Use it when the ${words} is already there and should be different afterwards; look at the present state before changing it.`;
    case "delete":
    case "stop":
      return `Use it only when “${phrase}” is explicitly wanted, and confirm first: the effect may be impossible to undo.`;
    case "send":
    case "upload":
      return `Use it only when the ${words} should really go out: afterwards others may notice, and it may be impossible to take back.`;
    case "move":
    case "copy":
    case "merge":
      return `Use it only after checking both sides of “${phrase}”, because the change may be hard to undo.`;
    case "capture":
    case "compute":
    case "download":
      return `Use it when the outcome of “${phrase}” is needed for a next step; it should leave the source unchanged.`;
    default:
      return `Use it only when “${phrase}” is exactly the effect wanted now, and check the state afterwards, since it may differ.`;
  }
}

const MAX_EXPLAINED = 6;

function parametersText(own: ToolEvidence, subject: Subject, unexplained: readonly string[]): string {
  if (own.parameters.list.length === 0) {
    return "The input schema declares no parameters: those that the call takes must be declared there first.";
  }
  const wanted = own.parameters.list.filter((parameter) => unexplained.includes(parameter.name));
  const explained = wanted.slice(0, MAX_EXPLAINED).map((parameter) => explanation(parameter, subject));
  const more = wanted.length > MAX_EXPLAINED ? `; and ${wanted.length - MAX_EXPLAINED} more to explain` : "";
  return explained.length === 0 ? "" : `Parameters: ${explained.join("; ")}${more}.`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** `scope` (text, at least 1 character): its type, bounds and members as the schema declares them. */
function explanation(parameter: Parameter, subject: Subject): string {
  const { schema } = parameter;
  const facts = [parameter.types.map((type) => TYPE_WORDS[type] ?? "a value").join(" or ") || "any value"];
  const number = (key: string) => (typeof schema[key] === "number" ? schema[key] : undefined);
  const bounds: [string, string][] = [
    ["minLength", "at least % characters"],
    ["maxLength", "at most % characters"],
    ["minItems", "at least % entries"],
    ["maxItems", "at most % entries"],
    ["minimum", "from %"],
    ["maximum", "up to %"],
  ];
  for (const [key, text] of bounds) {
    const value = number(key);
    if (value !== undefined) facts.push(text.replace("%", String(value)));
  }
  const items = schema.items;
  const members = isObject(schema.properties)
    ? schema.properties
    : isObject(items) && isObject(items.properties)
      ? items.properties
      : {};
  const names = Object.keys(members).slice(0, 5).map(shown);
  if (names.length > 0) facts.push(`with ${names.join(", ")}`);
  else if (parameter.types.includes("object") || isOpen(schema)) {
    facts.push("its members are declared nowhere and must be added to the schema");
  }
  return `${shown(parameter.name)} (${facts.join(", ")}${meaning(parameter, subject)})`;
}

/** What the name lets one presume; nothing for objects, whose members are the point. */
function meaning(parameter: Parameter, subject: Subject): string {
  if (parameter.types.includes("object") || isOpen(parameter.schema)) return "";
  if (/^(?:q|query|keywords?|search)$/i.test(parameter.name)) return "; presumably what to search for";
  const words = identifierParts(parameter.name).filter((part) => part.length > 1);
  if (words.length === 0) return "";
  return `; presumably the ${words.slice(0, MAX_NAME_WORDS).join(" ").slice(0, 48)} of the ${subject.words}`;
}

/** What presumably comes back, by what the verb does. */
function resultText(_own: ToolEvidence, { action, words }: Subject): string {
  switch (action) {
    case "list":
    case "read":
    case "capture":
    case "download":
      return `Presumably returns the ${words} it was asked for.`;
    case "search":
      return `Presumably returns the ${words} that match, possibly none.`;
    case "create":
      return `Presumably returns the new ${words} or its identifier.`;
    case "update":
      return `Presumably returns the ${words} as it is after the change, or a confirmation.`;
    case "compute":
      return `Presumably returns the outcome for the ${words}.`;
    default:
      return "Presumably returns a confirmation, or an error that says why it failed.";
  }
}

/** A declared name as it may stand in our text: identifiers only; anything else is left unnamed. */
function shown(name: string): string {
  return /^[\p{L}\p{N}_$.@[\]-]{1,64}$/u.test(name)
    ? `\`${name}\``
    : "a parameter whose name is not an identifier";
}
