import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { defined, sha256Json, sha256Text } from "@gradable/contract";
import { at, countAt, isRecord, parsed, textAt } from "../adapters/adapter.js";
import { passedOn } from "./limited-model.js";
import { type TextAnswer, type TextModel, usageOf } from "./text-model.js";

const FORMAT = 1;
/** Answers looked at for the usual time of a call. */
const LATENCY_SAMPLE = 50;

/**
 * A model whose answers are kept on disk, one file each, under what was asked of whom: the configuration of
 * the program with its version, the prompt, the trial. An interrupted scan so pays only for what is missing,
 * and two trials of one prompt are two answers. Files hold the answer and who gave it, not the prompt. A file
 * that cannot be read is asked again; a folder that cannot be written costs nothing but the saving, and is
 * told once.
 */
export function cachedModel(
  model: TextModel,
  cacheDir: string,
  onUnwritable: (error: Error) => void = () => {},
): TextModel {
  let told = false;
  return {
    ...passedOn(model),
    async ask(request) {
      const configuration = await model.configuration();
      const key = sha256Json({
        format: FORMAT,
        configuration: configuration.sha256,
        prompt: sha256Text(request.prompt),
        trial: request.trial,
      });
      const file = join(
        cacheDir,
        "answers",
        `${model.cli}-${model.family.slice(0, 12)}`,
        key.slice(0, 2),
        `${key}.json`,
      );
      const kept = readAnswer(await readFile(file, "utf8").catch(() => ""), key);
      if (kept !== undefined) return kept;
      const answer = await model.ask(request);
      // The program may have been replaced since it was looked at: an answer is only kept for the version
      // that gave it.
      if (
        answer.identity.cliVersion === configuration.cliVersion ||
        configuration.cliVersion === "unversioned"
      ) {
        await writeWhole(file, JSON.stringify({ format: FORMAT, key, ...answer, cached: undefined })).catch(
          (error: Error) => {
            if (!told) onUnwritable(error);
            told = true;
          },
        );
      }
      return answer;
    },
  };
}

function readAnswer(text: string, key: string): TextAnswer | undefined {
  const kept = parsed(text);
  const identity = at(kept, "identity");
  const [cli, cliVersion, model] = [
    textAt(identity, "cli"),
    textAt(identity, "cliVersion"),
    textAt(identity, "model"),
  ];
  const answer = textAt(kept, "text");
  const durationMs = countAt(kept, "durationMs");
  if (at(kept, "format") !== FORMAT || at(kept, "key") !== key || !answer || !cli || !cliVersion || !model)
    return undefined;
  const reported = at(kept, "usage");
  const usage = isRecord(reported) ? usageOf(reported) : undefined;
  return {
    text: answer,
    identity: { cli, cliVersion, model },
    ...defined({ usage }),
    durationMs: durationMs ?? 0,
    cached: true,
  };
}

/** A reader sees the whole file or none. */
async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes every kept answer; resolves to how many there were and their bytes. */
export async function clearAnswerCache(cacheDir: string): Promise<{ answers: number; bytes: number }> {
  const folder = join(cacheDir, "answers");
  const files = await keptFiles(folder);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  await rm(folder, { recursive: true, force: true });
  return { answers: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * Median time of a call in ms, over the newest answers kept of this judge in any of its versions; `null` when
 * there are none. Starts nothing.
 */
export async function observedLatencyMs(
  cacheDir: string,
  cli: string,
  family: string,
): Promise<number | null> {
  const files = await keptFiles(join(cacheDir, "answers", `${cli}-${family.slice(0, 12)}`));
  const dated = await Promise.all(
    files.map(async (file) => ({
      file,
      at: await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  dated.sort((a, b) => b.at - a.at);
  const times: number[] = [];
  for (const { file } of dated.slice(0, LATENCY_SAMPLE)) {
    const duration = countAt(parsed(await readFile(file, "utf8").catch(() => "")), "durationMs");
    if (duration !== undefined && duration > 0) times.push(duration);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? null;
}

async function keptFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(entry.parentPath, entry.name));
}
