import { surfaceSchema } from "@gradable/contract";
import { expect, it } from "vitest";
import { fixture, scanned } from "./fixture.js";

it("reads what a well-behaved server declares, without _meta", async () => {
  const { surface } = await scanned(fixture("well-behaved"));
  expect(() => surfaceSchema.parse(surface)).not.toThrow();
  expect(surface.tools.map((tool) => tool.name)).toEqual(["read_note", "list_notes"]);
  expect(surface.tools[0]).toEqual({
    name: "read_note",
    title: "Read a note",
    description: "Returns the text of one note.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "string", description: "Note id" } },
      required: ["id"],
    },
    annotations: { readOnlyHint: true },
  });
  expect(surface.serverInfo).toEqual({ name: "notes", version: "1.2.3" });
  expect(surface.protocolVersion).toBe("2025-11-25");
  expect(surface.observations).toEqual([]);
});
