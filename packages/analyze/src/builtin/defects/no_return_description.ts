import type { JsonValue } from "@gradable/contract";
import type { SurfaceEvidence, ToolEvidence } from "../evidence.js";
import { actionClasses, STOPWORDS } from "../lexicon.js";
import { verbPosition } from "../name-verb.js";
import { childSchemas, isObject } from "../parameters.js";
import { mentions, type Sentence } from "../prose.js";
import { stemSet, type Word, words } from "../words.js";
import type { DefectRule } from "./rule.js";

/**
 * Asks whether a reader learns what comes back. A fetch verb with an object does ("Get the reviews …"), "Search for …"
 * alone does not, an effect ("Create …") does not. Gives up: a result described without any word of returning.
 */
export const noReturnDescription: DefectRule = {
  type: "no_return_description",
  question: "Does the description say what the call returns, or does outputSchema make it explicit?",
  reads: "name, description, output schema",
  check(own, surface) {
    if (isExplicitOutput(own.outputSchema)) return null;
    if (own.readability === "other") return null;
    const opening = own.sentences.findIndex((sentence) =>
      saysSomething(
        sentence.words.filter((word) => !OPENINGS.has(word.text)),
        0,
      ),
    );
    if (
      own.sentences.some(
        (sentence, at) =>
          isResultHeading(sentence, own.sentences[at + 1]) ||
          saysResult(sentence, at === opening, own, surface),
      )
    )
      return null;
    const schema =
      own.outputSchema === undefined
        ? "there is no output schema"
        : "the output schema names no more than one bare value";
    return {
      evidence:
        own.readability === "none"
          ? `${own.shownName} has no description, and ${schema}: nothing says what a call returns.`
          : `The description of ${own.shownName} tells what a call does but not what it returns, and ${schema}.`,
    };
  },
};

/** Verbs whose object is what comes back. */
const YIELD_VERBS = stemSet(
  (
    "get fetch retrieve obtain read list return show view display describe load obtain inspect print lookup query extract convert calculate compute " +
    "count aggregate generate capture take collect gather enumerate translate summarize echo render scrape detect estimate measure " +
    "predict suggest recommend explain download pull access acquire browse see decode encode parse compress transcribe compare rank " +
    "preview tail dump reveal expose diff trace check"
  ).split(" "),
);
/** "Check" yields only what it checks for: "check if …", "check the status". */
const CHECK_OBJECTS = new Set("if whether status state health availability balance".split(" "));
/** Words that may stand before the verb of a tool's sentence. */
const OPENINGS = new Set(
  "this tool endpoint function api method command action operation use used it to for can you will lets allows let allow enables enable call also purpose the a an automatically then 1 2 3 4 5 6 7 8 9".split(
    " ",
  ),
);
/** Words that may stand in for "the result" and say nothing of it. */
const EMPTY_RESULT = stemSet(
  "result response output data value information info success successfully call operation request answer everything something back".split(
    " ",
  ),
);

/** A heading of its own line ("Returns:") with something said under it. */
function isResultHeading(sentence: Sentence, next: Sentence | undefined): boolean {
  const list = sentence.words;
  if (next === undefined || list.length > 3) return false;
  return (
    list.some((word) => RESULT_HEADING.has(word.text)) &&
    !saysSomething(
      list.filter((word) => !RESULT_HEADING.has(word.text)),
      0,
    ) &&
    saysSomething(next.words.length > 1 ? next.words : [], 0)
  );
}
const RESULT_HEADING = new Set("returns return output outputs response result results format".split(" "));

function saysResult(
  sentence: Sentence,
  isOpening: boolean,
  own: ToolEvidence,
  surface: SurfaceEvidence,
): boolean {
  const about = sentence.words.slice(0, wordsBeforeMention(sentence, own, surface));
  return hasResultWord(about) || opensWithYieldVerb(about) || (isOpening && isNounPhraseOfFetch(about, own));
}

