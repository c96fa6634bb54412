import { ARGUMENT_MATCHING_MODES, type ArgumentMatching } from "./arg-match.js";

/** How the order of expected calls is read, in the public contract's order. */
export const TOOL_CALL_ORDERS = Object.freeze(["ignore", "strict", "superset"] as const);
export type ToolCallOrder = (typeof TOOL_CALL_ORDERS)[number];

/** Resolved match options. `maxExtraToolCalls` null means unlimited. */
export interface ResolvedMatchOptions {
  readonly toolCallOrder: ToolCallOrder;
  readonly argumentMatching: ArgumentMatching;
  readonly maxExtraToolCalls: number | null;
}

/** One layer of match options: a field left out inherits. */
export interface EvalMatchOptions {
  readonly toolCallOrder?: ToolCallOrder | undefined;
  readonly argumentMatching?: ArgumentMatching | undefined;
  readonly maxExtraToolCalls?: number | null | undefined;
  /** Older spelling: true is unlimited, false is none; `maxExtraToolCalls` of the same layer wins. */
  readonly allowExtraToolCalls?: boolean | undefined;
}

/** What holds where no layer says otherwise. */
export const MATCH_OPTIONS_DEFAULTS: ResolvedMatchOptions = Object.freeze({
  toolCallOrder: "ignore",
  argumentMatching: "partial",
  maxExtraToolCalls: null,
});

/**
 * Layers match options, later layers winning field by field: suite, case, run override.
 *
 * @throws {TypeError} for a value that is none of the documented ones, naming the option and the value
 */
export function resolveMatchOptions(
  ...layers: readonly (EvalMatchOptions | null | undefined)[]
): ResolvedMatchOptions {
  let resolved: ResolvedMatchOptions = MATCH_OPTIONS_DEFAULTS;
  for (const layer of layers) {
    if (layer === undefined || layer === null) continue;
    validateMatchOptions(layer);
    const extra = layer.maxExtraToolCalls ?? legacyExtra(layer);
    resolved = {
      toolCallOrder: layer.toolCallOrder ?? resolved.toolCallOrder,
      argumentMatching: layer.argumentMatching ?? resolved.argumentMatching,
      maxExtraToolCalls: extra === undefined ? resolved.maxExtraToolCalls : extra,
    };
  }
  return resolved;
}

// `null` is a value of `maxExtraToolCalls` (unlimited), so only undefined falls through to the older spelling.
function legacyExtra(layer: EvalMatchOptions): number | null | undefined {
  if (layer.maxExtraToolCalls !== undefined) return layer.maxExtraToolCalls;
  return layer.allowExtraToolCalls === undefined ? undefined : layer.allowExtraToolCalls ? null : 0;
}

/** Throws TypeError for an option that has none of its documented values. */
export function validateMatchOptions(options: EvalMatchOptions): void {
  oneOf("toolCallOrder", options.toolCallOrder, TOOL_CALL_ORDERS);
  oneOf("argumentMatching", options.argumentMatching, ARGUMENT_MATCHING_MODES);
  const extra = options.maxExtraToolCalls;
  if (extra !== undefined && extra !== null && !(Number.isSafeInteger(extra) && extra >= 0)) {
    throw new TypeError(
      `Invalid matchOptions.maxExtraToolCalls ${shown(extra)}: expected null (unlimited) or an integer of 0 or more.`,
    );
  }
  const legacy: unknown = options.allowExtraToolCalls;
  if (legacy !== undefined && typeof legacy !== "boolean") {
    throw new TypeError(`Invalid matchOptions.allowExtraToolCalls ${shown(legacy)}: expected true or false.`);
  }
}

function oneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value as string)) return;
  throw new TypeError(`Invalid matchOptions.${name} ${shown(value)}: expected one of ${allowed.join(", ")}.`);
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : String(value);
}
