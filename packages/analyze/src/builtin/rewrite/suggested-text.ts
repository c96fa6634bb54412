import type { DefectType } from "@gradable/contract";
import type { ToolEvidence } from "../evidence.js";
import { isObject, type Parameter } from "../parameters.js";
import { identifierParts } from "../words.js";
import { parametersText, shown } from "./parameters-text.js";
import { type Subject, severally, sharesAWord, subjectOf } from "./subject.js";

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
  const subject = subjectFor(own);
  const parts: string[] = [];
  if (types.has("name_restates_behavior")) parts.push(usage(own, subject));
  if (types.has("params_unexplained")) parts.push(parametersText(own.parameters.list, subject, unexplained));
  if (types.has("no_return_description")) parts.push(resultText(subject));
  return parts.filter((part) => part !== "").join(" ");
}

/** `add` of numbers is a sum, and adds nothing to anything. */
function subjectFor(own: ToolEvidence): Subject {
  const subject = subjectOf(own.nameParts);
  const required = own.parameters.list.filter((parameter) => parameter.required);
  const isSum =
    subject.act === "add" &&
    /^(?:|two|numbers|integers|two numbers)$/.test(subject.words) &&
    required.length > 0 &&
    required.every(isNumeric);
  return isSum ? { ...subject, act: "work" } : subject;
}

function isNumeric({ schema, types }: Parameter): boolean {
  const of = types[0] === "array" && isObject(schema.items) ? schema.items.type : types[0];
  return of === "number" || of === "integer";
}

/** The required parameter that says which one is meant, preferably named after what the tool acts on (`tableId`). */
function keyParameter(own: ToolEvidence, subject: Subject): string | undefined {
  const keys = own.parameters.list
    .filter(({ required, name }) => {
      const parts = identifierParts(name);
      const last = parts.at(-1) ?? "";
      if (/^(?:number|key)$/.test(last))
        return parts.length > 1 && sharesAWord(parts.slice(0, -1).join(" "), subject);
      return required && /^(?:ids?|uuids?|slug)$/.test(last);
    })
    .map(({ name }) => name);
  return keys.find((name) => sharesAWord(name, subject)) ?? keys.at(-1);
}

/** When to choose the tool, by what its verb means; nothing here depends on how the server carries it out. */
function usage(own: ToolEvidence, subject: Subject): string {
  const { act, words, isPlural, phrase } = subject;
  const the = words === "" ? "what is there" : `the ${words}`;
  const quoted = phrase === "" ? "exactly what its name says" : `“${phrase}”`;
  const they = isPlural ? "they are" : "it is";
  switch (act) {
    case "list": {
      const many = severally(subject);
      const seen =
        words === "" ? "what there is" : `which ${many.words} there ${many.isPlural ? "are" : "is"}`;
      return `Use it to see ${seen}, for instance before choosing what to act on; it should leave everything unchanged.`;
    }
    case "read": {
      const key = keyParameter(own, subject);
      return key === undefined
        ? `Use it to look at ${the} before deciding on a next step; it should leave everything unchanged.`
        : `Use it when ${shown(key)} is already known; otherwise look that up first. It should leave everything unchanged.`;
    }
    case "search":
      return "Use it when only a word or a condition is known, and not yet which one is meant; it should leave everything unchanged.";
    case "create":
      return words === ""
        ? "Use it only when something new is wanted, not to change what already exists."
        : isPlural
          ? `Use it only when new ${words} are wanted, not to change those that already exist.`
          : `Use it only when a new ${words} is wanted, not to change one that already exists.`;
    case "add":
      return `Use it when ${words === "" ? "something" : the} should come on top of what is already there, not in its place.`;
    case "update":
      return words === ""
        ? "Use it when what already exists should be different afterwards; look at its present state before changing it."
        : `Use it when the ${words} should be different afterwards; look at how ${they} now before changing anything.`;
    case "delete":
      return `Use it only when ${quoted} is explicitly wanted, and confirm first: the effect may be impossible to undo.`;
    case "stop":
      return `Use it only when ${quoted} is explicitly wanted; when in doubt, ask first.`;
    case "send":
      return `Use it only when ${quoted} is explicitly wanted: what went out may reach others at once and be impossible to take back.`;
    case "move":
      return `Use it when ${words === "" ? "something" : the} should be in another place afterwards, and no longer in the present one.`;
    case "copy":
      return `Use it when a second ${isPlural || words === "" ? "copy" : words} is wanted and the first should stay as it is.`;
    case "work":
      return `Use it when the outcome of ${quoted} is needed for a next step; it should leave everything unchanged.`;
    case "take":
      return `Use it when the outcome of ${quoted} is needed for a next step; it should leave its source unchanged.`;
    default:
      return `Use it only when the request really asks for ${quoted}, not for something merely similar.`;
  }
}

/** What presumably comes back, by what the verb means. */
function resultText(subject: Subject): string {
  const { act, words, isObject: namesObject, isPlural } = subject;
  switch (act) {
    case "list":
      return words === ""
        ? "Presumably returns what was found."
        : `Presumably returns the ${severally(subject).words} that were found, possibly none.`;
    case "read":
    case "take":
      return words === "" || !namesObject
        ? "Presumably returns what was asked for."
        : `Presumably returns the ${words} asked for.`;
    case "search":
      return namesObject
        ? `Presumably returns the ${severally(subject).words} found, possibly none.`
        : "Presumably returns what was found, possibly nothing.";
    case "create":
      return words === ""
        ? "Presumably returns what was created, or its identifier."
        : `Presumably returns the new ${words}, or ${isPlural ? "their identifiers" : "its identifier"}.`;
    case "add":
      return "Presumably returns what was added, or a confirmation.";
    case "update":
      return words === ""
        ? "Presumably returns the state after the change, or a confirmation."
        : `Presumably returns the ${words} as ${isPlural ? "they are" : "it is"} after the change, or a confirmation.`;
    case "delete":
    case "stop":
    case "send":
    case "move":
    case "copy":
      return "Presumably returns a confirmation, or an error that says why it failed.";
    default:
      return "Presumably returns the outcome, or an error that says why there is none.";
  }
}