/** "Returns the diff", "output: JSON", "the result is …": a result word used as one, and something said of it. */
function hasResultWord(list: readonly Word[]): boolean {
  return list.some((word, at) => {
    const before = list[at - 1]?.text;
    const next = list[at + 1]?.text;
    switch (word.text) {
      case "returns":
      case "returning":
      case "yields":
      case "outputs":
      case "emits":
      case "produces":
      case "responds":
        return next !== "to" && saysSomething(list, at + 1);
      case "return":
      case "output":
        // As a verb, or as the label of a section ("Output: …", "Return value: …").
        return (at === 0 || VERB_POSITION.has(before ?? "")) && next !== "to" && saysSomething(list, at + 1);
      case "returned":
        return saysSomething(list, 0, at) && (PASSIVE.has(before ?? "") || next === "as" || next === "in");
      case "result":
      case "results":
      case "response":
        return RESULT_STATEMENT.has(next ?? "") && saysSomething(list, at + 2);
      default:
        return false;
    }
  });
}
const VERB_POSITION = new Set(
  "to and or will it also then would can could not only always tool may".split(" "),
);
const PASSIVE = new Set("is are be was were also as".split(" "));
const RESULT_STATEMENT = new Set(
  "include includes contain contains show shows list lists states also clearly are have has come comes".split(
    " ",
  ),
);

const MOVEMENT = new Set("to from".split(" "));

function saysSomething(list: readonly Word[], from: number, to = list.length): boolean {
  return list.slice(from, to).some((word) => !STOPWORDS.has(word.stem) && !EMPTY_RESULT.has(word.stem));
}

/** A word that may stand before the verb: "This tool …", "Quickly …". */
function isOpening(word: Word | undefined): boolean {
  return word !== undefined && (OPENINGS.has(word.text) || /.{3}ly$/.test(word.text));
}

/** The sentence's verb, or one joined to it ("search, group and count"), is a yield verb with an object. */
function opensWithYieldVerb(list: readonly Word[]): boolean {
  let at = 0;
  while (at < list.length && at < 8 && isOpening(list[at])) at++;
  for (let step = 0; step < 4 && at < list.length; step++) {
    const word = list[at];
    if (word === undefined) return false;
    // "Return to the page" is a movement.
    if (word.stem === "return" && MOVEMENT.has(list[at + 1]?.text ?? "")) return false;
    if (YIELD_VERBS.has(word.stem)) {
      return word.text.startsWith("check")
        ? list.slice(at + 1, at + 8).some((one) => CHECK_OBJECTS.has(one.text))
        : saysSomething(list, at + 1);
    }
    const next = list[at + 1]?.text;
    if (next === "and" || next === "or" || next === "then") at += 2;
    else if (actionClasses(word.stem).size > 0 && next !== undefined && list[at + 2]?.text === "and") at += 1;
    else return false;
  }
  return false;
}

/** "Current weather for a city" under a name such as `get_weather`: the noun phrase is the result. */
function isNounPhraseOfFetch(list: readonly Word[], own: ToolEvidence): boolean {
  const [first] = list;
  const verb = own.nameStems[verbPosition(own.nameStems)];
  if (first === undefined || verb === undefined || !YIELD_VERBS.has(verb)) return false;
  return (
    actionClasses(first.stem).size === 0 &&
    !/(?:ing|izes?|ises?|ates?|ifies|ify)$/.test(first.text) &&
    first.text !== "use" &&
    saysSomething(list, 0)
  );
}

/** How many of the sentence's words stand before it names another tool: what follows says nothing of this one. */
function wordsBeforeMention(sentence: Sentence, own: ToolEvidence, surface: SurfaceEvidence): number {
  for (const mention of mentions(sentence.text)) {
    if (mention.name !== own.tool.name.toLowerCase() && surface.indexesByName.has(mention.name)) {
      return words(sentence.text.slice(0, mention.at)).length;
    }
  }
  return sentence.words.length;
}

/** An output schema is explicit when it names two members, or one that is more than a bare string or an open value. */
function isExplicitOutput(schema: JsonValue | undefined): boolean {
  if (!isObject(schema)) return false;
  const properties = schema.properties;
  if (!isObject(properties)) return childSchemas(schema).some((child) => isExplicitOutput(child));
  const members = Object.values(properties);
  if (members.length >= 2) return true;
  const [only] = members;
  if (!isObject(only)) return false;
  if (typeof only.description === "string" && only.description.trim() !== "") return true;
  if (
    Array.isArray(only.enum) ||
    only.type === "boolean" ||
    only.type === "number" ||
    only.type === "integer"
  )
    return true;
  return childSchemas(only).length > 0;
}
