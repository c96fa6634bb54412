const WORD = /\p{Lu}{2,40}(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{1,60}|\p{Lu}{1,60}|\p{N}{1,20}/gu;

/** The words of a name in lower case: camelCase, snake_case and kebab-case taken apart; at most twelve. */
export function nameWords(name: string): string[] {
  return (name.slice(0, 300).match(WORD) ?? []).slice(0, 12).map((word) => word.toLowerCase());
}

/** The words of a text in lower case; names inside are taken apart as names are. */
export function textWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Whether two words are forms of one: files and file, tagged and tag. */
export function sameWord(a: string, b: string): boolean {
  return a === b || base(a) === base(b);
}

function base(word: string): string {
  if (word.length < 4) return word;
  const cut = word.replace(/(?:ies|y)$/u, "i").replace(/(?:es|s|ed|ing|e)$/u, "");
  return cut.replace(/([b-df-hj-np-tv-z])\1$/u, "$1");
}
