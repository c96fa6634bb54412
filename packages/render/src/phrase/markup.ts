/**
 * How an output writes text: what a view that stands in several outputs is spelt with, once. Words of ours pass as they are; what a
 * server says has no other way in than to be neutralised for that output.
 */
export interface Markup<Text> {
  /** Words of ours, or text built of numbers. */
  ours(text: string): Text;
  /** A server's text in running text, cut to `maxChars` code points. */
  text(server: unknown, maxChars: number): Text;
  /** What a server calls a thing, letter for letter, cut to `maxChars` (default 80); `cell`: within a table. */
  name(server: unknown, options?: { readonly maxChars?: number; readonly cell?: boolean }): Text;
  join(parts: readonly Text[], separator: string): Text;
}

/** A record of words of ours, each as the output writes them. */
export function ourWords<Text, Words extends { readonly [key in keyof Words]: string }>(
  { ours }: Pick<Markup<Text>, "ours">,
  words: Words,
): { [Key in keyof Words]: Text } {
  return Object.fromEntries(Object.entries<string>(words).map(([key, text]) => [key, ours(text)])) as {
    [Key in keyof Words]: Text;
  };
}
