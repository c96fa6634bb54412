import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonValue } from "@gradable/contract";
import { expect, it } from "vitest";
import { fillArguments } from "../src/fill/fill-arguments.js";
import { sampleArguments } from "../src/sample/sample-arguments.js";
import { joinSaid, sayArguments } from "../src/say/say-arguments.js";
import { checkSchema } from "../src/validate/schema-check.js";

const CORPUS = fileURLToPath(new URL("../../../../shared/corpus/surfaces/", import.meta.url));
const files = existsSync(CORPUS) ? readdirSync(CORPUS).filter((file) => file.endsWith(".json")) : [];

it.skipIf(files.length === 0)(
  "real tools have arguments that fit, and they come back from their sentence",
  { timeout: 120_000 },
  () => {
    let tools = 0;
    let seen = 0;
    const changed: string[] = [];
    for (const file of files) {
      const surface = JSON.parse(readFileSync(`${CORPUS}${file}`, "utf8")) as {
        tools: {
          name: string;
          inputSchema?: { properties?: object; required?: string[] } & { [key: string]: JsonValue };
        }[];
      };
      for (const { name, inputSchema } of surface.tools) {
        // Every fifth: all of them hold as well, and take half a minute.
        if (seen++ % 5 !== 0) continue;
        const required = new Set(inputSchema?.required);
        const optional = Object.keys(inputSchema?.properties ?? {}).filter(
          (parameter) => !required.has(parameter),
        );
        const sample = sampleArguments(inputSchema, { seed: name, optional: optional.slice(0, 1) });
        if ("problem" in sample) throw new Error(`${file} ${name}: ${sample.problem}`);
        tools++;
        const text = `Please do it ${joinSaid(sayArguments(sample.arguments, inputSchema))}.`;
        const { arguments: args } = fillArguments(text, inputSchema);
        expect(checkSchema(inputSchema ?? {}, args), `${file} ${name}: ${text}`).toEqual({ violations: [] });
        if (JSON.stringify(sorted(args)) !== JSON.stringify(sorted(sample.arguments)))
          changed.push(`${file} ${name}`);
      }
    }
    expect(changed.length / tools, changed.join("\n")).toBeLessThan(0.005);
  },
);

/** With the members of every object in one order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
