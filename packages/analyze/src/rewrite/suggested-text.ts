import type { DefectType } from "@gradable/contract";
import type { ToolEvidence } from "../evidence.js";
import { type ActionClass, actionClasses, STOPWORDS } from "../lexicon.js";
import { isObject, type Parameter } from "../parameters.js";

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
  if (types.has("params_unexplained")) parts.push(parametersText(own, unexplained));
  if (types.has("no_return_description")) parts.push(resultText(own, subject));
  return parts.filter((part) => part !== "").join(" ");
}

interface Subject {
  readonly action: ActionClass | undefined;
  /** What the name says the tool acts on, as words: "pull request"; "item" when it says nothing. */
  readonly words: string;
}

function subjectOf(own: ToolEvidence): Subject {
  const stems = own.nameStems;
  const last = stems.length - 1;
  const at =
    actionClasses(stems[0] ?? "").size > 0
      ? 0
      : last > 0 && actionClasses(stems[last] ?? "").size > 0
        ? last
        : -1;
  const [action] = at === -1 ? [] : [...actionClasses(stems[at] ?? "")];
  const words = own.nameParts
    .filter((part, index) => index !== at && !STOPWORDS.has(stems[index] ?? "") && part.length > 1)
    .slice(-3);
  return { action, words: words.length === 0 ? "item" : words.join(" ").slice(0, 48) };
}

/** When to choose the tool, by what its verb does; nothing here depends on how the server carries it out. */
function usage(own: ToolEvidence, { action, words }: Subject): string {
  const key = own.parameters.list.find(
    (parameter) => parameter.required && /(?:id|key|uuid|slug|number)s?$/i.test(parameter.name),
  );
  switch (action) {
    case "list":
      return `Use it to see which ${words} there are, for instance before choosing one to act on; it should leave them unchanged.`;
    case "read":
      return key === undefined
        ? `Use it to look at the ${words} before deciding on a next step; it should leave everything unchanged.`
        : `Use it when ${shown(key.name)} is already known; otherwise look that up first. It should leave everything unchanged.`;
    case "search":
      return `Use it when only a word or condition is known instead of an exact identifier; it should leave everything unchanged.`;
    case "create":
      return `Use it only when a further ${words} is wanted; look first whether one is already there, since repeating the call may make a duplicate.`;
    case "update":
      return `Use it when the ${words} is already there and should be different afterwards; look at the present state before changing it.`;
    case "delete":
    case "stop":
      return `Use it only when this is explicitly wanted, and confirm first: the effect may be impossible to undo.`;
    case "send":
    case "upload":
      return `Use it only when this should really go out: once sent, others may notice it and it may be impossible to take back.`;
    case "move":
    case "copy":
    case "merge":
      return `Use it only after checking both sides, because the change may be hard to undo.`;
    case "capture":
    case "compute":
    case "download":
      return `Use it when that outcome is needed for a next step; it should leave the source unchanged.`;
    default:
      return `Use it only when exactly this effect is wanted now, and check the state afterwards, since it may change.`;
  }
}

const MAX_EXPLAINED = 6;

function parametersText(own: ToolEvidence, unexplained: readonly string[]): string {
  if (own.parameters.list.length === 0) {
    return "The input schema declares no parameters: those that the call takes must be declared there first.";
  }
  const wanted = own.parameters.list.filter((parameter) => unexplained.includes(parameter.name));
  const explained = wanted.slice(0, MAX_EXPLAINED).map(explanation);
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
function explanation(parameter: Parameter): string {
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
  else if (parameter.types.includes("object"))
    facts.push("its members are declared nowhere and must be added to the schema");
  return `${shown(parameter.name)} (${facts.join(", ")})`;
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
