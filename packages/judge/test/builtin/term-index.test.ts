import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { TermIndex } from "../../src/builtin/term-index.js";

const FIELDS = ["name", "text"] as const;
const BOOSTS = [3, 0.7] as const;

function indexed(documents: readonly (readonly string[])[][]): TermIndex {
  const index = new TermIndex(FIELDS.length);
  for (const fields of documents) index.add(fields);
  return index;
}

function found(index: TermIndex, terms: readonly (readonly [string, number])[], bm25 = { k: 1.2, b: 0.7 }) {
  const hits = index.search(terms, BOOSTS, bm25);
  return Object.fromEntries(hits.map(({ document, score, terms }) => [document, { score, terms }]));
}

describe("TermIndex", () => {
  it("scores by BM25, field by field", () => {
    const index = indexed([
      [
        ["find", "invoice"],
        ["one", "invoice", "invoice"],
      ],
      [["find", "parcel"], [""]],
    ]);
    // One of two documents has it in each field: ln(1 + 1.5 ÷ 1.5). Names have 2 terms, texts 2 and 1 (the empty one).
    const rarity = Math.log(2);
    const inName = rarity * ((1 * 2.2) / (1 + 1.2 * (0.3 + 0.7)));
    const inText = rarity * ((2 * 2.2) / (2 + 1.2 * (0.3 + (0.7 * 2) / 1.5)));
    expect(found(index, [["invoice", 0.5]])).toEqual({
      0: { score: expect.closeTo(0.5 * (3 * inName + 0.7 * inText), 12), terms: 1 },
    });
    expect(found(index, [["nobody", 1]])).toEqual({});
  });

  it("forgets a question when the next is asked, and its scores when they are to be made otherwise", () => {
    const index = indexed([
      [["a", "b"], ["c"]],
      [["a"], ["a", "d"]],
    ]);
    const first = found(index, [
      ["a", 1],
      ["c", 1],
    ]);
    found(index, [["d", 1]], { k: 0.5, b: 0 });
    expect(
      found(index, [
        ["a", 1],
        ["c", 1],
      ]),
    ).toEqual(first);
    expect(
      found(
        index,
        [
          ["a", 1],
          ["c", 1],
        ],
        { k: 0.5, b: 0 },
      ),
    ).not.toEqual(first);
  });

  it("gives the very scores of a general search library, to the last bit", () => {
    const term = fc.constantFrom("a", "b", "c", "d", "e", "f", "");
    const field = fc.array(term, { minLength: 1, maxLength: 8 });
    const asked = fc.uniqueArray(
      fc.tuple(fc.constantFrom("a", "b", "c", "d", "x"), fc.double({ min: 0, max: 2, noNaN: true })),
      {
        selector: ([word]) => word,
      },
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 12 }),
        asked,
        (documents, terms) => {
          const library = new MiniSearch<{ id: number; name: string; text: string }>({
            fields: [...FIELDS],
            tokenize: (text) => text.split(" "),
            processTerm: (word) => (word === "" ? null : word),
          });
          documents.forEach(([name, text], id) => {
            library.add({ id, name: name.join(" "), text: text.join(" ") });
          });
          const weights = new Map<string, number>(terms);
          const expected = library.search(terms.map(([word]) => word).join(" "), {
            boost: { name: BOOSTS[0], text: BOOSTS[1] },
            bm25: { k: 1.2, b: 0.7, d: 0 },
            boostTerm: (word) => weights.get(word) ?? 0,
          });
          const hits = indexed(documents.map((fields) => [...fields])).search(terms, BOOSTS, {
            k: 1.2,
            b: 0.7,
          });
          expect(hits.map((hit) => [hit.document, hit.score * hit.terms]).sort()).toEqual(
            expected.map((hit) => [hit.id, hit.score]).sort(),
          );
        },
      ),
    );
  });
});
