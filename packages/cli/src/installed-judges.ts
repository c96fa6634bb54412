import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { JUDGE_CLIS } from "@gradable/contract";
import type { CliIo } from "./io.js";

/** Which of {@link JUDGE_CLIS} are on PATH. Nothing is started. */
export async function installedJudges(env: CliIo["env"]): Promise<string[]> {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = await Promise.all(
    Object.keys(JUDGE_CLIS).map(async (cli) => {
      for (const folder of folders) {
        if (
          await access(join(folder, cli), constants.X_OK).then(
            () => true,
            () => false,
          )
        )
          return cli;
      }
      return undefined;
    }),
  );
  return found.filter((cli) => cli !== undefined);
}
