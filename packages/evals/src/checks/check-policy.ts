import { z } from "zod";

/** What a check may do to a verdict. Absent, or any value we do not know, acts as `gating`. */
export const CHECK_ROLES = Object.freeze(["gating", "advisory"] as const);
export type CheckRole = (typeof CHECK_ROLES)[number];

/** Policy fields of every check. They are not part of its identity. `severity` needs `role: "advisory"`. */
export interface CheckPolicy {
  readonly role?: CheckRole | undefined;
  readonly severity?: "warn" | undefined;
}

/** The policy fields as a zod shape, spread into every check's schema. */
export const checkPolicyShape = {
  role: z.enum(CHECK_ROLES).optional(),
  severity: z.literal("warn").optional(),
};
