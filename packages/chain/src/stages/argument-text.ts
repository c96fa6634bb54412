/**
 * The words of a call's arguments: every key and scalar, one after the other, none touching the next. Walks with its
 * own stack, because arguments may be nested deeper than the call stack.
 */
export function argumentText(value: unknown): string {
  const words: string[] = [];
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (Array.isArray(next)) for (const entry of next) stack.push(entry);
    else if (typeof next === "object" && next !== null) {
      for (const [key, entry] of Object.entries(next)) {
        if (entry === undefined) continue;
        words.push(key);
        stack.push(entry);
      }
    } else if (next !== undefined && next !== null) words.push(String(next));
  }
  return words.join("\n");
}

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Whether a text contains a token whole: not as a part of a longer word or number. */
export function containsToken(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    const end = at + token.length;
    // Two code units around the token: a character outside the basic plane takes both.
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
    const after = [...text.slice(end, end + 2)][0] ?? "";
    if (!wordCharacter.test(before) && !wordCharacter.test(after)) return true;
  }
  return false;
}
