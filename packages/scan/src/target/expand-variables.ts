import { ScanFailure } from "../errors.js";

/** A text with its variables filled in, and the values that were, by name. */
export interface Expanded {
  readonly text: string;
  readonly values: readonly (readonly [name: string, value: string])[];
}

const REFERENCE = /\$\{([^}]*)\}/g;
/** `NAME`, `NAME:-default`, or `env:NAME` as one editor spells it. */
const NAMED = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

/**
 * Fills in `${NAME}`, `${NAME:-default}` and `${env:NAME}`. As in a shell, the default also stands for an empty value.
 * Values are not expanded again.
 *
 * @throws ScanFailure `config-variable-unset`, `config-variable-invalid`
 */
export function expandVariables(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
  where: { readonly name: string; readonly place: string },
): Expanded {
  const values: [string, string][] = [];
  const expanded = text.replace(REFERENCE, (found, inside: string) => {
    const named = NAMED.exec(inside);
    if (!named) throw new ScanFailure("config-variable-invalid", { ...where, found });
    const [, variable = "", fallback] = named;
    const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
    const chosen = value === undefined || (value === "" && fallback !== undefined) ? fallback : value;
    if (chosen === undefined) throw new ScanFailure("config-variable-unset", { ...where, variable });
    // A default stands in the file for all to read; only what came from outside is a secret.
    if (chosen !== fallback) values.push([variable, chosen]);
    return chosen;
  });
  return { text: expanded, values };
}
