import { type JsonValue, plainText } from "@gradable/contract";
import type { SurfaceEvidence, ToolEvidence } from "../evidence.js";
import { actionClasses, HOLLOW_WORDS, STOPWORDS, synonyms } from "../lexicon.js";
import { childSchemas, isObject, isOpen, type Parameter, parametersOf } from "../parameters.js";
import { identifierParts, stem, stemSet, words } from "../words.js";
import type { DefectRule } from "./rule.js";

/**
 * Asks of every required parameter whether its meaning or its accepted values appear anywhere: its own text, its schema
 * (enum, format, pattern, bounds, example, default, described members), the tool's description, or a name that is plain
 * beside the tool's name. Gives up: it believes any text of two words, and a plain name (`path`) whatever its format.
 */
export const paramsUnexplained: DefectRule = {
  type: "params_unexplained",
  question:
    "Does every required parameter's meaning, accepted values or default appear somewhere the agent can see?",
  reads: "name, description, input schema",
  check(own, surface) {
    const { state, list } = own.parameters;
    if (state === "unreadable") return null;
    if (state === "absent" || state === "none") {
      if (!plainlyNeedsParameters(own, state)) return null;
      return {
        evidence: `The input schema of ${own.shownName} declares no parameters, although what it does cannot be asked for without saying what to act on.`,
      };
    }
    const unexplained = list.filter(
      (parameter) => parameter.required && !isExplained(parameter, own, surface),
    );
    if (unexplained.length === 0) return null;
    const names = unexplained.map((parameter) => parameter.name);
    const shown = names.slice(0, 3).map((name) => `“${plainText(name, { maxChars: 60 })}”`);
    const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
    return {
      evidence: `${own.shownName} requires ${shown.join(", ")}${more}, and neither the schema nor the description says what ${names.length === 1 ? "it means or accepts" : "they mean or accept"}.`,
      parameters: names.slice(0, 20),
    };
  },
};

/** Names that say what to put in on their own, whatever the tool; reviewed by hand. */
const PLAIN_NAMES = stemSet(
  (
    "path file filename filepath directory folder dir source destination src dst target from to url uri link href domain host hostname port ip address owner repo " +
    "repository org organization branch sha commit tag title name label body content text message comment description subject email phone username password " +
    "user date time day month year start end since until before after limit offset page count size width height depth x y latitude longitude lat lng lon " +
    "city country region state zip language locale lang timezone currency amount price quantity color enabled " +
    "id ids uuid pid key value number index position row column line command code html css script sql prompt question topic token file_path first last"
  ).split(" "),
);
/** Words that promise a fixed shape which an open object then does not show. */
const HIDDEN_SHAPE = stemSet(
  "definition metadata config configuration settings options spec specification payload schema structure params parameters args arguments body".split(
    " ",
  ),
);
/** Names of objects whose keys the caller owns: a map needs no declared members. */
const FREE_MAPS = stemSet(
  "fields properties values data variables headers attributes record row env environment labels tags inputs context".split(
    " ",
  ),
);

function isExplained(parameter: Parameter, own: ToolEvidence, surface: SurfaceEvidence): boolean {
  if (hasHiddenShape(parameter)) return isDescribedShape(parameter, own);
  if (hidesMembers(parameter, own, surface)) return false;
  if (isClosedSet(parameter, own)) return false;
  if (saysMore(parameter)) return true;
  if (constrains(parameter.schema)) return true;
  if (explainsItself(parameter.schema, 0)) return true;
  if (isMentioned(parameter, own)) return true;
  return isPlainName(parameter, own, surface);
}

/** Members of which nothing is said from which an object is a guess, besides any such member that is required. */
const MEMBERS_UNSAID = 2;

