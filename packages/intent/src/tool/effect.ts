import type { SurfaceTool } from "@gradable/contract";
import { actOf, type Effect } from "../lexicon/acts.js";
import { FOREIGN_DESTRUCTIVE } from "../lexicon/other-languages.js";
import type { ActPhrase } from "./act-phrase.js";
import type { NamePhrase } from "./name-phrase.js";

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
  /\b(?:permanent(?:ly)? (?:delet|remov|eras|destroy|los)\w*|irreversibl[ey]|irrevocabl[ey]|(?:cannot|can't|can not|not) be (?:undone|reversed|recovered|restored)|no undo|destructive(?:ly)? (?:operation|action|tool)|(?:is|are) destructive|completely overwrit\w+|(?:will|may|can) overwrit\w+|overwrites? (?:the |any |an |all )?existing|data loss|will be (?:permanently )?(?:deleted|removed|erased|charged|lost))|不可逆|无法恢复|無法恢復|元に戻せ/iu;
/** Wording that takes the former back. */
const DENIAL =
  /\b(?:non-?destructive|not destructive|without overwriting|(?:never|won't|will not|does not|doesn't|do not|don't) (?:overwrite|delete|remove|modify)\w*|(?:un|not )permanent|read-?only)/giu;

/** Acts whose name alone leaves open what is lost: to stop, to close or to clear may be harmless. */
const HARMLESS_OBJECT =
  /\b(?:tabs?|dialogs?|modal|window|popups?|panel|menu|selection|highlights?|cache|filters?|search|input|cursor|screen|console|timer|playback|recording|preview|session|connection|stream|poll(?:ing)?|watch(?:ing|er)?|listen(?:ing|er)?|simulat\w+|prompt|draft|animation|debugger|breakpoints?|thinking|viewport|zoom|layout)\b/i;

/** What a call does, from annotations, what the description says is done, its warnings and the name, in this order. */
export function effectOf(tool: SurfaceTool, name: NamePhrase, purpose: ActPhrase | undefined): EffectReading {
  const { annotations } = tool;
  if (annotations?.destructiveHint === true && annotations.readOnlyHint !== true)
    return { effect: "destructive", evidence: "annotation" };
  if (annotations?.readOnlyHint === true) return { effect: "reads", evidence: "annotation" };
  const description = (tool.description ?? "").slice(0, READ_CHARS);
  const warned = CONSEQUENCE.test(description.replace(DENIAL, " "));
  if (FOREIGN_DESTRUCTIVE.test(`${tool.name} ${description.slice(0, 200)}`))
    return { effect: "destructive", evidence: "stated" };
  const [said, named] = [
    purpose && refined(purpose.effect, purpose.verb, purpose.rest),
    refined(name.effect, name.verb, [...name.object, ...name.qualifier].join(" ")),
  ];
  // A tool that explains, lists or checks reads, whatever its text mentions.
  if (said === "reads" && named !== "destructive") return { effect: "reads", evidence: "stated" };
  if (said === "destructive" && named !== "reads") return { effect: "destructive", evidence: "stated" };
  if (named === "destructive" && said !== "reads")
    return { effect: "destructive", evidence: warned ? "stated" : "implied" };
  if (warned && named !== "reads" && said !== "reads") return { effect: "destructive", evidence: "stated" };
  const effect = said ?? named;
  if (effect === undefined) return { effect: "unknown", evidence: "none" };
  return { effect, evidence: said === undefined ? "implied" : "stated" };
}

/** The effect of an act with what it is done to: closing a tab is not closing an account. */
function refined(effect: Effect | undefined, verb: string | undefined, object: string): Effect | undefined {
  if (effect !== "destructive" || verb === undefined) return effect;
  const act = actOf(verb)?.id;
  if (
    (act === "stop" || verb === "clear" || verb === "reset" || verb === "call" || verb === "restore") &&
    HARMLESS_OBJECT.test(object)
  )
    return "writes";
  if (
    act === "run" &&
    /\b(?:quer(?:y|ies)|search|tests?|analysis|audit|scan|checks?|lint\w*|diagnos\w+|benchmark|report|inspect\w*|simulation)\b/i.test(
      object,
    ) &&
    !/\b(?:insert|update|delete|write|code|command|script)/i.test(object)
  )
    return "reads";
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
