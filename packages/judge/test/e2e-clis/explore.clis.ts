import { appendFileSync } from "node:fs";
import { test } from "vitest";
import { textModel } from "../../src/prompted/create-judge.js";
import { type StubMode, StubServer } from "../prompted/stub-server.js";
import { installCli, PINNED, type PinnedCli } from "./install.js";

const modes: StubMode[] = [
  { kind: "ok" },
  { kind: "status", status: 401 },
  { kind: "status", status: 400 },
  { kind: "status", status: 404 },
  { kind: "status", status: 429 },
  { kind: "status", status: 429, retryAfter: "3" },
  { kind: "status", status: 500 },
  { kind: "malformed" },
  { kind: "html" },
  { kind: "empty" },
  { kind: "cut" },
  { kind: "truncate" },
  { kind: "reset" },
  { kind: "tool", tool: "Bash", input: { command: "touch /tmp/explore-canary" } },
  { kind: "hang" },
  { kind: "stall" },
];
const only = process.env.ONLY?.split(",");
for (const cli of Object.keys(PINNED) as PinnedCli[]) {
  if (only && !only.includes(cli)) continue;
  test(cli, { timeout: 3_000_000 }, async () => {
    const installed = await installCli(cli);
    if ("reason" in installed) throw new Error(installed.reason);
    const stub = await StubServer.start({ reply: () => '{"hello":1}' });
    const log = (line: string) => appendFileSync("/tmp/explore.log", `${line}\n`);
    const base = cli === "claude" || cli === "gemini" ? stub.url : `${stub.url}/v1`;
    for (const mode of modes) {
      stub.reset(mode);
      const env = {
        PATH: `${installed.bin}:${process.env.PATH}`,
        ANTHROPIC_API_KEY: "dummy-key-123",
        OPENAI_API_KEY: "dummy-key-123",
        GEMINI_API_KEY: "dummy-key-123",
      };
      const model = textModel({
        cli,
        model: "stub-model",
        baseUrl: base,
        env,
        timeoutMs: mode.kind === "hang" || mode.kind === "stall" ? 15_000 : 100_000,
      });
      const started = performance.now();
      const outcome = await model.ask({ prompt: "BEGIN hi", trial: 0 }).then(
        (a) => `OK ${JSON.stringify(a.text)} ${JSON.stringify(a.identity)} ${JSON.stringify(a.usage)}`,
        (e) => `${e.code} ${e.evaluator} ${e.owner} | ${e.message}`,
      );
      log(
        `${cli} ${JSON.stringify(mode).slice(0, 60)} ${Math.round(performance.now() - started)}ms reqs=${stub.asked.length} tools=${stub.asked.map((r) => r.toolNames.length)} ${outcome}`,
      );
      await model.close();
    }
    await stub.close();
  });
}
