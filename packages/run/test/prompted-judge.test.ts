import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judge } from "@gradable/judge";
import { estimateTokenizer } from "@gradable/model/tokens";
import { expect, test } from "vitest";
import { fixtureReply, NOTES, REQUESTS } from "../../model/test/fixture-judge.js";
import { createJudge } from "../src/prompted-judge.js";

/** A command that answers all five questions about {@link NOTES}. */
async function fixtureCommand(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "gradable-test-"));
  const file = join(folder, "answers.json");
  // The replies of the fixture judge by request: the command is a program of its own and cannot share
  // functions with this one.
  const replies = Object.values(REQUESTS)
    .flat()
    .map(({ request }) => {
      const prompt = `{"action":"call"\nBEGIN REQUEST n\n${request}\nEND REQUEST n`;
      return [request, fixtureReply(prompt)];
    });
  await writeFile(file, JSON.stringify(Object.fromEntries(replies)));
  const code = `const replies = JSON.parse(require("node:fs").readFileSync(${JSON.stringify(file)}, "utf8"));
    let s = ""; process.stdin.on("data", (d) => { s += d; }).on("end", () => {
      const request = s.match(/^BEGIN REQUEST \\w+\\n([^]*)\\nEND REQUEST/m)?.[1];
      require("node:fs").appendFileSync(${JSON.stringify(join(folder, "calls"))}, "x");
      console.log(replies[request] ?? "{}"); });`;
  return [process.execPath, "-e", code];
}

test("a whole run through a command: progress is told, an interrupted run pays only for what is missing, a finished one for nothing", async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), "gradable-test-"));
  const command = await fixtureCommand();
  const tasks = Object.entries(REQUESTS).flatMap(([tool, list]) =>
    list.map(({ request }, n) => ({
      id: `${tool}-${n}`,
      tool,
      prompt: request,
      expectedArguments: {},
      destructive: false,
      origin: "prompted" as const,
    })),
  );
  const run = async (signal?: AbortSignal) => {
    const events: string[] = [];
    const judged = await createJudge({
      cli: "command",
      command,
      cacheDir,
      env: { PATH: process.env.PATH },
      concurrency: 2,
      onProgress: ({ calls, etaMs }) =>
        events.push(`${calls.answered}+${calls.cached}/${calls.expected} ${etaMs === null ? "?" : "eta"}`),
    });
    judged.meter.expect(tasks.length);
    try {
      const result = await judge({
        surface: NOTES,
        tasks,
        kind: "baseline",
        selector: judged.selector,
        tokenizer: estimateTokenizer,
        concurrency: 2,
        ...(signal === undefined ? {} : { signal }),
      });
      return { result, events };
    } finally {
      await judged.close();
    }
  };
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("Ctrl-C")), 400);
  const interrupted = await run(controller.signal).catch(() => undefined);
  const kept = interrupted?.result.trials.filter(({ error }) => error === undefined).length ?? 0;
  const cancelled = interrupted?.result.trials.filter(({ status }) => status === "cancelled").length ?? 0;
  if (interrupted !== undefined) expect(kept + cancelled).toBe(tasks.length);

  const whole = await run();
  expect(whole.result.trials.map(({ selected }) => selected)).toEqual(tasks.map(({ tool }) => tool));
  expect(whole.events.at(-1)).toMatch(new RegExp(`^\\d+\\+\\d+/${tasks.length} `));
  const again = await run();
  expect(again.events.at(-1)).toBe(`0+${tasks.length}/${tasks.length} ?`);
  expect(again.result).toEqual(whole.result);
  expect(whole.result.identity.cli).toBe("command");
});
