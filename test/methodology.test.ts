import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { visibleTools } from "@gradable/analyze";
import { DEFECTS, type Surface } from "@gradable/contract";
import { isDestructive } from "@gradable/intent";
import { definitionTokens, loadTokenizer } from "@gradable/model/tokens";
import { RUBRIC } from "@gradable/score";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const methodology = read("METHODOLOGY.md");

const files = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => `${folder}/${file}`)
    : [];
const packages = readdirSync(join(root, "packages"));
const sources = packages.flatMap((name) => files(`packages/${name}/src`));
const tests = [...packages.flatMap((name) => files(`packages/${name}/test`)), ...files("test")];

const citations = (text: string) => [...text.matchAll(/\[(M\d+\.\d+)\]/g)].map((match) => match[1] as string);
const clauses = [...methodology.matchAll(/^\*\*\[(M\d+\.\d+)\]\*\*/gm)].map((match) => match[1] as string);

describe("METHODOLOGY", () => {
  it("has every clause once, numbered in order within its section", () => {
    expect(new Set(clauses).size).toBe(clauses.length);
    const bySection = new Map<string, number[]>();
    for (const clause of clauses) {
      const [section, number] = clause.slice(1).split(".") as [string, string];
      bySection.set(section, [...(bySection.get(section) ?? []), Number(number)]);
    }
    for (const numbers of bySection.values()) expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(methodology.match(/^## \d+\. /gm)).toHaveLength(bySection.size);
  });

  it("has every clause cited by a test", () => {
    const cited = new Set(tests.flatMap((file) => citations(read(file))));
    expect(clauses.filter((clause) => !cited.has(clause))).toEqual([]);
  });

  it("has every clause that a test, a source or it itself cites", () => {
    const unknown = [...tests, ...sources, "METHODOLOGY.md"].flatMap((file) =>
      citations(read(file)).flatMap((clause) => (clauses.includes(clause) ? [] : [`${file}: [${clause}]`])),
    );
    expect(unknown).toEqual([]);
  });

  it("links to files that exist", () => {
    const targets = [...methodology.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] as string);
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });
});

describe("what is measured", () => {
  it("no package on the way from a target to a report calls a tool of the server [M1.1]", () => {
    // Evals do run tools, for the author of a suite; nothing that scores may.
    const scoring = sources.filter((file) => !/^packages\/(evals|cli)\//.test(file));
    expect(scoring.filter((file) => /\.callTool\(|["'`]tools\/call["'`]/.test(read(file)))).toEqual([]);
  });

  it("an analyst sees names, schemas and descriptions, and nothing else [M1.2]", () => {
    const surface = {
      tools: [
        {
          name: "save_note",
          title: "Save",
          description: "Saves.",
          inputSchema: { type: "object" },
          outputSchema: { type: "object" },
          annotations: { destructiveHint: true },
        },
      ],
      instructions: "Prefer save_note.",
    } as unknown as Surface;
    expect(visibleTools(surface)).toEqual([
      {
        index: 0,
        name: "save_note",
        description: "Saves.",
        inputSchema: { type: "object" },
        outputSchema: { type: "object" },
      },
    ]);
  });

  it("a tool is destructive by annotation, or by wording where nothing says that it only reads [M1.9]", () => {
    expect(isDestructive({ name: "notes", annotations: { destructiveHint: true } })).toBe(true);
    expect(isDestructive({ name: "delete_note" })).toBe(true);
    expect(isDestructive({ name: "notes", description: "Permanently deletes a note." })).toBe(true);
    expect(isDestructive({ name: "delete_note", annotations: { readOnlyHint: true } })).toBe(false);
    expect(isDestructive({ name: "list_notes", description: "Lists notes." })).toBe(false);
  });

  it("definition tokens are those of the canonical JSON of the declared members [M1.12]", async () => {
    const estimate = await loadTokenizer("estimate");
    const text = '[{"description":"d","inputSchema":{"type":"object"},"name":"n"}]';
    const tool = { name: "n", title: "left out", description: "d", inputSchema: { type: "object" } };
    expect(definitionTokens([tool], estimate).total).toBe(Math.ceil(text.length / 4));
    expect(estimate).toMatchObject({ source: "estimated", name: "utf8-bytes-div-4" });
    const exact = await loadTokenizer("o200k_base");
    expect(exact.source).toBe("exact");
    expect(definitionTokens([tool], exact).total).toBe(exact.count(text));
  });

  it("selection drives 26 of the 100 points [M2.11]", () => {
    const { points, legibility, discoverability } = RUBRIC;
    expect(
      points.legibility * Number(legibility.selection) +
        points.discoverability * Number(discoverability.selection),
    ).toBe(26);
  });

  it("each defect has its row here and its rule in one file of its name [M3.1]", () => {
    for (const type of DEFECTS.ids) {
      expect(methodology).toContain(`| \`${type}\` |`);
      expect(sources).toContain(`packages/analyze/src/builtin/defects/${type}.ts`);
    }
  });

  it("scores none of the nine capabilities of the product spec [M5.1]", () => {
    const list = methodology.slice(methodology.indexOf("**[M5.1]**"), methodology.indexOf("**[M5.2]**"));
    expect(list.match(/^- /gm)).toHaveLength(9);
    expect(Object.keys(RUBRIC.points)).toEqual(["safety", "legibility", "economics", "discoverability"]);
  });
});
