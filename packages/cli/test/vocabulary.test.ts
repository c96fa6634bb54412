import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { STAGE_REASON_LABELS, USER_VALUE_STAGE_LABELS } from "@gradable/chain";
import * as contract from "@gradable/contract";
import { CATEGORIES, DEFECTS, documentJsonSchema, LOSSES, ROW_FLAGS } from "@gradable/contract";
import { comparisonJsonSchema, leaderboardJsonSchema } from "@gradable/insight";
import { describe, expect, it } from "vitest";
import { KNOWN_WORDS, meaningsOf } from "../src/vocabulary.js";

const REPORTS = join(import.meta.dirname, "..", "..", "..", "reports");

/** The strings of closed lists in a JSON Schema. */
function valuesOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const part of schema) valuesOf(part, found);
  else if (typeof schema === "object" && schema !== null) {
    const { enum: list, const: only, ...rest } = schema as { enum?: unknown[]; const?: unknown };
    for (const value of [...(list ?? []), only]) if (typeof value === "string") found.add(value);
    for (const part of Object.values(rest)) valuesOf(part, found);
  }
  return found;
}

/** Members that hold a server's or a caller's own keys. */
const FOREIGN = new Set(["expectedArguments", "arguments", "facts"]);

/** Fields whose name says it all: no sentence would add to it. */
const PLAIN_FIELDS: readonly string[] = [
  "A",
  "B",
  "C",
  "D",
  "F",
  "at",
  "id",
  "kind",
  "name",
  "number",
  "of",
  "text",
  "tool",
  "type",
];

/** The fields of a document. */
function fieldsOf(document: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(document)) for (const part of document) fieldsOf(part, found);
  else if (typeof document === "object" && document !== null) {
    for (const [field, value] of Object.entries(document)) {
      found.add(field);
      if (!FOREIGN.has(field)) fieldsOf(value, found);
    }
  }
  return found;
}

const unexplained = (words: Iterable<string>) => [...words].filter((word) => meaningsOf(word).length === 0);

describe("explain", () => {
  it.each([
    ["report", documentJsonSchema("report")],
    ["failed", documentJsonSchema("failed")],
    ["annotations", documentJsonSchema("annotations")],
    ["leaderboard", leaderboardJsonSchema()],
    ["comparison", comparisonJsonSchema()],
  ])("knows every value of the closed lists of %s", (_name, schema) => {
    const values = valuesOf(schema);
    // The method's version is a number, not a word.
    values.delete("v1");
    for (const value of values) if (/^https?:|^#|^\^/.test(value)) values.delete(value);
    expect(values.size).toBeGreaterThan(5);
    expect(unexplained(values)).toEqual([]);
  });

  it("knows every member of every vocabulary, by its id or by what is shown for it", () => {
    // The checks of a gate are flags of the command line: --help explains them.
    const { GATE_CHECKS, ...others } = contract;
    const vocabularies = Object.values<unknown>(others).filter(
      (value): value is contract.AnyVocabulary =>
        typeof value === "object" && value !== null && "meaning" in value,
    );
    expect(vocabularies.length).toBeGreaterThan(20);
    for (const { name, ids, label } of vocabularies)
      expect(
        ids.filter((id) => meaningsOf(id).length + meaningsOf(label(id)).length === 0),
        name,
      ).toEqual([]);
  });

  it("knows every field of published files", () => {
    const files = readdirSync(REPORTS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => ["report.json", "failed.json"].map((file) => join(REPORTS, name, file)))
      .concat(join(REPORTS, "leaderboard.json"))
      .filter(existsSync);
    const fields = new Set<string>();
    for (const file of files) fieldsOf(JSON.parse(readFileSync(file, "utf8")), fields);
    expect(fields.size).toBeGreaterThan(150);
    for (const plain of PLAIN_FIELDS) fields.delete(plain);
    expect(unexplained(fields)).toEqual([]);
  });

  it("knows what the fix brief and the leaderboard show", () => {
    const shown = [
      ...LOSSES.ids.map(LOSSES.label),
      ...CATEGORIES.ids.map(CATEGORIES.label),
      ...DEFECTS.ids.map(DEFECTS.label),
      ...Object.values(USER_VALUE_STAGE_LABELS),
      ...Object.values(STAGE_REASON_LABELS),
      ...ROW_FLAGS.ids.map(ROW_FLAGS.label),
      ...[
        "Right tool picked",
        "Net",
        "Drawn from others",
        "Newly confused",
        "Reached",
        "Passed",
        "Undecided",
      ],
      ...["Rank", "Score", "95 % interval", "Grade", "Definition tokens", "no spread", "Flags", "pp"],
    ];
    expect(unexplained(shown)).toEqual([]);
  });

  it.each(["composite", "provenance", "builtin"])("knows %s", (word) => {
    expect(meaningsOf(word).length).toBeGreaterThan(0);
  });

  it("explains a word by what is shown for it, and no word by nothing", () => {
    expect(meaningsOf("Restates the name")).toEqual(meaningsOf("name_restates_behavior"));
    expect(meaningsOf("Tool call")).toEqual(meaningsOf("call"));
    expect(meaningsOf("COMPOSITE")).toEqual(meaningsOf("composite"));
    expect(meaningsOf("toString")).toEqual([]);
    expect(meaningsOf("no such word")).toEqual([]);
    for (const word of KNOWN_WORDS) for (const { text } of meaningsOf(word)) expect(text).toMatch(/\w/);
  });
});
