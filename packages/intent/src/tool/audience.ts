import type { SurfaceTool } from "@gradable/contract";

const NOT_FOR_A_MODEL =
  /\b(?:(?:do not|don't|never|should not|must not|not (?:meant|intended) to be) (?:be )?(?:call(?:ed)?|use(?:d)?|invoke(?:d)?)(?: this(?: tool)?| it)?(?: directly| manually)?(?: by (?:the |a )?(?:model|llm|agent|assistant|ai)| unless told|[.;,]|$)|app-?only|internal use only|for internal use|(?:called|used|invoked) (?:only )?(?:by|from) the (?:app|ui|widget|view|iframe|frontend|host)\b|(?:ui|widget|view)-only)/i;

/** Whether a tool says that it is not for a model to call: "do not call this directly", "app-only". */
export function isNotForModel({ description = "" }: SurfaceTool): boolean {
  return NOT_FOR_A_MODEL.test(description.slice(0, 1500));
}