/** An object whose declared members are bare: none of their text, type or name says what to put in. */
function hidesMembers(parameter: Parameter, own: ToolEvidence, surface: SurfaceEvidence): boolean {
  const { schema } = parameter;
  if (!isObject(schema.properties)) return false;
  const members = parametersOf(schema).list.filter((member) => {
    if (member.description !== "" || constrains(member.schema) || explainsItself(member.schema, 0))
      return false;
    return !mentionsByName(member.name, own.tool.description) && !isPlainName(member, own, surface);
  });
  return members.length >= MEMBERS_UNSAID || members.some(({ required }) => required);
}

/** Names of what takes one of a few values that only the server knows. */
const CLOSED_SETS = stemSet(
  "type kind mode status state category unit level role visibility scope".split(" "),
);
/** Most words of a text that only says again that it is such a value ("Source unit", "The type of account"). */
const RESTATING_WORDS = 3;

/** A text that takes one of a closed set, of which neither the schema nor any text gives one. */
function isClosedSet(parameter: Parameter, own: ToolEvidence): boolean {
  if (!parameter.types.includes("string") || constrains(parameter.schema)) return false;
  const said = words(parameter.description.slice(0, 400).replace(/\bto \w+/g, " ")).filter(
    (word) => !STOPWORDS.has(word.stem),
  );
  if (said.length === 0 || said.length > RESTATING_WORDS) return false;
  if (![said[0], said.at(-1)].some((word) => word !== undefined && CLOSED_SETS.has(word.stem))) return false;
  return !SHOWS_VALUES.test(parameter.description) && !SHOWS_VALUES.test(own.tool.description);
}
const SHOWS_VALUES =
  /["'`“‘]\w|\be\.g\b|such as|for example|\b(?:one of|either|like|from)\b|\w+ ?[/|] ?\w+|, (?:or|and) /i;

/** Own text of two words or more, or one that is not just the parameter's name. */
function saysMore(parameter: Parameter): boolean {
  if (parameter.description === "") return false;
  const name = new Set(identifierParts(parameter.name).map(stem));
  const list = words(parameter.description.slice(0, 2_000));
  if (list.length === 0) return false;
  return list.length >= 2 || !list.every((word) => name.has(word.stem));
}

/** The schema itself says which values it takes. */
function constrains(schema: { readonly [key: string]: JsonValue }): boolean {
  if (
    ["enum", "const", "format", "pattern", "examples", "example", "default", "minimum", "maximum"].some(
      (key) => key in schema,
    )
  )
    return true;
  return schema.type === "boolean" || schema.type === "null";
}

/** Own text from which an open nested object counts as described. */
const DESCRIBED_CHARS = 60;

/** A nested schema that is described, constrained, defined elsewhere or has named members; bounded in depth. */
function explainsItself(schema: { readonly [key: string]: JsonValue }, depth: number): boolean {
  if ("$ref" in schema || constrains(schema)) return true;
  // The parameter's own text (depth 0) has been read before; see saysMore.
  if (depth > 0 && typeof schema.description === "string" && schema.description.trim() !== "") {
    return !isOpen(schema) || schema.description.length >= DESCRIBED_CHARS;
  }
  if (isObject(schema.properties) && Object.keys(schema.properties).length > 0) {
    return Object.values(schema.properties).some((member) => !isObject(member) || !isOpen(member));
  }
  return depth < 3 && childSchemas(schema).some((child) => explainsItself(child, depth + 1));
}

/** An open object whose text or name promises a shape ("field definition", "metadata") that is declared nowhere. */
function hasHiddenShape(parameter: Parameter): boolean {
  const shapes = [
    parameter.schema,
    ...(parameter.types.includes("object") ? childSchemas(parameter.schema) : []),
  ];
  return shapes.some((schema) => {
    if (!isOpen(schema)) return false;
    const text = typeof schema.description === "string" ? schema.description : parameter.description;
    const said = [
      ...identifierParts(parameter.name).map(stem),
      ...words(text.slice(0, 200)).map((word) => word.stem),
    ];
    if (said.some((one) => HIDDEN_SHAPE.has(one))) return true;
    // A map's keys are the caller's; an entry of a list has a shape.
    const isMap = schema.type !== "array" && said.some((one) => FREE_MAPS.has(one));
    if (schema.type === "array" && text.trim() === "") return true;
    return !isMap && text.trim() === "" && schema.type === "object";
  });
}

/** A long text, an example or a JSON fragment shows the shape although the schema does not. */
function isDescribedShape(parameter: Parameter, own: ToolEvidence): boolean {
  const texts = [parameter.description, ...childSchemas(parameter.schema).map((child) => child.description)];
  if (texts.some((text) => typeof text === "string" && (text.length > 90 || SHOWS_SHAPE.test(text))))
    return true;
  if ("examples" in parameter.schema || "default" in parameter.schema) return true;
  const name = parameter.name.toLowerCase();
  return own.sentences.some(({ text }) => {
    const lower = text.toLowerCase();
    if (!mentionsByName(name, lower)) return false;
    // "the body can change its name, status, schedule, …": a list of members after the parameter's name.
    return SHOWS_SHAPE.test(text) || lower.slice(lower.indexOf(name)).split(",").length > 2;
  });
}
const SHOWS_SHAPE = /[{[=]|e\.g\.|example|such as/i;

/** The description names the parameter, as written or by its telling word. */
function isMentioned(parameter: Parameter, own: ToolEvidence): boolean {
  // A name of one or two letters is only believed in code marks: "a" is a word of its own.
  const marked = parameter.name.length > 2 ? parameter.name : `\`${parameter.name}\``;
  if (mentionsByName(marked, own.tool.description)) return true;
  const telling = identifierParts(parameter.name)
    .map(stem)
    .filter((part) => !HOLLOW_WORDS.has(part) && !STOPWORDS.has(part) && part.length > 2);
  if (telling.length === 0) return false;
  const said = new Set(own.sentences.flatMap((sentence) => sentence.words.map((word) => word.stem)));
  return telling.every((part) => [...synonyms(part)].some((one) => said.has(one)));
}

function mentionsByName(name: string, description: string): boolean {
  const text = description.slice(0, 8_000);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}_]/u.test(text[at + name.length] ?? " "))
      return true;
  }
  return false;
}

