const WORD = /\p{Lu}{2,40}(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{1,60}|\p{Lu}{1,60}|\p{N}{1,20}/gu;

/** The words of a name in lower case: camelCase, snake_case and kebab-case taken apart; at most twelve. */
export function nameWords(name: string): string[] {
  return (name.slice(0, 300).match(WORD) ?? []).slice(0, 12).map((word) => word.toLowerCase());
}
