import { opaqueIdSchema } from "@gradable/chain";
import { z } from "zod";
import { predicateSchema } from "../checks/predicate.js";

// Authored steps are closed: an undeclared field is a parse error instead of a silently dropped intention. Two places
// stay open, because their keys belong to someone else: a tool call's `arguments`, and a check inside `assert`.

/** Longest serialized arguments of a `toolCall` step; source: the public contract. */
const MAX_STEP_ARGUMENTS_CHARS = 100_000;
/** Most steps in a case; source: the public contract. */
const MAX_CASE_STEPS = 200;
// Bounds of our own, far above what a person writes: they keep a stored step small.
const MAX_STEP_TEXT_CHARS = 10_000;
const MAX_STEP_MS = 60_000;

const name = z.string().min(1);
const text = z.string().max(MAX_STEP_TEXT_CHARS);

/** Where an element is, by meaning: at least one of role, text, css, testId; `nth` picks among several. */
const elementLocatorSchema = z
  .strictObject({
    role: z
      .strictObject({ role: name, name: z.string().optional(), exact: z.boolean().optional() })
      .optional(),
    text: name.optional(),
    css: name.optional(),
    testId: name.optional(),
    nth: z.int().min(0).optional(),
  })
  .refine((locator) => locator.role ?? locator.text ?? locator.css ?? locator.testId, {
    message: "a locator needs at least one of role, text, css, testId",
  });

const promptStepSchema = z.strictObject({ id: name, kind: z.literal("prompt"), prompt: z.string() });

const toolCallStepSchema = z.strictObject({
  id: name,
  kind: z.literal("toolCall"),
  serverId: name.optional(),
  serverName: name,
  toolName: name,
  arguments: z.record(z.string(), z.unknown()).refine((args) => sizeOf(args) <= MAX_STEP_ARGUMENTS_CHARS, {
    message: `arguments have at most ${MAX_STEP_ARGUMENTS_CHARS} characters when serialized`,
  }),
  renderTimeoutMs: z.int().min(1).max(MAX_STEP_MS).optional(),
});

const interactActionSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("click"),
    target: elementLocatorSchema,
    clickType: z.enum(["left", "double", "right"]).optional(),
  }),
  z.strictObject({ kind: z.literal("type"), target: elementLocatorSchema, text }),
  z.strictObject({ kind: z.literal("key"), key: name }),
  z.strictObject({
    kind: z.literal("scroll"),
    direction: z.enum(["up", "down"]),
    amount: z.int().min(1).optional(),
  }),
  z.strictObject({ kind: z.literal("wait"), ms: z.int().min(1).max(MAX_STEP_MS) }),
]);

const interactStepSchema = z.strictObject({
  id: name,
  kind: z.literal("interact"),
  toolName: name,
  action: interactActionSchema,
});

/** An assertion about a live widget, told from a check by its `kind` (a check has a `type`). */
const widgetAssertionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("textVisible"), toolName: name, text: text.min(1) }),
  z.strictObject({ kind: z.literal("elementVisible"), toolName: name, target: elementLocatorSchema }),
  z.strictObject({ kind: z.literal("elementHidden"), toolName: name, target: elementLocatorSchema }),
  z.strictObject({
    kind: z.literal("inputValue"),
    toolName: name,
    target: elementLocatorSchema,
    equals: text,
  }),
  z.strictObject({ kind: z.literal("widgetToolCalled"), toolName: name, calledToolName: name }),
]);

const assertStepSchema = z.strictObject({
  id: name,
  kind: z.literal("assert"),
  // With both keys it could be read either way, and a check would drop every widget field: refused.
  assertion: z.union([
    widgetAssertionSchema,
    z.intersection(predicateSchema, z.object({ kind: z.never().optional() })),
  ]),
});

/** One authored step; closed. */
export const testStepSchema = z.discriminatedUnion("kind", [
  promptStepSchema,
  toolCallStepSchema,
  interactStepSchema,
  assertStepSchema,
]);
export type TestStep = z.infer<typeof testStepSchema>;

/** The steps of one case; two steps never share an id. */
const caseStepsSchema = z
  .array(testStepSchema)
  .max(MAX_CASE_STEPS)
  .superRefine((steps, context) => refuseRepeatedIds(steps, "step", context));

/** The authored cases of a suite; two cases never share an id. */
export const suiteCasesSchema = z
  .array(z.strictObject({ id: opaqueIdSchema, name, steps: caseStepsSchema }))
  .superRefine((cases, context) => refuseRepeatedIds(cases, "case", context));

function refuseRepeatedIds(
  entries: readonly { readonly id: string }[],
  noun: string,
  context: z.RefinementCtx,
): void {
  const first = new Map<string, number>();
  for (const [index, { id }] of entries.entries()) {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    else {
      context.addIssue({
        code: "custom",
        path: [index, "id"],
        message: `${noun} ${index + 1} has the id "${id}" of ${noun} ${earlier + 1}: give it an id of its own`,
      });
    }
  }
}

function sizeOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
