/** True when the text holds the needle; ignores case unless told otherwise. */
export function contains(text: string, needle: string, caseSensitive: boolean): boolean {
  return caseSensitive ? text.includes(needle) : text.toLowerCase().includes(needle.toLowerCase());
}

/** A needle of white space is in every text and says nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
