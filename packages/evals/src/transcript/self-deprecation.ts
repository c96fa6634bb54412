// A description that only mentions a deprecated predecessor ("replaces the deprecated old_search") matches none of
// these; "use X instead of Y" speaks for the tool itself and is excluded.
const SELF_DEPRECATION: readonly RegExp[] = [
  /^\s*[[({<*_`]{0,4}\s*deprecated\b/i,
  /\bthis (?:tool|endpoint|method) (?:is|was|has been)(?: now)? deprecated\b/i,
  /\bdeprecated[:.]/i,
  /\buse (?!this\b|that\b|it\b|these\b|those\b)(?:the )?[`"']?[\w./-]{1,100}[`"']?(?: (?:tool|endpoint|method))? instead\b(?! of\b)/i,
];

/** True when a description marks its own tool as deprecated; source of the rule: spec evals.md §3.1. */
export function marksItselfDeprecated(description: unknown): boolean {
  return typeof description === "string" && SELF_DEPRECATION.some((pattern) => pattern.test(description));
}
