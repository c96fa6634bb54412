import { nameRestatesBehavior } from "./name_restates_behavior.js";
import { noReturnDescription } from "./no_return_description.js";
import { paramsUnexplained } from "./params_unexplained.js";
import type { DefectRule } from "./rule.js";

/** All rules, in the order of the method's list. */
export const DEFECT_RULES: readonly DefectRule[] = [
  nameRestatesBehavior,
  paramsUnexplained,
  noReturnDescription,
];
