import type { SurfaceTool } from "@gradable/contract";
import type { DefectFinding, DefectRule } from "../../src/builtin/defects/rule.js";
import { surfaceEvidence } from "../../src/builtin/evidence.js";
import { surfaceOf } from "../support.js";

/** What a rule finds on the first of these tools. */
export function checkFirst(rule: DefectRule, ...tools: SurfaceTool[]): DefectFinding | null {
  const evidence = surfaceEvidence(surfaceOf(tools));
  const [first] = evidence.tools;
  if (first === undefined) throw new Error("no tool");
  return rule.check(first, evidence);
}
