import type { JsonValue } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { noReturnDescription } from "../../src/builtin/defects/no_return_description.js";
import { NO_PARAMETERS } from "../support.js";
import { checkFirst } from "./support.js";

const check = (description: string, outputSchema?: JsonValue, name = "do_something") =>
  checkFirst(
    noReturnDescription,
    {
      name,
      description,
      inputSchema: NO_PARAMETERS,
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
    { name: "get_user_details", description: "Gets user details", inputSchema: NO_PARAMETERS },
  );

describe("no_return_description", () => {
  it.each([
    "Create a new issue",
    "Search for repositories",
    "Merge a pull request",
    "Click on a button",
    "Toggles logging on or off.",
    "Return to the previous page",
    "Returns the result.",
    "Create a new issue. Returns the outcome, or an error that says why there is none.",
    "Create a new issue. Returns a confirmation on success, or an error.",
    "Create a new issue. [returns: …]",
    "Create a new issue. [Returns: ...]",
    "Update an issue. Use get_user_details to get the owner's id first.",
    "Update records. If get_user_details' response isn't helpful, ask the user.",
    "",
  ])("finds that “%s” does not say what comes back", (description) => {
    expect(check(description)).not.toBeNull();
  });

  it.each([
    "Get the reviews on a pull request",
    "Search and retrieve logs",
    "Search, group and count events by a dimension",
    "This tool retrieves a complete catalogue of properties",
    "Use this tool to list invoices",
    "Quickly read structured product data",
    "Convert an address into coordinates",
    "Create an issue. Returns the issue number.",
    "Reserve a device, returning its identifier",
    "Starts a job; the job's id is returned as text",
    "Writes a file.\nReturns:\n1. The path that was written",
    "Check if the service is up",
  ])("accepts “%s”", (description) => {
    expect(check(description)).toBeNull();
  });

  it("accepts a noun phrase under a fetching name", () => {
    expect(check("Current weather for a city", undefined, "get_weather")).toBeNull();
    expect(check("Current weather for a city", undefined, "set_weather")).not.toBeNull();
  });

  it("accepts an explicit output schema and not a bare one", () => {
    const bare = { type: "object", properties: { content: { type: "string" } } };
    expect(check("Create an issue", bare)).not.toBeNull();
    expect(check("Create an issue", { type: "object" })).not.toBeNull();
    const two = { type: "object", properties: { id: { type: "string" }, url: { type: "string" } } };
    expect(check("Create an issue", two)).toBeNull();
    const nested = {
      type: "object",
      properties: { issue: { type: "object", properties: { id: { type: "string" } } } },
    };
    expect(check("Create an issue", nested)).toBeNull();
    expect(check("", two)).toBeNull();
  });

  it("does not judge a language it cannot read", () => {
    expect(check("发布赏金任务，雇佣人类执行真实世界的任务")).toBeNull();
    expect(check("Erstellt eine neue Rechnung für den Kunden und sendet sie mit der Post")).toBeNull();
  });

  it("reads through mark-up", () => {
    expect(
      check("<p>Create an issue.</p><h3>Returns</h3><ul><li>The <b>issue number</b></li></ul>"),
    ).toBeNull();
    expect(check("**Create** an issue.\n\n### Output\n- the issue's `number`")).toBeNull();
  });
});
