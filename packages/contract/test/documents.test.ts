import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OBSERVATIONS } from "@gradable/contract";
import { describe, expect, it } from "vitest";
import { GradableError } from "../src/error.js";
import { failedSchema } from "../src/failed.js";
import { surfaceSha256 } from "../src/hash.js";
import { DOCUMENT_SCHEMAS } from "../src/json-schema.js";
import { readFailed, readReport, readSurface } from "../src/read.js";
import { reportSchema, reportSha256, slugSchema, utcTimeSchema } from "../src/report.js";
import { MAX_TASKS, taskListSchema } from "../src/task.js";

/** A whole report as this version writes it; kept for good, so that later versions must still read it. */
const fixture = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/report-v1.json"), "utf8")) as Record<
    string,
    unknown
  >;

const failed = () => ({
  schemaVersion: 1,
  gradableVersion: "0.1.0",
  slug: "paper-desk",
  target: { kind: "stdio", label: "node paper-desk.js" },
  failedAt: "2026-11-29T09:00:00.000Z",
  stage: "start",
  code: "exited-early",
  owner: "server",
  message: "The server ended with code 1 before it answered.",
  facts: { exitCode: 1 },
  chain: { stage: "connection", state: "failed", reason: "connectFailed", failureCategory: "setup" },
  partial: { stderrTail: "cannot read notes" },
});

const surface = () => {
  const tools = [{ name: "list_notes", description: "Lists notes.", inputSchema: { type: "object" } }];
  return {
    schemaVersion: 1,
    target: { kind: "file", label: "paper-desk.json" },
    serverInfo: null,
    protocolVersion: null,
    capabilities: null,
    tools,
    surfaceSha256: surfaceSha256(tools),
    listing: { pageSizes: [1], attempts: 1 },
    observations: [],
  };
};

