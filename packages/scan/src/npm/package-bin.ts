import { chmod, open } from "node:fs/promises";
import path from "node:path";
import { ScanFailure } from "../errors.js";
import type { NpmSpec } from "../target/npm-spec.js";

/** What to start, and what comes before the target's own arguments. */
export interface BinStart {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command of a package that a bare `npx <package>` would start: the only one, or the one named like the package.
 * Beyond npx, the only one with "mcp" in its name.
 *
 * @throws ScanFailure `npm-no-bin`, `npm-bin-ambiguous`, `npm-bin-unknown`
 */
export function chooseBin(manifest: Record<string, unknown>, spec: NpmSpec): { name: string; file: string } {
  const packageName = String(manifest.name ?? spec.name ?? "");
  const plainName = packageName.replace(/^@[^/]+\//, "");
  const declared = manifest.bin;
  const bins = new Map<string, string>();
  if (typeof declared === "string") bins.set(plainName, declared);
  else if (typeof declared === "object" && declared !== null) {
    for (const [name, file] of Object.entries(declared)) if (typeof file === "string") bins.set(name, file);
  }
  const names = [...bins.keys()];
  const pick = (name: string) => ({ name, file: bins.get(name) as string });
  if (names.length === 0) throw new ScanFailure("npm-no-bin", { spec: spec.text });
  if (spec.bin !== null) {
    if (bins.has(spec.bin)) return pick(spec.bin);
    throw new ScanFailure("npm-bin-unknown", { spec: spec.text, bin: spec.bin, bins: names });
  }
  for (const name of [plainName, packageName]) if (bins.has(name)) return pick(name);
  if (new Set(bins.values()).size === 1) return pick(names[0] as string);
  const speaking = names.filter((name) => /mcp/i.test(name));
  if (speaking.length === 1) return pick(speaking[0] as string);
  throw new ScanFailure("npm-bin-ambiguous", { spec: spec.text, bins: names });
}

/**
 * Starts scripts with our own node and the flags of their first line, so that no shim and no shell stands between;
 * native programs and scripts for another interpreter are started themselves.
 *
 * @throws ScanFailure `npm-no-bin` when the file is missing or outside the package
 */
export async function howToStart(home: string, bin: string, spec: NpmSpec): Promise<BinStart> {
  const file = path.resolve(home, bin);
  const inside = file.startsWith(home + path.sep);
  const head = inside ? await firstBytes(file) : null;
  if (head === null) throw new ScanFailure("npm-no-bin", { spec: spec.text });
  const firstLine = head.toString("latin1").split("\n")[0]?.trim() ?? "";
  const shebang = /^#!\s*(\S+)\s*(.*)$/.exec(firstLine);
  if (shebang) {
    const words = [shebang[1] ?? "", ...(shebang[2] ?? "").split(/\s+/)].filter((word) => word !== "");
    if (path.basename(words[0] ?? "") === "env") words.shift();
    if (words[0] === "-S") words.shift();
    if (path.basename(words[0] ?? "") === "node")
      return { command: process.execPath, args: [...words.slice(1), file] };
  } else if (!isNative(head)) {
    return { command: process.execPath, args: [file] };
  }
  // npm marks bins as executable, but not those of a package unpacked by other means.
  await chmod(file, 0o755).catch(() => {});
  return { command: file, args: [] };
}

async function firstBytes(file: string): Promise<Buffer | null> {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/** ELF, Mach-O (thin and fat, either byte order) and Windows programs. */
function isNative(head: Buffer): boolean {
  const magic = head.length >= 4 ? head.readUInt32BE(0) : 0;
  return (
    magic === 0x7f454c46 ||
    [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe].includes(magic) ||
    head.subarray(0, 2).toString("latin1") === "MZ"
  );
}
