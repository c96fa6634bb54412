import type { SurfaceTool } from "@gradable/contract";
import { type Parameter, parametersOf } from "@gradable/schema";

/** Names of parameters that say which of several operations is meant. */
const OPERATION = /^(?:action|operation|op|command|method|mode|task_?type|request_?type)$/i;

/** The required parameter that chooses among the operations of a tool; `undefined` for a tool that does one thing. */
export function operationParameter(tool: SurfaceTool): Parameter | undefined {
  return parametersOf(tool).find(
    ({ name, required, schema }) => required && OPERATION.test(name) && (schema.choices?.length ?? 0) > 1,
  );
}