function errorOf(work: () => unknown): GradableError {
  try {
    work();
  } catch (error) {
    if (error instanceof GradableError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Every object in a JSON value, with its path. */
function objects(value: unknown, path = ""): { path: string; object: Record<string, unknown> }[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([key, entry]) =>
    objects(entry, Array.isArray(value) ? `${path}[]` : `${path}.${key}`),
  );
  return Array.isArray(value) ? below : [{ path, object: value as Record<string, unknown> }, ...below];
}

/** JSON that is carried along as it came: open on purpose. */
const CARRIED =
  /\.(arguments|expectedArguments|facts|inputSchema|outputSchema|annotations|capabilities)(\.|\[|$)/;

describe("every object is closed", () => {
  it.each([
    ["report", fixture(), 40],
    ["failed", failed(), 4],
    ["surface", surface(), 4],
    ["tasks", { schemaVersion: 1, tasks: fixture().tasks }, 2],
  ] as const)("%s refuses an unknown member anywhere", (name, document, atLeast) => {
    expect(DOCUMENT_SCHEMAS[name].safeParse(document).success).toBe(true);
    const open: string[] = [];
    const closed = new Set<string>();
    for (const { path, object } of objects(document)) {
      if (CARRIED.test(path)) continue;
      object.surprise = 1;
      if (DOCUMENT_SCHEMAS[name].safeParse(document).success) open.push(path);
      else closed.add(path);
      delete object.surprise;
    }
    expect(open).toEqual([]);
    expect(closed.size).toBeGreaterThanOrEqual(atLeast);
  });
});

describe("readReport", () => {
  it("reads the report of this version", () => {
    const read = readReport(fixture());
    expect(read.report.slug).toBe("paper-desk");
    expect(read.upgradedFrom).toBeUndefined();
  });

  it("reads an older one through the steps between, and says so", () => {
    // As a version before the first might have looked: tools without the destructive flag, another name for the time.
    const old = fixture();
    old.schemaVersion = -1;
    old.scanned = old.scannedAt;
    delete old.scannedAt;
    const tools = (old.surface as { tools: Record<string, unknown>[] }).tools;
    for (const tool of tools) delete tool.destructive;

    const read = readReport(old, {
      upgraders: {
        [-1]: ({ scanned, ...rest }) => ({ ...rest, schemaVersion: 0, scannedAt: scanned }),
        0: (document) => {
          const { tools: listed, ...surfaceRest } = document.surface as { tools: { name: string }[] };
          return {
            ...document,
            schemaVersion: 1,
            surface: {
              ...surfaceRest,
              tools: listed.map((tool) => ({ ...tool, destructive: tool.name === "remove_note" })),
            },
          };
        },
      },
    });
    expect(read.upgradedFrom).toBe(-1);
    expect(read.report).toEqual(readReport(fixture()).report);
  });

  it.each([
    ["newer than this build", { schemaVersion: 2 }, "report-version-unknown", "2; this build reads up to 1"],
    ["older than any step", { schemaVersion: 0 }, "report-version-unknown", "schemaVersion 0"],
    ["no version", {}, "report-version-unknown", "no schemaVersion"],
    ["a version that is text", { schemaVersion: "1" }, "report-version-unknown", 'schemaVersion "1"'],
    ["an array", [], "report-not-object", "an array"],
    ["null", null, "report-not-object", "null"],
    ["text", "report", "report-not-object", '"report"'],
  ])("refuses %s", (_what, document, code, message) => {
    const error = errorOf(() => readReport(document));
    expect(error).toMatchObject({ code, owner: "usage" });
    expect(error.message).toContain(message);
    expect(error.hint).toBeDefined();
  });

  it("names the first places that do not fit, and how many more there are", () => {
    const error = errorOf(() => readReport({ schemaVersion: 1 }));
    expect(error.code).toBe("report-invalid");
    expect(error.message).toContain("slug: ");
    expect(error.message).toMatch(/and \d+ more/);
  });

  it("does not show a file's text raw", () => {
    const error = errorOf(() => readReport({ ...fixture(), "\u001b[2J": 1 }));
    expect(error.message).not.toContain("\u001b");
  });
});

describe("readSurface", () => {
  it("reads a captured surface", () => {
    expect(readSurface(surface()).tools).toHaveLength(1);
  });

  it("refuses one whose tools were edited, with both hashes", () => {
    const edited = surface();
    edited.tools[0] = {
      ...edited.tools[0],
      description: "Lists everything.",
    } as (typeof edited.tools)[number];
    const error = errorOf(() => readSurface(edited));
    expect(error.code).toBe("surface-hash-mismatch");
    expect(error.message).toContain(edited.surfaceSha256);
    expect(error.message).toContain(surfaceSha256(edited.tools));
  });

  it("keeps what a server declared as it is, however odd", () => {
    const odd = surface();
    const tools = [
      { name: "", inputSchema: null },
      { name: "工具", inputSchema: [1, { a: "b" }] },
    ] as never[];
    expect(readSurface({ ...odd, tools, surfaceSha256: surfaceSha256(tools) }).tools).toEqual(tools);
  });
});

describe("failed.json [M6.3]", () => {
  it("is read", () => {
    expect(readFailed(failed()).owner).toBe("server");
  });

  it.each(["score", "grade", "composite", "runs"])("never holds a %s", (member) => {
    expect(failedSchema.safeParse({ ...failed(), [member]: 0 }).success).toBe(false);
    expect(errorOf(() => readFailed({ ...failed(), [member]: 0 })).code).toBe("failed-invalid");
  });

  it("says whose failure it was, out of four; a wrong call of the tool is not one of them", () => {
    expect(failedSchema.safeParse({ ...failed(), owner: "judge" }).success).toBe(true);
    expect(failedSchema.safeParse({ ...failed(), owner: "usage" }).success).toBe(false);
  });
});

describe("details of a report", () => {
  it("slugs can't leave their folder", () => {
    for (const slug of ["a", "paper-desk", "a1-b2"]) expect(slugSchema.safeParse(slug).success).toBe(true);
    for (const slug of ["", "../x", "a/b", "a..b", "A", "a--b", "-a", "a-", "a\n", "é", "a".repeat(101)]) {
      expect(slugSchema.safeParse(slug).success, slug).toBe(false);
    }
  });

  it("times are UTC with milliseconds", () => {
    expect(utcTimeSchema.safeParse("2026-11-29T09:00:00.000Z").success).toBe(true);
    for (const time of ["2026-11-29", "2026-11-29T09:00:00Z", "2026-11-29T09:00:00.000+01:00"]) {
      expect(utcTimeSchema.safeParse(time).success, time).toBe(false);
    }
  });

  it("task sets are not empty, fit one decision, and name each task once", () => {
    const task = (id: string) => ({
      id,
      tool: "t",
      prompt: "p",
      expectedArguments: {},
      destructive: false,
      origin: "builtin",
    });
    const list = (count: number) => Array.from({ length: count }, (_, index) => task(`t${index}`));
    expect(taskListSchema.safeParse(list(MAX_TASKS)).success).toBe(true);
    expect(taskListSchema.safeParse(list(MAX_TASKS + 1)).success).toBe(false);
    expect(taskListSchema.safeParse([]).success).toBe(false);
    expect(taskListSchema.safeParse([task("a"), task("a")]).success).toBe(false);
    expect(taskListSchema.safeParse([task("a b")]).success).toBe(false);
  });

  it("reportSha256 covers everything but itself", () => {
    const report = reportSchema.parse(fixture());
    expect(reportSha256(report)).toBe(report.reportSha256);
    expect(reportSha256({ ...report, reportSha256: "0".repeat(64) })).toBe(report.reportSha256);
    expect(reportSha256({ ...report, gradableVersion: "0.1.1" })).not.toBe(report.reportSha256);
  });

  it("observation ids are kebab-case and say something bad or odd", () => {
    for (const id of OBSERVATIONS.ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
  });
});
