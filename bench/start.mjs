// Start-up: what `gradable` costs beyond node itself, and beyond a client that only connects, lists and closes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { once, ratio } from "./measure.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const gradable = join(root, "packages/cli/bin/gradable.js");
const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

export async function bench() {
  const out = mkdtempSync(join(tmpdir(), "gradable-bench-"));
  try {
    const node = process.execPath;
    const help = await ratio(
      () => once(node, [gradable, "--help"]),
      () => once(node, ["-e", "0"]),
    );
    const scan = await ratio(
      () =>
        once(node, [gradable, "scan", "--quiet", "--target", `${node} ${everything} stdio`, "--out", out]),
      () => once(node, [join(root, "bench/minimal-client.mjs"), node, everything, "stdio"]),
    );
    return [
      { name: "gradable --help ÷ node -e 0", value: help.ratio, unit: "×", aim: "≤ 2.5" },
      { name: "  gradable --help", value: help.a * 1000, unit: "ms" },
      {
        name: "gradable scan of server-everything ÷ minimal SDK client",
        value: scan.ratio,
        unit: "×",
        aim: "≤ 1.25",
      },
      { name: "  gradable scan of server-everything", value: scan.a * 1000, unit: "ms" },
    ];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
