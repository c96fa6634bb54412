import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureReply, NOTES, stageOf } from "../../model/test/fixture-judge.js";
import { cli } from "../src/cli.js";
import { testIo } from "./io-for-tests.js";

const { spelled }: { spelled(values: readonly string[]): string } = await import(
  new URL("./fixtures/spellings.mjs", import.meta.url).href
);

/** Text without a period, the same in every run. */
function noise(length: number, alphabet: string): string {
  let state = length;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += alphabet[(state >>> 8) % alphabet.length];
  }
  return text;
}
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${(noise(32_000, LETTERS).match(/.{64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;
// Not `${`, which an mcp.json means as a variable.
const PATTERN = noise(400, "()[]{}*+?.\\^$|a").replaceAll("${", "$(");
const TEXTS = noise(300, "äß漢字🙂\"'\\\t&%=<>;é ");
const KEY = noise(48, LETTERS.slice(0, 62));
/** Every value that a server is given; what a header can hold is among them. */
const VALUES = {
  GIVEN_CA_BUNDLE: CERTIFICATE,
  GIVEN_PATTERN: PATTERN,
  GIVEN_TEXTS: TEXTS,
  GIVEN_API_KEY: KEY,
};
const HEADER = noise(32_000, LETTERS);
const JUDGE_KEYS = { FIRST_KEY: noise(32_000, LETTERS.slice(0, 60)), ODD_KEY: `${PATTERN}${KEY}` };
const ARGUMENT = noise(80, LETTERS.slice(0, 50));

/** Runs of 12 characters of a value, as it is and as it may be encoded. */
function runs(values: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const value of values) {
    const base64 = Buffer.from(value).toString("base64");
    const escaped = JSON.stringify(value).slice(1, -1);
    for (const form of [value, encodeURIComponent(Buffer.from(value).toString()), base64, escaped])
      for (let at = 0; at + 12 <= form.length; at++) found.add(form.slice(at, at + 12));
  }
  return found;
}

function leaks(text: string, secret: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let at = 0; at + 12 <= text.length; at++) {
    const run = text.slice(at, at + 12);
    if (secret.has(run)) found.push(text.slice(Math.max(0, at - 40), at + 40));
  }
  return found.slice(0, 3);
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gradable-secrets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const FIXTURES = join(import.meta.dirname, "fixtures");
const server = (step: string) => `node ${join(FIXTURES, "revealing-server.mjs")} ${step}`;
const given = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).flatMap(([name, value]) => ["--env", `${name}=${value}`]);

/** Everything a command has put out: both streams, and every file below `out`. */
async function put(
  argv: readonly string[],
): Promise<{ code: number; text: string; stderr: string; files: string[] }> {
  const env = { PATH: process.env.PATH, HOME: folder, GRADABLE_CACHE: join(folder, "cache"), ...JUDGE_KEYS };
  const { io, written } = testIo({ cwd: folder, env });
  const code = await cli([...argv, "--out", "out", "--verbose"], io);
  const names = await readdir(join(folder, "out"), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return { code, files, stderr: written.stderr, text: [written.stdout, written.stderr, ...texts].join("\n") };
}

describe("no run of twelve characters of what was given is put out", () => {
  const secret = runs([...Object.values(VALUES), ARGUMENT]);

  it.each(["start", "handshake", "list", "hang", "none"])("by a server that fails at: %s", async (step) => {
    const target = `${server(step)} --token ${ARGUMENT}`;
    const result = await put(["scan", "--target", target, "--timeout", "3", ...given(VALUES)]);
    expect(result.code).toBe(step === "none" ? 0 : 3);
    expect(result.text).not.toContain("Gradable itself failed");
    expect(result.files).not.toEqual([]);
    expect(leaks(result.text, secret)).toEqual([]);
  });

  it.each(["start", "list"])("by a server of an mcp.json that fails at: %s", async (step) => {
    const [command, ...args] = server(step).split(" ");
    const config = { mcpServers: { mine: { command, args: [...args, "--token", ARGUMENT], env: VALUES } } };
    await writeFile(join(folder, "mcp.json"), JSON.stringify(config));
    const result = await put(["scan", "--target", "mcp.json#mine"]);
    expect(result.code).toBe(3);
    expect(leaks(result.text, secret)).toEqual([]);
  });

  it.each<[string, string[]]>([
    ["a command that does not exist", ["--target", `no-such-program-here --token ${ARGUMENT}`]],
    ["a folder that does not exist", ["--target", server("none"), "--cwd", "nowhere"]],
    [
      "a package that does not exist",
      ["--target", `npm:${join("/nowhere", "package.tgz")} --token ${ARGUMENT}`],
    ],
    [
      "a header that can't be one",
      ["--target", "http://127.0.0.1:9/mcp", "--header", `X-Key: ${CERTIFICATE}`],
    ],
    [
      "a flag that does not exist",
      ["--target", server("none"), "--tokne", ARGUMENT, `--api-key=${ARGUMENT}`],
    ],
    ["a variable without a name", ["--target", server("none"), "--env", CERTIFICATE.slice(28)]],
    ["requests that are none", ["--target", server("none"), "--tasks-from", "nowhere.json"]],
  ])("for %s", async (_, argv) => {
    const result = await put(["scan", ...argv, ...given(VALUES)]);
    expect([2, 3]).toContain(result.code);
    expect(result.text).not.toContain("Gradable itself failed");
    expect(leaks(result.text, secret)).toEqual([]);
  });

  it.each(["surface", "tasks"])("by `gradable %s`", async (command) => {
    const result = await put([command, "--target", server("list"), ...given(VALUES)]);
    expect(result.code).toBe(3);
    expect(leaks(result.text, secret)).toEqual([]);
  });

  it("and the folder we are in is not taken for one of them", async () => {
    const env = { PATH: process.env.PATH, HOME: "/nowhere", PWD: folder, OLDPWD: folder };
    const { io, written } = testIo({ cwd: folder, env });
    expect(await cli(["scan", "--target", "nothere.json"], io)).toBe(2);
    expect(written.stderr).toContain(join(folder, "nothere.json"));
  });

  it("when the results can't be written", async () => {
    await writeFile(join(folder, "out"), "in the way");
    const result = await put(["scan", "--target", server("none"), ...given(VALUES)]);
    expect(result.code).toBe(2);
    expect(leaks(result.text, secret)).toEqual([]);
    await rm(join(folder, "out"));
  });

  it("when the file of the report can't be replaced", async () => {
    await mkdir(join(folder, "out", "report.json", "in the way"), { recursive: true });
    const result = await put(["scan", "--target", server("none"), ...given(VALUES)]);
    expect(result.code).toBe(2);
    expect(leaks(result.text, secret)).toEqual([]);
  });
});

describe("over HTTP, no run of twelve characters of a header is put out", () => {
  const secret = runs([HEADER]);
  let http: Server;
  let failAt: string;

  beforeEach(async () => {
    http = createServer({ maxHeaderSize: 200_000 }, (request, response) => void answer(request, response));
    await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  });
  afterEach(async () => {
    http.closeAllConnections();
    await new Promise((closed) => http.close(closed));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { id, method } = body === "" ? { id: undefined, method: request.method } : JSON.parse(body);
    const said = `${request.headers["x-key"]?.slice(0, 100)} ${spelled([String(request.headers["x-key"])])}`;
    const reply = (result: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...result }));
    };
    if (failAt === "everything status" || failAt === `${method} status`) response.writeHead(500).end(said);
    else if (failAt === "everything refused" || failAt === `${method} refused`)
      response.writeHead(401, { "x-why": "no" }).end(said);
    else if (failAt === "everything error" || failAt === `${method} error`)
      reply({ error: { code: -32_000, message: said } });
    else if (method === "initialize")
      reply({
        result: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: said, version: "1" },
        },
      });
    else if (id === undefined) response.writeHead(method === "GET" ? 405 : 202).end();
    else reply({ result: { tools: NOTES.tools } });
  }

  it.each([
    "everything status",
    "everything refused",
    "everything error",
    "tools/list status",
    "tools/list refused",
    "tools/list error",
    "nothing",
  ])("when the server fails at: %s", async (at) => {
    failAt = at;
    const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const result = await put(["scan", "--target", address, "--timeout", "5", "--header", `X-Key: ${HEADER}`]);
    expect(result.code).toBe(at === "nothing" ? 0 : 3);
    expect(result.files).not.toEqual([]);
    expect(leaks(result.text, secret)).toEqual([]);
  });

  it("when nobody answers", async () => {
    const result = await put(["scan", "--target", "http://127.0.0.1:9/mcp", "--header", `X-Key: ${HEADER}`]);
    expect(result.code).toBe(3);
    expect(leaks(result.text, secret)).toEqual([]);
  });
});

