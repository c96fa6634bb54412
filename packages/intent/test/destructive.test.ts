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
    ["manage_records", "Clears the records"],
    ["write_file", "Create a file, overwriting what was there"],
    ["apply", "Cannot be undone."],
    ["pipelines", "Runs whatever command is given"],
    ["drop_off", "Send the parcel's label to the customer by mail"],
    ["fetch_paid", "Fetch a page. If it asks for money, it is paid automatically from the wallet."],
    ["shell_input", "Write input to a terminal of the machine"],
    ["share_port", "Expose a port under a public URL"],
    ["member_add", "Add collaborators to the document"],
    ["remove_member", "Remove a member from the organisation"],
    ["删除用户", undefined],
    ["archivo_borrar", undefined],
  ])("%s: %s", (name, description) => {
    expect(isDestructive(tool(name, description))).toBe(true);
  });

  it.each([
    ["list_deleted_items", "Lists what was deleted"],
    ["install_help", "Help to install the package"],
    ["deploy_updater", "List the versions of the services updater"],
    ["get_script_analysis", "Get the analysis of a script"],
    ["run_query", "Run a search query over the logs"],
    ["close_tab", "Close the tab of the browser"],
    ["close_issue", "Close an issue"],
    ["remove_label", "Remove a label from an issue"],
    ["manage_cache", "Clears the cache"],
    ["clear_selection", "Clear the selection"],
    ["check_price", "Check whether an address requires payment"],
    ["start_session", "Launch a live session"],
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

  it("reads the operations that a parameter chooses among", () => {
    const choosing = (...operations: string[]) =>
      tool("branches", "Works with branches", {
        inputSchema: { type: "object", properties: { action: { type: "string", enum: operations } } },
      });
    expect(isDestructive(choosing("list", "create", "delete"))).toBe(true);
    expect(showsDestructive(choosing("list", "delete"))).toBe(true);
    expect(isDestructive(choosing("list", "create"))).toBe(false);
    expect(isDestructive(choosing("match", "replace"))).toBe(false);
    expect(isDestructive(choosing("run_pipeline", "run_status"))).toBe(true);
  });

  it("believes a tool that says it does no harm where its act may do none", () => {
    const harmless = { annotations: { destructiveHint: false } };
    expect(isDestructive(tool("run_preview", undefined, harmless))).toBe(false);
    expect(isDestructive(tool("run_job"))).toBe(true);
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
