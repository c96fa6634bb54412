import type { Facts, Observation, ObservationId } from "@gradable/contract";

/** As many names as an observation carries; `count` says how many there were. */
const MAX_NAMES = 20;
/** A name longer than this is cut where it is quoted; the tool itself keeps it. */
const MAX_NAME_CHARS = 256;

/** Gathers what was seen into one observation per id, in the order of first sight. */
export class Observations {
  readonly #byId = new Map<ObservationId, { count: number; tools: string[] | null; facts: Facts }>();

  /** Something seen `count` times. Facts of a later sighting win. */
  add(id: ObservationId, facts: Facts = {}, count = 1): void {
    const found = this.#byId.get(id) ?? { count: 0, tools: null, facts: {} };
    found.count += count;
    Object.assign(found.facts, facts);
    this.#byId.set(id, found);
  }

  /** Something seen at a tool. A fact that is a list grows by what is new in it. */
  addTool(id: ObservationId, tool: string, facts: Facts = {}): void {
    const found = this.#byId.get(id) ?? { count: 0, tools: [], facts: {} };
    found.count += 1;
    found.tools ??= [];
    if (found.tools.length < MAX_NAMES)
      found.tools.push(tool.slice(0, MAX_NAME_CHARS).replace(/\p{Surrogate}/gu, "\ufffd"));
    for (const [name, value] of Object.entries(facts)) {
      const before = found.facts[name];
      found.facts[name] =
        Array.isArray(value) && Array.isArray(before)
          ? [...new Set([...before, ...value])].slice(0, MAX_NAMES)
          : value;
    }
    this.#byId.set(id, found);
  }

  list(): Observation[] {
    return [...this.#byId].map(([id, { count, tools, facts }]) => ({
      id,
      count,
      ...(tools && { tools: [...tools] }),
      facts: { ...facts },
    }));
  }
}