describe("no run of twelve characters of a judge's keys is put out", () => {
  const secret = runs([...Object.values(JUDGE_KEYS), ARGUMENT]);
  let model: Server;
  let failAt: string;

  beforeEach(async () => {
    await writeFile(join(folder, "surface.json"), JSON.stringify({ tools: NOTES.tools }));
    model = createServer({ maxHeaderSize: 200_000 }, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const prompt = Buffer.concat(chunks).toString("utf8");
      if (request.url === "/v1/chat/completions") {
        const said = spelled([String(request.headers.authorization).replace("Bearer ", "")]);
        const short = String(request.headers.authorization).slice(0, 60);
        response.writeHead(401, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: `bad key ${short} ${said}` } }));
        return;
      }
      if (stageOf(prompt) === failAt) return void response.end("fail");
      response.end(
        JSON.stringify({ gradableAnswer: 1, text: fixtureReply(prompt), model: "m", version: "1" }),
      );
    });
    await new Promise<void>((ready) => model.listen(0, "127.0.0.1", ready));
  });
  afterEach(async () => {
    model.closeAllConnections();
    await new Promise((closed) => model.close(closed));
  });
  const address = () => `http://127.0.0.1:${(model.address() as AddressInfo).port}`;

  it.each(["tasks", "selection", "defects", "pairs", "rewrite"])(
    "by a program that fails at: %s",
    async (stage) => {
      failAt = stage;
      const command = `${process.execPath} ${join(FIXTURES, "revealing-judge.mjs")} ${address()} --token ${ARGUMENT}`;
      const result = await put([
        ...["scan", "--target", "surface.json", "--judge-cli", "command", "--judge-command", command],
      ]);
      expect(result.text).not.toContain("Gradable itself failed");
      expect(result.files).not.toEqual([]);
      expect(leaks(result.text, secret)).toEqual([]);
    },
  );

  it("by an endpoint that refuses the key and repeats it", async () => {
    const key = JUDGE_KEYS.FIRST_KEY;
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      GRADABLE_CACHE: join(folder, "cache"),
      OPENAI_API_KEY: key,
    };
    const { io, written } = testIo({ cwd: folder, env });
    const argv = [
      "scan",
      "--target",
      "surface.json",
      "--judge-cli",
      "openai",
      "--judge-model",
      "m",
      "--out",
      "out",
    ];
    expect(await cli([...argv, "--judge-base-url", `${address()}/v1`, "--verbose"], io)).toBe(4);
    const failed = await readFile(join(folder, "out", "failed.json"), "utf8");
    expect(failed).toContain("<redacted>");
    expect(leaks(`${written.stdout}${written.stderr}${failed}`, secret)).toEqual([]);
  });
});
