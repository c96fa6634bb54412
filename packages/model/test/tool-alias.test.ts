import fc from "fast-check";
import { expect, test } from "vitest";
import { toolAliases } from "../src/prompts/tool-alias.js";

const aliasesOf = (...names: string[]) => toolAliases(names.map((name) => ({ name }))).names;

test("a safe name is its own alias", () => {
  expect(aliasesOf("read_note", "find-notes", "Sync")).toEqual(["read_note", "find-notes", "Sync"]);
});

test("names no provider takes get safe ones: empty, spaces, other scripts, a leading digit, dots, too long", () => {
  expect(
    aliasesOf("", "Dockerfile problems scanner", "工具", "7zip", "issues.create", "x".repeat(70)),
  ).toEqual(["tool_1", "Dockerfile_problems_scanner", "tool_3", "zip", "issues_create", "x".repeat(52)]);
});

test("two names that come to the same alias stay apart, and never take a declared name", () => {
  expect(aliasesOf("a.b", "a b", "a_b")).toEqual(["a_b_2", "a_b_3", "a_b"]);
});

test("the first of two equal names keeps it; a declared name that two tools have means the first", () => {
  const aliases = toolAliases([{ name: "run" }, { name: "run" }, { name: "b b" }]);
  expect(aliases.names).toEqual(["run", "run_2", "b_b"]);
  expect(aliases.indexOf("run")).toBe(0);
  expect(aliases.indexOf("run_2")).toBe(1);
  expect(aliases.indexOf("b b")).toBe(2);
  expect(aliases.indexOf("nothing")).toBeUndefined();
});

test("any names: aliases are safe, distinct, and lead back to their tool [M8.4]", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("a", "a_2", "a b", "a_b", "__proto__", "constructor")), {
        maxLength: 12,
      }),
      (names) => {
        const aliases = toolAliases(names.map((name) => ({ name })));
        expect(new Set(aliases.names).size).toBe(names.length);
        for (const [index, alias] of aliases.names.entries()) {
          expect(alias).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
          expect(aliases.indexOf(alias)).toBe(index);
        }
      },
    ),
  );
});
