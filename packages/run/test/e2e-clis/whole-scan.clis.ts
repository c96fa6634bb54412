import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtureReply, NOTES } from "../../../model/test/fixture-judge.js";
import { StubServer } from "../../../model/test/stub-server.js";
import { chosenClis, installCli, PINNED } from "./install.js";

/** The command as users run it, from the build: `npm run test:clis` builds first. */
const gradable = fileURLToPath(new URL("../../../cli/bin/gradable.js", import.meta.url));
const server = fileURLToPath(new URL("./fixtures/notes-server.mjs", import.meta.url));

for (const cli of chosenClis()) {
  const place = await installCli(cli);
  if ("reason" in place) {
    test.skip(`${cli}: ${place.reason}`, () => undefined);
    continue;
  }
  describe(cli, () => {
    let stub: StubServer;
    let folder: string;
    beforeAll(async () => {
      stub = await StubServer.start({ reply: fixtureReply });
      folder = await mkdtemp(join(tmpdir(), "gradable-clis-"));
      await writeFile(join(folder, "tools.json"), JSON.stringify(NOTES.tools));
    });
    afterAll(async () => {
      await stub.close();
      await rm(folder, { recursive: true, force: true });
    });

    const scan = (...more: string[]) => {
      const baseUrl = cli === "claude" || cli === "gemini" ? stub.url : `${stub.url}/v1`;
      const judge = [
        "--judge-cli",
        cli,
        "--judge-model",
        "stub-model",
        "--judge-base-url",
        baseUrl,
        "--concurrency",
        "2",
      ];
      return execa(
        process.execPath,
        [
          gradable,
          "scan",
          ...judge,
          "--out",
          join(folder, "out"),
          ...more,
          "--",
          process.execPath,
          server,
          join(folder, "tools.json"),
        ],
        {
          cwd: folder,
          reject: false,
          extendEnv: false,
          env: {
            PATH: `${place.bin}:${process.env.PATH}`,
            HOME: folder,
            XDG_CACHE_HOME: join(folder, "cache"),
            ANTHROPIC_API_KEY: "sk-test-1234567890",
            OPENAI_API_KEY: "sk-test-1234567890",
            GEMINI_API_KEY: "sk-test-1234567890",
          },
        },
      );
    };

    test("a whole scan names the CLI in every stage, verifies, and costs nothing the second time", async () => {
      const first = await scan();
      expect(first.exitCode, first.stderr).toBe(0);
      const text = await readFile(join(folder, "out", "report.json"), "utf8");
      const report = JSON.parse(text);
      const who = { cli, cliVersion: PINNED[cli].split("@").at(-1), model: "stub-model" };
      expect(report.judge).toMatchObject({
        ...who,
        taskGeneratorVersion: "tasks-v1",
        promptTemplateVersion: "selection-v1",
      });
      expect(report.provenance).toBe("uniform");
      for (const stage of Object.values(report.judge.stages)) expect(stage).toMatchObject(who);
      expect(report.tasks).toHaveLength(8);
      expect(text).not.toContain("sk-test");
      expect(first.stderr + first.stdout).not.toContain("sk-test");
      const verified = await execa(
        process.execPath,
        [gradable, "verify", join(folder, "out", "report.json")],
        { reject: false },
      );
      expect(verified.exitCode, verified.stderr).toBe(0);

      const asked = stub.asked.length;
      expect((await scan()).exitCode).toBe(0);
      expect(stub.asked.length).toBe(asked);
    }, 600_000);

    test("a refused login is exit code 4 and a failed.json in the environment's name, asked once", async () => {
      stub.reset({ kind: "status", status: 401 });
      const failed = await scan("--no-cache");
      expect(failed.exitCode).toBe(4);
      const record = JSON.parse(await readFile(join(folder, "out", "failed.json"), "utf8"));
      expect(record).toMatchObject({ code: "judge-login-refused", owner: "environment" });
      expect(stub.asked.length).toBeLessThanOrEqual(2);
    }, 300_000);
  });
}
