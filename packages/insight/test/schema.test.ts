import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { comparisonJsonSchema, leaderboardJsonSchema } from "@gradable/insight";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");

test.each([
  ["comparison", comparisonJsonSchema()],
  ["leaderboard", leaderboardJsonSchema()],
])("rubric/%s-v1.schema.json is what the schema gives", (name, schema) => {
  const file = join(root, `rubric/${name}-v1.schema.json`);
  expect(existsSync(file)).toBe(true);
  // Out of step? Run `npm run generate`.
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});
