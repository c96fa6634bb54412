import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";

/** The CLIs as published, at the versions whose behaviour the adapters were written for. */
export const PINNED = {
  claude: "@anthropic-ai/claude-code@2.1.332",
  codex: "@openai/codex@0.171.0",
  opencode: "opencode-ai@1.18.33",
  gemini: "@google/gemini-cli@0.61.0",
  qwen: "@qwen-code/qwen-code@0.24.4",
} as const;
export type PinnedCli = keyof typeof PINNED;

/** The CLIs to test: those named in GRADABLE_CLIS (comma-separated), default all. */
export function chosenClis(): PinnedCli[] {
  const names = (process.env.GRADABLE_CLIS ?? "").split(",").filter(Boolean);
  const known = Object.keys(PINNED) as PinnedCli[];
  const unknown = names.find((name) => !known.includes(name as PinnedCli));
  if (unknown !== undefined)
    throw new Error(`GRADABLE_CLIS names ${unknown}: expected some of ${known.join(", ")}`);
  return names.length === 0 ? known : (names as PinnedCli[]);
}

/** Downloads of up to 130 MB on a slow line. */
const INSTALL_TIMEOUT_MS = 240_000;

/**
 * Installs a pinned CLI outside the repository, once per machine; resolves to the folder with its program, or
 * to why that was not possible here. An installation is made under another name and then renamed, so that a
 * half-made one is never used.
 */
export async function installCli(cli: PinnedCli): Promise<{ bin: string } | { reason: string }> {
  const cache = join(process.env.XDG_CACHE_HOME || tmpdir(), "gradable-test-clis");
  const version = PINNED[cli].slice(PINNED[cli].lastIndexOf("@") + 1);
  const folder = join(cache, `${cli}-${version}`);
  const bin = join(folder, "node_modules", ".bin");
  if (
    await access(join(bin, cli)).then(
      () => true,
      () => false,
    )
  )
    return { bin };
  await mkdir(cache, { recursive: true });
  const making = await mkdtemp(join(cache, `making-${cli}-`));
  try {
    await writeFile(join(making, "package.json"), '{"private":true}');
    // The postinstall of claude and opencode puts their binary in place; without it they print how to run it.
    const args = [
      "install",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--ignore-scripts=false",
      PINNED[cli],
    ];
    const result = await execa("npm", args, {
      cwd: making,
      reject: false,
      timeout: INSTALL_TIMEOUT_MS,
      all: true,
    });
    if (result.failed)
      return {
        reason: `npm install ${PINNED[cli]} failed: ${result.all.trim().split("\n")[0] ?? result.shortMessage}`,
      };
    await rename(making, folder).catch(() => undefined);
    return { bin };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