/** A plain noun (`path`, `title`), alone or qualified by something the tool's name or the surface speaks of (`issue_number`). */
function isPlainName(parameter: Parameter, own: ToolEvidence, surface: SurfaceEvidence): boolean {
  if (isOpen(parameter.schema)) return false;
  const parts = identifierParts(parameter.name).map(stem);
  const last = parts.at(-1);
  if (last === undefined) return false;
  const known = new Set(own.nameStems.flatMap((part) => [...synonyms(part)]));
  const knows = (part: string) =>
    PLAIN_NAMES.has(part) ||
    known.has(part) ||
    known.has(stem(part.replace(/s$/, ""))) ||
    surface.subjectStems.has(part);
  return knows(last) || (parts.length > 1 && parts.some(knows));
}

/**
 * What cannot be asked for without an argument. A schema without any `properties` was probably never filled in, so a
 * verb that needs an object is enough; an explicit empty list is believed unless the text itself speaks of a given thing.
 */
function plainlyNeedsParameters(own: ToolEvidence, state: "absent" | "none"): boolean {
  if (own.readability === "other") return false;
  const first = own.sentences[0];
  const text = (first?.text ?? "").toLowerCase();
  const given =
    /\b(?:by (?:its |their |the )?(?:id|ids|name|names|url|path|key)|(?:a|the) (?:given|specified)|matching (?:a|the)|for (?:a|the) (?:given|specified))\b/.test(
      text,
    );
  if (given) return true;
  if (state === "none") return false;
  const verb = own.nameStems[0] ?? "";
  const classes = actionClasses(verb);
  if (
    ["create", "update", "delete", "search", "send", "move", "copy", "upload", "merge"].some((one) =>
      classes.has(one as never),
    )
  )
    return true;
  return (
    classes.has("read") && /\b(?:contents? of|details? of|information about) (?:a|an|the|one) \b/.test(text)
  );
}
