import { describe, expect, it } from "vitest";
import * as contract from "../src/index.js";
import { type AnyVocabulary, DEFECTS, isIdOf, REQUEST_FINDINGS } from "../src/index.js";

const vocabularies = Object.entries<unknown>(contract).filter(
  (entry): entry is [string, AnyVocabulary] =>
    typeof entry[1] === "object" && entry[1] !== null && "ids" in entry[1] && "meaning" in entry[1],
);

describe("vocabularies", () => {
  it("are found among the exports", () => {
    expect(vocabularies.map(([name]) => name)).toContain("DEFECTS");
    expect(new Set(vocabularies.map(([, { name }]) => name)).size).toBe(vocabularies.length);
  });

  it.each(vocabularies)("%s has words for every member, each its own", (_, { ids, entries }) => {
    const texts = ids.map((id) => [entries[id]?.label ?? "", entries[id]?.meaning ?? ""]);
    for (const [label, meaning] of texts) expect(`${label}${meaning}`).toMatch(/\w{2}/);
    for (const at of [0, 1]) {
      const said = texts.map((text) => text[at]).filter((text) => text !== "");
      expect(new Set(said).size).toBe(said.length);
    }
  });

  it("say what each description defect is called, means, is recognised by and is mended by", () => {
    for (const id of DEFECTS.ids) {
      const { label, meaning, criterion, remedy } = DEFECTS.entries[id];
      for (const text of [label, meaning, criterion, remedy]) expect(text).toMatch(/\w+ \w+/);
    }
  });

  it("know their members and nothing else, not even what every object has", () => {
    expect(isIdOf(REQUEST_FINDINGS, "missed_selection")).toBe(true);
    for (const other of ["Missed_selection", "toString", "__proto__", ""])
      expect(isIdOf(REQUEST_FINDINGS, other)).toBe(false);
  });
});
