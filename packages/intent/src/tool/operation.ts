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

/** The values of every parameter, required or not, that chooses among operations; empty for a tool that does one thing. */
export function operationsOf(tool: SurfaceTool): readonly string[] {
  return parametersOf(tool)
    .filter(({ name, schema }) => OPERATION.test(name) && (schema.choices?.length ?? 0) > 1)
    .flatMap(({ schema }) => schema.choices ?? [])
    .filter((choice): choice is string => typeof choice === "string");
}
