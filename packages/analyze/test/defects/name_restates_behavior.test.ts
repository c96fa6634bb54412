import { describe, expect, it } from "vitest";
import { nameRestatesBehavior } from "../../src/builtin/defects/name_restates_behavior.js";
import { takes } from "../support.js";
import { checkFirst } from "./support.js";

const check = (name: string, description: string | undefined, parameters: Record<string, string> = {}) =>
  checkFirst(nameRestatesBehavior, {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: takes(parameters),
  });

describe("name_restates_behavior", () => {
  it.each([
    ["list_invoices", "List invoices", {}],
    ["list_invoices", "Lists all available invoices from Acme", {}],
    ["get_invoice", "Get details of a specific invoice by its ID", { invoiceId: "The ID of the invoice" }],
    ["create_note", "Create a new note in a notebook", { notebookId: "Which notebook" }],
    ["search_repos", "Search for repositories", {}],
    ["stop_app", "Stop and terminate an app", { app: "" }],
    ["go_back", "Go back to the previous page", {}],
  ])("finds that %s is only restated by “%s”", (name, description, parameters) => {
    expect(check(name, description, parameters as Record<string, string>)).not.toBeNull();
  });

  it.each([
    ["a limit", "update_records", "Update up to 10 records"],
    ["a condition", "list_invoices", "List invoices. Use this before charging a customer twice."],
    ["a second object", "get_contents", "Get the contents of a file or directory"],
    ["an own scope", "create_repository", "Create a repository in your account"],
    ["a unit", "get_screen_size", "Get the screen size in pixels"],
    ["another tool", "get_crash", "Get a crash. Use list_crashes to find its ID."],
    ["an effect", "delete_branch", "Delete a branch and close every review that targets it."],
  ])("is cleared by %s", (_, name, description) => {
    const other = { name: "list_crashes", description: "List crashes", inputSchema: takes({}) };
    expect(checkFirst(nameRestatesBehavior, { name, description, inputSchema: takes({}) }, other)).toBeNull();
  });

  it("is cleared by a word of which parameter decides, and not by one that the tool has not", () => {
    const text = "List invoices. Use the action parameter to choose the operation.";
    expect(check("list_invoices", text, { action: "" })).toBeNull();
    expect(check("list_invoices", text, { status: "" })).not.toBeNull();
  });

  it.each([
    "Use it only when the request really asks for it.",
    "This tool is useful. Returns the outcome, or an error that says why there is none.",
    "[when to use this instead of `list_orders`: …]",
  ])("is not cleared by what would be as true of any other tool: %s", (filler) => {
    expect(check("list_invoices", `List invoices. ${filler}`)).not.toBeNull();
  });

  it("says so when there is no description at all", () => {
    expect(check("get_weather", undefined)?.evidence).toContain("no description");
    expect(check("get_weather", "  \n 🎯 ")?.evidence).toContain("no description");
  });

  it("does not judge a language it cannot read", () => {
    expect(check("list_recipes", "获取所有菜谱")).toBeNull();
    expect(check("liste_factures", "Liste les factures de la société avec une pagination")).toBeNull();
  });

  it("is not cleared by saying it three times, by the tool's own name, or by praise", () => {
    const plain = "List invoices.";
    expect(check("list_invoices", `${plain} ${plain} ${plain}`)).not.toBeNull();
    expect(
      check("list_invoices", "list_invoices: use list_invoices to list invoices (listInvoices)."),
    ).not.toBeNull();
    expect(
      check(
        "list_invoices",
        "List invoices. This powerful, easy-to-use tool helps users quickly and efficiently get the best results. A simple, robust and comprehensive solution.",
      ),
    ).not.toBeNull();
  });

  it("is not cleared by lines that most tools of the surface share", () => {
    const tools = ["invoice", "customer", "refund", "dispute", "payout"].map((thing) => ({
      name: `get_${thing}`,
      description: `Get the ${thing}.\nError Responses:\n400: Bad gateway upstream\n500: Maintenance window`,
      inputSchema: takes({}),
    }));
    const [first, ...rest] = tools;
    expect(checkFirst(nameRestatesBehavior, first as (typeof tools)[number], ...rest)).not.toBeNull();
  });

  it("neutralises a hostile name in its evidence and keeps it short", () => {
    const evidence = check(`get_\u202e\u001b[31m${"x".repeat(2_000)}`, undefined)?.evidence ?? "";
    expect(evidence).not.toContain("\u202e");
    expect(evidence).not.toContain("\u001b");
    expect(evidence.length).toBeLessThanOrEqual(500);
  });
});
