import { actionClasses } from "./lexicon.js";

/** Where a name (as stems) has its verb: first, else last, else the first one behind a prefix (`TwilioApiV2010--CreateCall`); −1 without one. */
export function verbPosition(parts: readonly string[]): number {
  const isVerb = (part: string | undefined) => part !== undefined && actionClasses(part).size > 0;
  if (isVerb(parts[0])) return 0;
  const last = parts.length - 1;
  return last > 0 && isVerb(parts[last]) ? last : parts.findIndex(isVerb);
}
