import { expect, it } from "vitest";
import { below } from "../src/process/marked-processes.js";

it("finds everything below a process in a process table, and nothing beside it", () => {
  const table = "  1     0\n 10     1\n 11    10\n 12    11\n 20     1\n 21    20\n\nodd line\n";
  expect(below(10, table)).toEqual([11, 12]);
  expect(below(12, table)).toEqual([]);
  expect(below(99, "")).toEqual([]);
});
