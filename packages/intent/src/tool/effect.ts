import type { SurfaceTool } from "@gradable/contract";
import { actOf, type Effect, NOUN_TOO } from "../lexicon/acts.js";
import { FOREIGN_DESTRUCTIVE } from "../lexicon/other-languages.js";
import type { ActPhrase } from "./act-phrase.js";
import { type NamePhrase, namePhraseOf } from "./name-phrase.js";
import { operationsOf } from "./operation.js";

/** What a tool does to the world, and which part of its declaration says so. */
export interface EffectReading {
  readonly effect: Effect | "unknown";
  /** `stated`: the description says it outright; `implied`: only the name or the kind of act does. */
  readonly evidence: "annotation" | "stated" | "implied" | "none";
}

/** How much of a description is read for warnings. */
const READ_CHARS = 4000;

/** Wording that says outright that something is lost, sent or cannot be taken back. */
const CONSEQUENCE =
  /\b(?:permanent(?:ly)? (?:delet|remov|eras|destroy|los)\w*|irreversibl[ey]|irrevocabl[ey]|(?:cannot|can't|can not|not) be (?:undone|reversed|recovered|restored)|no undo|destructive(?:ly)? (?:operation|action|tool)|(?:is|are) destructive|completely overwrit\w+|(?:will|may|can) overwrit\w+|overwriting (?:what|any|the|existing)|overwrites? (?:the |any |an |all )?existing|data loss|will be (?:permanently )?(?:deleted|removed|erased|charged|lost))|不可逆|无法恢复|無法恢復|元に戻せ/iu;
/** Wording that takes the former back. */
const DENIAL =
  /\b(?:non-?destructive|not destructive|without overwriting|(?:never|won't|will not|does not|doesn't|do not|don't) (?:overwrite|delete|remove|modify)\w*|(?:un|not )permanent|read-?only)/giu;

/** Wording that says that a call spends money, and one that may only speak of it. */
const SPENDS =
  /\b(?:(?:is|be) paid automatically|automatic(?:ally)? (?:\w+ )?(?:pays?|payment|charged?)|spends? (?:\w+ ){0,2}(?:credits?|money|funds)|will (?:be )?charged?)\b/i;
const PAYMENT = /\brequires? (?:\w+ ){0,3}payment\b/i;

/** Objects that can be stopped, cleared or reset without a loss. */
const HARMLESS_OBJECT =
  /\b(?:tabs?|dialogs?|modal|window|popups?|panel|menu|selection|highlights?|cached?|caches|vram|filters?|search|input|cursor|screen|console|timer|playback|recording|preview|session|connection|stream|poll(?:ing)?|watch(?:ing|er)?|listen(?:ing|er)?|simulat\w+|prompt|draft|animation|debugger|breakpoints?|thinking|viewport|zoom|layout|settings?)\b/i;
/** What is closed can be opened again. */
const REOPENED =
  /\b(?:tasks?|to-?dos?|issues?|tickets?|bugs?|browser|app(?:lication)?|file|editor|conversation)\b/i;
/** What is taken off a thing and can be put back on it. */
const TAKEN_OFF =
  /^(?:(?:a|an|the|one or more|specific) )?(?:(?:tags?|labels?|reactions?|stars?|bookmarks?|favou?rites?|followers?|watchers?|dependenc(?:y|ies)|dependents?)\b.*\bfrom\b|\w+ from (?:(?:a|an|the) )?(?:tasks?|issues?|tickets?|lists?|collections?|playlists?|boards?)\b)/i;
/** What is run without doing anything to anybody. */
const LOOKING_RUN =
  /\b(?:quer(?:y|ies)|search|tests?|analysis|audit|scan|checks?|lint\w*|diagnos\w+|benchmark|report|inspect\w*|simulation|status|history|logs?|results?)\b/i;
const GIVEN_TO_RUN = /\b(?:insert|update|delete|write|code|commands?|scripts?|sql|javascript|shell)\b/i;
/** What is written into one of these is carried out there. */
const CARRIES_OUT = /\b(?:terminal|pty|shell|repl|stdin)\b/i;
/** What others may see or do from then on. */
const OPENS_UP =
  /\b(?:public (?:url|link|access|internet)|publicly|collaborators?|permissions?|access rights)\b/i;

/** What a call does, from annotations, what the description says is done, its warnings and the name, in this order. */
export function effectOf(tool: SurfaceTool, name: NamePhrase, purpose: ActPhrase | undefined): EffectReading {
  const { annotations } = tool;
  if (annotations?.destructiveHint === true && annotations.readOnlyHint !== true)
    return { effect: "destructive", evidence: "annotation" };
  if (annotations?.readOnlyHint === true) return { effect: "reads", evidence: "annotation" };
  const description = (tool.description ?? "").slice(0, READ_CHARS);
  const warned = CONSEQUENCE.test(description.replace(DENIAL, " "));
  if (SPENDS.test(description) || FOREIGN_DESTRUCTIVE.test(description.slice(0, 200)))
    return { effect: "destructive", evidence: "stated" };
  if (FOREIGN_DESTRUCTIVE.test(` ${name.words.join(" ")} `))
    return { effect: "destructive", evidence: "implied" };
  if (chooses(tool)) return { effect: "destructive", evidence: "stated" };
  const [said, named] = [
    purpose && refined(purpose.effect, purpose.verb, purpose.rest),
    refined(name.effect, name.verb, [...name.object, ...name.qualifier].join(" ")),
  ];
  if (said === "writes" && purpose?.effect === "destructive" && name.act === purpose.act)
    return { effect: "writes", evidence: "stated" };
  // A tool that explains, lists or checks reads, whatever its text mentions.
  if (said === "reads" && named !== "destructive") return { effect: "reads", evidence: "stated" };
  if (said === "destructive" && named !== "reads") return { effect: "destructive", evidence: "stated" };
  if (named === "destructive" && said !== "reads") {
    if (annotations?.destructiveHint === false && DEPENDS.has(name.act as string))
      return { effect: "writes", evidence: "annotation" };
    return { effect: "destructive", evidence: warned ? "stated" : "implied" };
  }
  if ((warned || PAYMENT.test(description)) && named !== "reads" && said !== "reads")
    return { effect: "destructive", evidence: "stated" };
  // "Order with its lines" under a name that reads: a noun.
  if (said === "destructive" && NOUN_TOO.has(purpose?.verb as string))
    return { effect: "reads", evidence: "implied" };
  const effect = said ?? named;
  if (effect === undefined) return { effect: "unknown", evidence: "none" };
  return { effect, evidence: said === undefined ? "implied" : "stated" };
}

/** Acts that do harm or none by what they are done to: their tool's word that it does none is taken. */
const DEPENDS: ReadonlySet<string> = new Set(["run", "stop", "approve"]);

/** Acts that a bare operation ("eval", "reset", "replace") may stand for without harm: those of values. */
const BARE = new Set([
  "run",
  "eval",
  "execute",
  "exec",
  "call",
  "reset",
  "replace",
  "accept",
  "permit",
  "sign",
]);

/** Whether one of the operations that a parameter chooses among is destructive. */
function chooses(tool: SurfaceTool): boolean {
  return operationsOf(tool).some((operation) => {
    const { verb, effect, object } = namePhraseOf(operation, new Set());
    if (verb !== undefined && BARE.has(verb) && object.length === 0) return false;
    return refined(effect, verb, object.join(" ")) === "destructive";
  });
}

/** The effect of an act with what it is done to: closing a tab is not closing an account. */
function refined(effect: Effect | undefined, verb: string | undefined, object: string): Effect | undefined {
  if (verb === undefined) return effect;
  const act = actOf(verb)?.id;
  if (
    effect === "writes" &&
    act !== "update" &&
    CARRIES_OUT.test(object) &&
    !/\b(?:url|link)\b/i.test(object)
  )
    return "destructive";
  if (effect !== "reads" && effect !== undefined && OPENS_UP.test(object)) return "destructive";
  if (effect === "reads" && verb === "expose" && OPENS_UP.test(object)) return "destructive";
  if (effect !== "destructive") return effect;
  if (verb === "tell") return "reads";
  const mild = act === "stop" || ["clear", "reset", "call", "restore", "run"].includes(verb);
  if (mild && HARMLESS_OBJECT.test(object) && !GIVEN_TO_RUN.test(object)) return "writes";
  if (verb === "close" && REOPENED.test(object)) return "writes";
  if (verb === "remove" && TAKEN_OFF.test(object)) return "writes";
  if (act === "run" && LOOKING_RUN.test(object) && !GIVEN_TO_RUN.test(object)) return "reads";
  return effect;
}

const CONFIRM_PARAMETER =
  /^(?:confirm(?:ed|ation)?|dry[_-]?run|simulate|preview(?:[_-]?only)?|what[_-]?if|i[_-]?am[_-]?sure)$/i;

/** Whether a parameter is there to confirm with, or to try without effect. */
export function hasConfirmParameter(inputSchema: unknown): boolean {
  const properties = (inputSchema as { properties?: unknown } | null | undefined)?.properties;
  if (typeof properties !== "object" || properties === null) return false;
  return Object.keys(properties).some((name) => CONFIRM_PARAMETER.test(name));
}
