import { type Defect, plainText } from "@gradable/contract";
import type { SurfaceEvidence } from "../evidence.js";
import { DEFECT_RULES } from "./rules.js";

/** Every defect of every tool, by tool index, then in the order of the rules. */
export function findDefects(surface: SurfaceEvidence): Defect[] {
  return surface.tools.flatMap((own) =>
    DEFECT_RULES.flatMap((rule): Defect[] => {
      const finding = rule.check(own, surface);
      if (finding === null) return [];
      const defect = {
        tool: own.tool.name,
        toolIndex: own.tool.index,
        type: rule.type,
        evidence: plainText(finding.evidence, { maxChars: 500 }),
      };
      return [finding.parameters === undefined ? defect : { ...defect, parameters: [...finding.parameters] }];
    }),
  );
}
