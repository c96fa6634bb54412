import { sha256Text } from "@gradable/contract";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Draws that depend on a seed text and on nothing else. */
export interface Random {
  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** One of the items; there must be at least one. */
  pick<Item>(items: readonly Item[]): Item;
  /** True with the given chance, 0–1. */
  chance(probability: number): boolean;
  /** `length` characters of an alphabet. */
  text(length: number, alphabet: string): string;
}

/** A generator seeded by a text. */
export function randomFrom(seed: string): Random {
  const generator = xoroshiro128plus(Number.parseInt(sha256Text(seed).slice(0, 8), 16) | 0);
  const int = (low: number, high: number) => uniformInt(generator, low, high);
  const pick = <Item>(items: readonly Item[]): Item => items[int(0, items.length - 1)] as Item;
  return {
    int,
    pick,
    chance: (probability) => int(0, 9999) < probability * 10_000,
    text: (length, alphabet) => Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join(""),
  };
}
