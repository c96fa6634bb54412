import type { SurfaceEvidence, ToolEvidence } from "../evidence.js";
import { type ActionClass, actionClasses, folded, HOLLOW_WORDS, STOPWORDS } from "../lexicon.js";
import { verbPosition } from "../name-verb.js";
import type { Word } from "../words.js";

/** What a name, or a leading sentence, says is done, to what, and where. */
export interface Statement {
  readonly actions: ReadonlySet<ActionClass>;
  readonly objects: readonly string[];
  readonly contexts: readonly string[];
}

/** The verb of a name stands first (`create_issue`) or last (`sandbox_list`); the rest is what it acts on. */
export function nameStatement(own: ToolEvidence, surface: SurfaceEvidence): Statement {
  const parts = own.nameStems.filter((part) => !surface.prefixStems.has(part) || own.nameStems.length === 1);
  const at = verbPosition(parts);
  const actions = new Set(at === -1 ? [] : actionClasses(parts[at] ?? ""));
  // `create_or_update_file`: a second verb joined by "or" is an action too.
  if (at === 0 && parts[1] === "or") for (const one of actionClasses(parts[2] ?? "")) actions.add(one);
  return {
    actions,
    objects: parts.filter((part, index) => index !== at && !STOPWORDS.has(part)).map(folded),
    contexts: [],
  };
}

const PREPOSITIONS = new Set(
  "in from on to for with by using across at into onto within via about under against based".split(" "),
);
/** "list of commits", "contents of a file": the object stands behind the "of". */
const CARRIERS = new Set(
  (
    "list lists number set contents content details detail status names name information count " +
    "collection array"
  ).split(" "),
);
const CLAUSE_STARTS = new Set("that which when if so where while".split(" "));
const NOTHING: Statement = { actions: new Set(), objects: [], contexts: [] };

/** The first of the leading sentences that has a known verb near its start. */
export function leadStatement(own: ToolEvidence): Statement {
  for (const sentence of own.sentences.slice(0, 4)) {
    const at = sentence.words.slice(0, 6).findIndex((word) => actionClasses(word.stem).size > 0);
    if (at === -1) continue;
    const objects: string[] = [];
    const contexts: string[] = [];
    let target = objects;
    let before: Word | undefined;
    for (const word of sentence.words.slice(at + 1, at + 24)) {
      if (PREPOSITIONS.has(word.text)) target = contexts;
      else if (word.text === "of" && !CARRIERS.has(before?.text ?? "")) target = contexts;
      else if (CLAUSE_STARTS.has(word.text)) break;
      else if (!STOPWORDS.has(word.stem) && !HOLLOW_WORDS.has(word.stem)) target.push(folded(word.stem));
      before = word;
    }
    return { actions: new Set(actionClasses(sentence.words[at]?.stem ?? "")), objects, contexts };
  }
  return NOTHING;
}
