import type { RegExpEngine } from "ajv/dist/types/index.js";
import { RE2JS } from "re2js";

/** Longest text a pattern is tried on, in UTF-16 code units; longer texts pass unchecked. */
const MAX_PATTERN_INPUT = 10_000;

/**
 * Regular expressions for schema patterns from a server, in time linear in the text: a hostile `pattern` cannot make the
 * validator run away. What such an engine cannot express (look-around, back-references, repeats over 1,000) is not checked;
 * a pattern that is no regular expression at all throws a `SyntaxError`, as in ajv.
 */
export const linearRegExp: RegExpEngine = Object.assign(
  (pattern: string, flags: string) => {
    // Throws where JavaScript would: the schema is at fault, not the engine.
    new RegExp(pattern, flags);
    const compiled = compileLinear(pattern);
    return {
      test: (text: string) =>
        compiled === undefined || text.length > MAX_PATTERN_INPUT || compiled.matcher(text).find(),
      // ajv keeps compiled patterns by this text; without it every pattern would be taken for the first one.
      toString: () => `/${pattern}/${flags}`,
    };
  },
  { code: "linearRegExp" },
);

function compileLinear(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}
