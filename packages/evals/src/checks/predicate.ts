import type { UserValueStage } from "@gradable/chain";
import { z } from "zod";
import { boundsProblem } from "../match/pattern-match.js";
import { isRecord } from "../run/record.js";
import type { CheckEvidence } from "./check.js";
import type { CheckPolicy, CheckRole } from "./check-policy.js";
import { CHECKS } from "./index.js";

type AnyCheck = (typeof CHECKS)[number];
type SchemaOf<Entry> = Entry extends { readonly schema: infer Schema extends z.ZodObject } ? Schema : never;
type SchemasOf<List extends readonly unknown[]> = { -readonly [Index in keyof List]: SchemaOf<List[Index]> };

/** A check as it is written: its kind, its fields, its policy. */
export type Predicate = z.infer<AnyCheck["schema"]> & CheckPolicy;
/** The wire value of a check. */
export type PredicateKind = AnyCheck["kind"];

/** All 35 kinds, in chain order. */
export const PREDICATE_KINDS: readonly PredicateKind[] = Object.freeze(CHECKS.map((check) => check.kind));

const byKind: ReadonlyMap<string, AnyCheck> = new Map(CHECKS.map((check) => [check.kind, check]));

/** The check of a kind; undefined for an unknown one. */
export function checkOfKind(kind: unknown): AnyCheck | undefined {
  return typeof kind === "string" ? byKind.get(kind) : undefined;
}

/** Where each kind's evidence is filed. A change here is a change of the stage analyzer's version. */
export const PREDICATE_STAGE: Readonly<Record<PredicateKind, UserValueStage>> = Object.freeze(
  Object.fromEntries(CHECKS.map((check) => [check.kind, check.stage])) as Record<
    PredicateKind,
    UserValueStage
  >,
);

/**
 * Where graders that are not checks file: the matcher decides selection (its argument mismatches decide `call`),
 * the goal judge decides user value, and the two advisory judges decide nothing.
 */
export const GRADER_STAGE = Object.freeze({
  "toolCalls:match": "selection",
  "judge:goalCompletion": "userValue",
  "judge:groundedness": "userValue",
  "judge:rubric": "userValue",
} as const satisfies Record<string, UserValueStage>);

const kindsWhere = (test: (check: AnyCheck) => boolean): readonly PredicateKind[] =>
  Object.freeze(CHECKS.filter(test).map((check) => check.kind));
const kindsNeeding = (evidence: CheckEvidence) => kindsWhere((check) => check.needs === evidence);

/** Kinds that are heuristics: they need `role: "advisory"` and never decide anything. */
export const OBSERVATION_PREDICATE_KINDS = kindsWhere((check) => check.advisoryOnly);
/** Kinds that may be authored on one prompt turn. */
export const TURN_SCOPABLE_PREDICATE_KINDS = kindsWhere((check) => check.turnScopable);
/** Kinds that read render observations, which no local run captures. */
export const RENDER_OBSERVATION_PREDICATE_KINDS = kindsNeeding("renderObservations");
/** Kinds that read captured tool results. */
export const TOOL_RESULT_PREDICATE_KINDS = kindsNeeding("toolResults");
/** Kinds that read captured call durations. */
export const TOOL_TIMING_PREDICATE_KINDS = kindsNeeding("toolCallTimings");
/** Kinds that read the tools advertised to the model. */
export const TOOL_INVENTORY_PREDICATE_KINDS = kindsNeeding("toolInventory");
/** Kinds that read the raw declarations of the servers. */
export const TOOL_DECLARATION_PREDICATE_KINDS = kindsNeeding("toolDeclarations");

/** What a check may do: an observation is always advisory; otherwise only the literal `advisory` un-gates. */
export function checkRole(predicate: unknown): CheckRole {
  if (!isRecord(predicate)) return "gating";
  if (checkOfKind(predicate.type)?.advisoryOnly === true) return "advisory";
  return predicate.role === "advisory" ? "advisory" : "gating";
}

const predicateUnion = z.discriminatedUnion(
  "type",
  CHECKS.map((check) => check.schema) as unknown as SchemasOf<typeof CHECKS>,
);

/**
 * A check as it may be written. Beyond its fields: `severity` needs `role: "advisory"`, an observation needs it too,
 * and the bounds of a pattern rule must hold together. Keys a check does not declare are ignored.
 */
export const predicateSchema = predicateUnion.superRefine((value, context) => {
  if (value.severity !== undefined && value.role !== "advisory") {
    context.addIssue({ code: "custom", path: ["severity"], message: 'severity requires role: "advisory"' });
  }
  if (byKind.get(value.type)?.advisoryOnly === true && value.role !== "advisory") {
    context.addIssue({
      code: "custom",
      path: ["role"],
      message: `${value.type} is an observation and cannot decide a trial: write role: "advisory"`,
    });
  }
  if (value.type === "toolInputMatches" || value.type === "toolResultMatches") {
    const problem = boundsProblem(value);
    if (problem !== undefined) context.addIssue({ code: "custom", path: ["max"], message: problem });
  }
});

/** Most checks on one case; source: spec evals.md §2.8. */
export const MAX_CASE_PREDICATES = 50;

/** A list of checks: suite defaults, or a case's own. */
export const predicateArraySchema = z.array(predicateSchema).max(MAX_CASE_PREDICATES);

/** How a case's list combines with the suite's, in the public contract's order. */
const CASE_PREDICATES_MODES = Object.freeze(["inherit", "replace", "extend"] as const);

/** A case's checks: `inherit` takes the suite's and ignores the list, `replace` the list, `extend` both. */
export const casePredicatesSchema = z.strictObject({
  mode: z.enum(CASE_PREDICATES_MODES),
  list: predicateArraySchema,
});
export type CasePredicates = z.infer<typeof casePredicatesSchema>;

/** Which part of an iteration a result row speaks of; absent means all of it. */
export const predicateScopeSchema = z.strictObject({
  kind: z.literal("turn"),
  promptIndex: z.int().min(0),
});
export type PredicateScope = z.infer<typeof predicateScopeSchema>;
