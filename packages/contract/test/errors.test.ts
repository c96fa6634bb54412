import { describe, expect, it } from "vitest";
import { GradableError } from "../src/error.js";
import { defineErrors } from "../src/errors.js";

const ERRORS = defineErrors({
  "file-missing": {
    owner: "usage",
    message: "There is no file {path}; {reason}.",
    hint: ({ path }) => `Give a path without braces, such as {name}, not ${path}.`,
  },
  "list-failed": { owner: "server", stage: "list", message: ({ error }) => `tools/list failed: ${error}` },
});

describe("defineErrors", () => {
  it("puts facts into words and functions, and says when it was not given one", () => {
    const error = ERRORS.error("file-missing", { path: "a.json" });
    expect(error).toBeInstanceOf(GradableError);
    expect(error).toMatchObject({
      code: "file-missing",
      owner: "usage",
      stage: undefined,
      message: "There is no file a.json; unknown.",
      hint: "Give a path without braces, such as {name}, not a.json.",
      facts: { path: "a.json" },
    });
    expect("cause" in error).toBe(false);
  });

  it("neutralises the facts that words name", () => {
    expect(ERRORS.error("file-missing", { path: "\u001b[31mred", reason: "gone" }).message).not.toContain(
      "\u001b",
    );
  });

  it("lets the place it happened at say more than the table", () => {
    const cause = new Error("socket closed");
    const detail = { stage: "handshake", hint: "Look at its log.", cause } as const;
    expect(ERRORS.error("list-failed", { error: "no" }, detail)).toMatchObject({
      owner: "server",
      stage: "handshake",
      message: "tools/list failed: no",
      hint: "Look at its log.",
      cause,
    });
    expect(ERRORS.error("list-failed").stage).toBe("list");
  });
});
