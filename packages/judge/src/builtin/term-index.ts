/** Okapi BM25: `k` ≥ 0 bounds what repeating a term adds, `b` (0–1) is how far long fields are discounted. */
export interface Bm25 {
  readonly k: number;
  readonly b: number;
}

/** Where one term stands in one field: documents in ascending order, how often in each, and the scores under {@link Bm25}. */
interface Postings {
  readonly documents: number[];
  readonly counts: number[];
  scores: Float64Array | undefined;
}

/** A document that matched; `terms` is how many of the terms asked for it has. */
export interface TermHit {
  readonly document: number;
  readonly score: number;
  readonly terms: number;
}

/**
 * An inverted index over documents of the same few fields, scored by BM25 per field with the length of a field in distinct terms.
 *
 * The embedded judge asks it a few hundred questions per surface, which is most of what that judge does; so a score is computed once per
 * term, field and document, and a question only adds up. Sums are made in the order of the terms asked, then of the fields, and
 * averages in the order of the documents: the same input gives the same bits.
 */
export class TermIndex {
  readonly #fields: number;
  readonly #terms = new Map<string, (Postings | undefined)[]>();
  readonly #lengths: number[][];
  readonly #averages: number[];
  /** What the scores that are kept were computed with. */
  #bm25: Bm25 | undefined;
  #documents = 0;
  #sum = new Float64Array(0);
  #own = new Float64Array(0);
  #matched = new Int32Array(0);
  /** The last term that each document was met with, by its number among all terms ever asked. */
  #metWith = new Float64Array(0);
  #asked = 0;

  /** `fields` is how many fields each document has. */
  constructor(fields: number) {
    this.#fields = fields;
    this.#lengths = Array.from({ length: fields }, () => []);
    this.#averages = Array.from({ length: fields }, () => 0);
  }

  /** Adds the next document, numbered from 0: the terms of each field. Not after the first search. */
  add(fields: readonly (readonly string[])[]): void {
    const document = this.#documents++;
    for (let field = 0; field < this.#fields; field++) {
      const terms = fields[field] as readonly string[];
      const length = new Set(terms).size;
      (this.#lengths[field] as number[]).push(length);
      this.#averages[field] = ((this.#averages[field] as number) * document + length) / (document + 1);
      for (const term of terms) if (term !== "") this.#count(term, field, document);
    }
  }

  /** The documents that have any of the terms, in no particular order. `boosts` weighs the fields; each term has its own weight. */
  search(
    terms: Iterable<readonly [term: string, weight: number]>,
    boosts: readonly number[],
    bm25: Bm25,
  ): TermHit[] {
    if (bm25.k !== this.#bm25?.k || bm25.b !== this.#bm25.b) this.#forgetScores(bm25);
    if (this.#sum.length !== this.#documents) {
      this.#sum = new Float64Array(this.#documents);
      this.#own = new Float64Array(this.#documents);
      this.#matched = new Int32Array(this.#documents);
      this.#metWith = new Float64Array(this.#documents);
    }
    const found: number[] = [];
    for (const [term, weight] of terms) this.#addUp(term, weight, boosts, found);
    return found.map((document) => {
      const hit = {
        document,
        score: this.#sum[document] as number,
        terms: this.#matched[document] as number,
      };
      this.#sum[document] = 0;
      this.#matched[document] = 0;
      return hit;
    });
  }

  #count(term: string, field: number, document: number): void {
    let fields = this.#terms.get(term);
    if (fields === undefined) {
      fields = Array.from({ length: this.#fields }, () => undefined);
      this.#terms.set(term, fields);
    }
    fields[field] ??= { documents: [], counts: [], scores: undefined };
    const { documents, counts } = fields[field];
    const last = documents.length - 1;
    if (documents[last] === document) (counts[last] as number)++;
    else {
      documents.push(document);
      counts.push(1);
    }
  }

  /** Adds what one term is worth to each document that has it; documents met for the first time go to `found`. */
  #addUp(term: string, weight: number, boosts: readonly number[], found: number[]): void {
    const fields = this.#terms.get(term);
    if (fields === undefined) return;
    const asked = ++this.#asked;
    const touched: number[] = [];
    for (let field = 0; field < fields.length; field++) {
      const postings = fields[field];
      if (postings === undefined) continue;
      postings.scores ??= this.#scores(postings, field);
      const { documents, scores } = postings;
      const boost = weight * (boosts[field] as number);
      for (let at = 0; at < documents.length; at++) {
        const document = documents[at] as number;
        const score = boost * (scores[at] as number);
        if (this.#metWith[document] === asked) this.#own[document] = (this.#own[document] as number) + score;
        else {
          this.#metWith[document] = asked;
          touched.push(document);
          this.#own[document] = score;
        }
      }
    }
    for (const document of touched) {
      if (this.#matched[document] === 0) found.push(document);
      this.#matched[document] = (this.#matched[document] as number) + 1;
      this.#sum[document] = (this.#sum[document] as number) + (this.#own[document] as number);
    }
  }

  #forgetScores(bm25: Bm25): void {
    this.#bm25 = { k: bm25.k, b: bm25.b };
    for (const fields of this.#terms.values()) {
      for (const postings of fields) if (postings !== undefined) postings.scores = undefined;
    }
  }

  #scores({ documents, counts }: Postings, field: number): Float64Array {
    const { k, b } = this.#bm25 as Bm25;
    const rarity = Math.log(1 + (this.#documents - documents.length + 0.5) / (documents.length + 0.5));
    const average = this.#averages[field] as number;
    const lengths = this.#lengths[field] as readonly number[];
    return Float64Array.from(documents, (document, at) => {
      const count = counts[at] as number;
      return (
        rarity * ((count * (k + 1)) / (count + k * (1 - b + (b * (lengths[document] as number)) / average)))
      );
    });
  }
}
