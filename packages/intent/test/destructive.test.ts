import type { SurfaceTool } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { isDestructive, showsDestructive } from "../src/destructive.js";

const tool = (name: string, description?: string, rest: Partial<SurfaceTool> = {}): SurfaceTool => ({
  name,
  ...(description === undefined ? {} : { description }),
  ...rest,
});

describe("isDestructive", () => {
  it.each([
    ["delete_user", undefined],
    ["deleteUser", ""],
    ["users-remove", "Takes a user off the list"],
    ["crm_send_email", "Email to a contact"],
    ["execute_sql", "Anything the database understands"],
    ["checkout", "Buy what is in the cart"],
    ["manage_cache", "Clears the cache"],
    ["write_file", "Create a file, overwriting what was there"],
    ["apply", "Cannot be undone."],
    ["删除用户", undefined],
    ["archivo_borrar", undefined],
  ])("%s: %s", (name, description) => {
    expect(isDestructive(tool(name, description))).toBe(true);
  });

  it.each([
    ["list_deleted_items", "Lists what was deleted"],
    ["get_order", "Order with its lines"],
    ["create_post", "Creates a draft"],
    ["order_details", "Returns one order"],
    ["search_files", "Finds files. Deletes nothing."],
    ["create_user", "Adds a user without overwriting anyone"],
    ["browser_go_forward", "Go to the next page"],
    ["weather", "Tells the weather"],
    ["", ""],
  ])("not %s: %s", (name, description) => {
    expect(isDestructive(tool(name, description))).toBe(false);
  });

  it("takes annotations over words", () => {
    expect(isDestructive(tool("get_thing", "Reads", { annotations: { destructiveHint: true } }))).toBe(true);
    expect(isDestructive(tool("delete_thing", "Deletes", { annotations: { readOnlyHint: true } }))).toBe(
      false,
    );
    expect(isDestructive(tool("delete_thing", "Deletes", { annotations: { destructiveHint: false } }))).toBe(
      true,
    );
  });
});

describe("showsDestructive", () => {
  it("sees the annotation, the wording, or a parameter to try without effect", () => {
    expect(showsDestructive(tool("x", "", { annotations: { destructiveHint: true } }))).toBe(true);
    expect(showsDestructive(tool("x", "The records service. Deletes the records given."))).toBe(true);
    expect(
      showsDestructive(
        tool("x", "Handles it", { inputSchema: { properties: { dry_run: { type: "boolean" } } } }),
      ),
    ).toBe(true);
  });

  it("does not take a name for a warning", () => {
    expect(showsDestructive(tool("delete_everything", "Housekeeping"))).toBe(false);
    expect(showsDestructive(tool("delete_everything"))).toBe(false);
  });

  it("is quick on a description of a megabyte", () => {
    const startedAt = performance.now();
    showsDestructive(tool("x", "not destructive ".repeat(70_000)));
    isDestructive(tool("x", "overwrit ".repeat(120_000)));
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
