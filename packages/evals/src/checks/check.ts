import type { UserValueStage } from "@gradable/chain";
import { z } from "zod";
import { isRecord } from "../run/record.js";
import { messageOf, quote, reason } from "../transcript/reason.js";
import type { IterationTranscript, TranscriptChannel } from "../transcript/transcript.js";
import { checkPolicyShape } from "./check-policy.js";

/** What a check found. `error` is not a verdict: the evidence it needs is missing. */
export interface CheckOutcome {
  readonly outcome: "pass" | "fail" | "error";
  readonly reason: string;
}

/** The evidence held. */
export const pass = (text: string): CheckOutcome => ({ outcome: "pass", reason: reason(text) });
/** The evidence did not hold. */
export const fail = (text: string): CheckOutcome => ({ outcome: "fail", reason: reason(text) });
/** The evidence is missing or cannot be read, so nothing is known. */
export const error = (text: string): CheckOutcome => ({ outcome: "error", reason: reason(text) });

/** Evidence a check cannot do without: a captured channel, or render observations (which fail on absence). */
export type CheckEvidence = TranscriptChannel | "renderObservations";

/** One kind of check. The kind is its wire value, its file name and its heading in the docs. */
export interface Check<Kind extends string, Schema extends z.ZodType> {
  readonly kind: Kind;
  /** Where its evidence is filed. Moving a kind is a change of the stage analyzer's version. */
  readonly stage: UserValueStage;
  /** What it asks, in one line. */
  readonly question: string;
  /** A heuristic: `role: "advisory"` is required, and it never decides a trial or a link. */
  readonly advisoryOnly: boolean;
  /** May be authored on one prompt turn. */
  readonly turnScopable: boolean;
  readonly needs: CheckEvidence | null;
  /** The check as it may be written, policy included. */
  readonly schema: Schema;
  /** Grades a transcript. Pure; never throws; fails closed on a check that does not fit its schema. */
  grade(transcript: IterationTranscript, predicate: unknown): CheckOutcome;
}

/** What a check's file declares; see {@link Check}. */
export interface CheckDefinition<Kind extends string, Fields extends z.ZodRawShape> {
  readonly kind: Kind;
  readonly stage: UserValueStage;
  readonly question: string;
  readonly advisoryOnly?: true;
  readonly turnScopable?: true;
  readonly needs?: CheckEvidence;
  readonly fields: Fields;
  /** Fields whose malformation means that nothing can be decided (an error row) rather than a failure. */
  readonly undecidableFields?: readonly string[];
  evaluate(transcript: IterationTranscript, predicate: z.infer<z.ZodObject<Fields>>): CheckOutcome;
}

/** The schema of a check: its kind, its fields and the policy; other keys are ignored. */
type CheckSchema<Kind extends string, Fields extends z.ZodRawShape> = z.ZodObject<
  { type: z.ZodLiteral<Kind> } & Fields & typeof checkPolicyShape
>;

/** Builds a check from its definition. */
export function defineCheck<const Kind extends string, Fields extends z.ZodRawShape>(
  definition: CheckDefinition<Kind, Fields>,
): Check<Kind, CheckSchema<Kind, Fields>> {
  const fields = z.object(definition.fields);
  return {
    kind: definition.kind,
    stage: definition.stage,
    question: definition.question,
    advisoryOnly: definition.advisoryOnly ?? false,
    turnScopable: definition.turnScopable ?? false,
    needs: definition.needs ?? null,
    schema: z.object({
      type: z.literal(definition.kind),
      ...definition.fields,
      ...checkPolicyShape,
    }) as unknown as CheckSchema<Kind, Fields>,
    grade(transcript, predicate) {
      const parsed = fields.safeParse(predicate);
      if (!parsed.success) return malformed(parsed.error, definition.undecidableFields ?? []);
      try {
        return definition.evaluate(readable(transcript), parsed.data as z.infer<z.ZodObject<Fields>>);
      } catch (thrown) {
        return fail(`the check could not be evaluated: ${quote(messageOf(thrown))}`);
      }
    },
  };
}

function malformed(problem: z.ZodError, undecidable: readonly string[]): CheckOutcome {
  const issue = problem.issues[0];
  const field = String(issue?.path[0] ?? "");
  const text = `malformed check: ${field === "" ? "" : `${field}: `}${issue?.message ?? "it does not fit its schema"}`;
  return undecidable.includes(field) ? error(text) : fail(text);
}

// A transcript may come from a file: what is not a list acts as nothing captured.
function readable(transcript: IterationTranscript): IterationTranscript {
  if (!isRecord(transcript)) return { toolCalls: [] };
  return Array.isArray(transcript.toolCalls) ? transcript : { ...transcript, toolCalls: [] };
}

/** A field that names a tool. */
export const toolNameField = z.string().min(1);
/** A field that counts at least one. */
export const positiveInt = z.int().min(1);
