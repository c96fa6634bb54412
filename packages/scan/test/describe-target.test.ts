import { slugSchema, type Target, targetSchema } from "@gradable/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultSlug, describeTarget, slugify } from "../src/target/describe-target.js";
import { parseTarget } from "../src/target/parse-target.js";
import { FIXTURES } from "./fixture.js";

const label = (text: string) => describeTarget(parseTarget(text, { cwd: FIXTURES })).label;

describe("labels", () => {
  it.each([
    ["node server.js --port 3000", "node server.js --port 3000"],
    ["node   'my server.js'", 'node "my server.js"'],
    ["node s.js --api-key abc123", "node s.js --api-key <redacted>"],
    ["node s.js --api-key=abc123 --verbose", "node s.js --api-key=<redacted> --verbose"],
    ["node s.js --token --verbose", "node s.js --token --verbose"],
    ["node s.js API_TOKEN=abc MODE=fast", "node s.js API_TOKEN=<redacted> MODE=fast"],
    [
      "docker run -i -e TOKEN=abc -e PLAIN -e MODE=fast image",
      "docker run -i -e TOKEN=<redacted> -e PLAIN -e MODE=<redacted> image",
    ],
    [
      `npx mcp-remote https://u:p@host/x?k=v -H "Authorization: Bearer abc"`,
      `npx mcp-remote "https://host/x?k=<redacted>" -H "Authorization: <redacted>"`,
    ],
    [
      "npx mcp-remote https://host/x --header 'X-Api-Key:abc'",
      'npx mcp-remote https://host/x --header "X-Api-Key: <redacted>"',
    ],
    ["node s.js ghp_abcdefghijklmnopqrstuvwxyz0123456789", "node s.js <redacted>"],
    ["node s.js postgresql://user:dummy@127.0.0.1:5432/db", "node s.js postgresql://127.0.0.1:5432/db"],
    ["node s.js AC0123456789abcdef0123456789abcdef", "node s.js <redacted>"],
    ["SECRET=abc node s.js", "SECRET=<redacted> node s.js"],
    ["npm:@acme/notes@1.0.0#cli --password x", "npm:@acme/notes@1.0.0#cli --password <redacted>"],
    ["https://user:pass@host:8443/mcp?key=1&k2=2#frag", "https://host:8443/mcp?key=<redacted>&k2=<redacted>"],
    ["https://hooks.example.org/s/a1B2c3D4e5F6g7H8i9J0/mcp", "https://hooks.example.org/s/<redacted>/mcp"],
    ["https://host/a-long-but-readable-path/mcp", "https://host/a-long-but-readable-path/mcp"],
    ["x/\u001b[31mred\u202e --flag", "x/\\u{1b}[31mred\\u{202e} --flag"],
  ])("%s", (text, expected) => {
    // A bracket is a file name pattern to a shell.
    expect(label(text.replace("[", "\\["))).toBe(
      expected.replace(/^x\/.*? /, (word) => (text.startsWith("x/") ? `"${word.trimEnd()}" ` : word)),
    );
  });

  it("names the variables given, never their values", () => {
    const target = describeTarget(parseTarget("A=secret1 node s.js", { cwd: FIXTURES }), {
      envNames: ["B", "A"],
      cwd: "dir",
    });
    expect(target).toEqual({
      kind: "stdio",
      label: "A=<redacted> node s.js",
      cwd: "dir",
      envNames: ["A", "B"],
    });
    expect(() => targetSchema.parse(target)).not.toThrow();
  });
});

describe("slugs", () => {
  const slug = (text: string, name?: string) =>
    defaultSlug(
      describeTarget(parseTarget(text, { cwd: FIXTURES })),
      name === undefined ? null : { name, version: null },
    );

  it.each([
    [
      "npm:@modelcontextprotocol/server-everything@1.0.0",
      undefined,
      "modelcontextprotocol-server-everything",
    ],
    ["npm:./notes-1.0.0.tgz", undefined, "notes-1-0-0"],
    ["configs/mcp.json#My Server", "other", "my-server"],
    ["surfaces/result.json", "other", "result"],
    ["https://mcp.example.org:8080/mcp", undefined, "mcp-example-org-8080"],
    ["https://mcp.example.org/mcp", "Notes", "notes"],
    ["node dist/notes-server.js --x", undefined, "notes-server"],
    ["node dist/index.js", "Café Notes", "cafe-notes"],
    ["npx -y @acme/notes", undefined, "notes"],
    ["my-server", undefined, "my-server"],
    ["node s.js", "../../x", "x"],
  ])("%s called %s", (text, name, expected) => expect(slug(text, name)).toBe(expected));

  it("has one for a name of which nothing is left", () => {
    expect(slug("'工具'", "工具")).toMatch(/^target-[0-9a-f]{8}$/);
  });

  it("is always a safe folder name", () => {
    const kinds = ["stdio", "npm", "http", "file", "config"] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.string({ unit: "binary", minLength: 1 }),
        fc.string({ unit: "binary" }),
        (kind, text, name) => {
          const target: Target = {
            kind,
            label: text,
            ...(kind === "config" && { config: { file: text, name: text } }),
          };
          expect(slugSchema.safeParse(defaultSlug(target, { name, version: null })).success).toBe(true);
        },
      ),
    );
    expect(slugify("a".repeat(300))).toHaveLength(100);
    expect(slugify(`${"a".repeat(99)}-b`)).toBe("a".repeat(99));
  });
});
