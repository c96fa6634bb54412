import { randomBytes } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtinAnalyst } from "@gradable/analyze";
import { builtinSelector } from "@gradable/judge";
import { builtinTaskGenerator } from "@gradable/tasks";
import { describe, expect, it } from "vitest";
import type { JudgeParts } from "../src/judge-parts.js";
import { scanTarget } from "../src/scan-target.js";

/** Secrets of every awkward kind; none may leave a trace of twelve characters. */
const SECRETS = {
  CA_BUNDLE: `-----BEGIN CERTIFICATE-----\n${randomBytes(24_000).toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----`,
  KUBECONFIG_TEXT: JSON.stringify(
    { users: [{ name: "me", token: randomBytes(2000).toString("hex") }], odd: 'quo"te\\back' },
    null,
    2,
  ),
  ODD: `p@ss "w/rd" \u00e4\u00f6\u00fc %41 $(x) [a-z]+ ${randomBytes(12).toString("hex")}`,
  PLAIN: randomBytes(20).toString("hex"),
} as const;
const HEADERS = { Authorization: `Bearer ${randomBytes(4000).toString("base64url")}` };

const spelt = (value: string) => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString("base64"),
];

/** Every run of twelve characters of a secret, in any spelling, that a text holds. */
function leaksIn(text: string, values: readonly string[]): string[] {
  const runs = new Set<string>();
  for (const value of values)
    for (const form of spelt(value))
      for (let at = 0; at + 12 <= form.length; at++) runs.add(form.slice(at, at + 12));
  const found: string[] = [];
  for (let at = 0; at + 12 <= text.length; at++)
    if (runs.has(text.slice(at, at + 12))) found.push(text.slice(at, at + 12));
  return found;
}

const tools = [
  {
    name: "find_parcel",
    description: "Finds one parcel by its number. Returns the parcel with its state.",
    inputSchema: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  },
];

/** Everything that a failure shows to anybody. */
async function shown(target: string, parts: Partial<JudgeParts> = {}, cwd?: string): Promise<string> {
  const folder = cwd ?? (await mkdtemp(join(tmpdir(), "gradable-secrets-")));
  await writeFile(join(folder, "surface.json"), JSON.stringify({ tools }));
  const outcome = await scanTarget(target, {
    scan: { cwd: folder, callerEnv: process.env, env: SECRETS, headers: HEADERS, timeoutMs: 5_000 },
    judge: async () => ({
      generator: builtinTaskGenerator(),
      selector: builtinSelector(),
      analyst: builtinAnalyst(),
      ...parts,
    }),
    now: () => new Date("2026-01-31T12:00:00.000Z"),
    slug: "secretive",
    usageErrors: "record",
  });
  expect(outcome.kind).toBe("failed");
  if (outcome.kind !== "failed") return "";
  const causes: string[] = [];
  for (let error: unknown = outcome.error; error instanceof Error; error = error.cause)
    causes.push(`${error.stack}`, error.message);
  return `${JSON.stringify(outcome.failed, null, 2)}\n${causes.join("\n")}`;
}

const everything = [...Object.values(SECRETS), ...Object.values(HEADERS), HEADERS.Authorization.slice(7)];
/** What a program that means ill prints of its environment, in each spelling, whole and cut. */
const TELL_ALL = `const e=process.env;for(const v of [e.CA_BUNDLE,e.KUBECONFIG_TEXT,e.ODD,e.PLAIN]){console.error(v);console.error(encodeURIComponent(v));console.error(JSON.stringify(v));console.error(Buffer.from(v).toString("base64"));console.error(Buffer.from("x"+v).toString("base64"));console.error(v.slice(5,40))}`;
const node = (script: string) => `"${process.execPath}" -e ${JSON.stringify(script).replaceAll("$", "\\$")}`;
const boom = () => {
  throw new Error(
    `Invalid regular expression: /${SECRETS.CA_BUNDLE}/ ${SECRETS.ODD} ${encodeURIComponent(SECRETS.PLAIN)} ${Buffer.from(SECRETS.KUBECONFIG_TEXT).toString("base64")}`,
  );
};
const boomAsync = async () => boom();
const builtin = builtinAnalyst();

describe("a scan that fails", () => {
  it.each<[string, string, Partial<JudgeParts>?]>([
    ["at the target", "nothere.json"],
    ["at the start", `./no-such-program ${SECRETS.PLAIN}`],
    ["before the handshake, telling all it was given", node(`${TELL_ALL};process.exit(1)`)],
    [
      "in the handshake, with an error that tells all",
      node(
        `${TELL_ALL};process.stdin.once("data",()=>{const e=process.env;console.log(JSON.stringify({jsonrpc:"2.0",id:0,error:{code:-1,message:e.ODD+e.PLAIN+e.CA_BUNDLE}}))})`,
      ),
    ],
    [
      "over HTTP, at an address that holds a secret",
      `http://127.0.0.1:9/${SECRETS.PLAIN}?key=${encodeURIComponent(SECRETS.ODD)}`,
    ],
    ["writing the tasks", "surface.json", { generator: { generate: boomAsync } }],
    ["selecting", "surface.json", { selector: { open: boomAsync } }],
    ["looking for defects", "surface.json", { analyst: { ...builtin, defects: boomAsync } }],
    ["looking for pairs", "surface.json", { analyst: { ...builtin, pairs: boomAsync } }],
    ["rewriting", "surface.json", { analyst: { ...builtin, rewrite: boomAsync } }],
  ])(
    "%s shows no secret, in no spelling and in no part",
    async (_, target, parts) => {
      const text = await shown(target, parts);
      expect(leaksIn(text, everything)).toEqual([]);
    },
    30_000,
  );
});
