import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DOCUMENT_SCHEMAS, type DocumentName, documentJsonSchema } from "../src/json-schema.js";
import { memberMeanings } from "../src/member-meanings.js";

/** Members whose name says it all. */
const PLAIN = new Set(["A", "B", "C", "D", "id", "kind", "name", "text", "tool", "type", "description"]);

/** The members of a JSON Schema that say nothing about themselves. */
function undescribed(schema: unknown, found: string[] = []): string[] {
  if (typeof schema !== "object" || schema === null) return found;
  const { properties } = schema as { properties?: Record<string, { description?: string }> };
  for (const [name, member] of Object.entries(properties ?? {}))
    if (member.description === undefined && !PLAIN.has(name)) found.push(name);
  for (const part of Object.values(schema)) undescribed(part, found);
  return found;
}

describe("what members mean", () => {
  it("is read from where they are declared, the first place first, definitions left out", () => {
    const noun = z.strictObject({ size: z.number().describe("how large it is") });
    z.globalRegistry.add(noun, { id: "NounForTests", description: "A noun." });
    const document = z.strictObject({
      noun,
      nouns: z.array(noun).optional().describe("all of them"),
      either: z.discriminatedUnion("kind", [
        z.strictObject({ kind: z.literal("a"), size: z.int().describe("something else"), why: z.string() }),
        z.strictObject({ kind: z.literal("b"), why: z.string().describe("why it is so") }),
      ]),
    });
    expect(memberMeanings(document)).toEqual({
      size: "how large it is",
      nouns: "all of them",
      why: "why it is so",
    });
  });

  it.each(Object.keys(DOCUMENT_SCHEMAS) as DocumentName[])(
    "stands in the JSON Schema of %s, wherever a member is",
    (name) => {
      const silent = new Set(undescribed(documentJsonSchema(name)));
      const members = Object.keys(documentJsonSchema(name).properties ?? {});
      expect(members.filter((member) => silent.has(member))).toEqual([]);
      const told = Object.keys(memberMeanings(...Object.values(DOCUMENT_SCHEMAS)));
      expect(told.filter((member) => silent.has(member))).toEqual([]);
    },
  );
});
