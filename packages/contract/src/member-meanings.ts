import { z } from "zod";

/**
 * What the members of documents hold, by name, in the order they are met: the description that the schema of a member was given
 * where it is declared. A member of several places is described in one of them, with a sentence that is true of all; a description
 * that comes with a definition of its own (a `Quantity` is one everywhere) says nothing about a member.
 */
export function memberMeanings(...schemas: readonly z.ZodType[]): Record<string, string> {
  const found: Record<string, string> = {};
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof z.ZodObject) {
      for (const [name, member] of Object.entries(value.shape)) {
        const { description, id } = z.globalRegistry.get(member as z.ZodType) ?? {};
        if (description !== undefined && id === undefined) found[name] ??= description;
        walk(member);
      }
    } else if (value instanceof z.ZodType) walk(value._zod.def);
    else for (const part of Object.values(value)) walk(part);
  };
  for (const schema of schemas) walk(schema);
  return found;
}

/** A JSON Schema in which every member of a known name says what it holds; changes it. */
export function describeMembers(schema: unknown, meanings: Readonly<Record<string, string>>): void {
  if (typeof schema !== "object" || schema === null) return;
  const { properties } = schema as { properties?: Record<string, { description?: string }> };
  for (const [name, member] of Object.entries(properties ?? {})) {
    const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
    if (meaning !== undefined) member.description ??= meaning;
  }
  for (const part of Object.values(schema)) describeMembers(part, meanings);
}
