// Prints every figure an aim is set for, as ratios measured in this one run. `npm run bench [name…]` runs some of them.
import { cpus } from "node:os";

const MODULES = ["start", "surface", "chain", "leaderboard", "site", "batch", "evals", "prompted"];
const wanted = process.argv.slice(2).filter((name) => !name.startsWith("-"));

console.log(`node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}\n`);
console.log(`${"what".padEnd(76)} ${"figure".padStart(12)}   aim`);
for (const name of wanted.length > 0 ? wanted : MODULES) {
  let bench;
  try {
    ({ bench } = await import(`./${name}.mjs`));
  } catch (error) {
    if (error?.code !== "ERR_MODULE_NOT_FOUND" || !String(error.message).includes(`${name}.mjs`)) throw error;
    if (wanted.length > 0) throw error;
    continue;
  }
  for (const { name: what, value, unit, aim } of await bench()) {
    const figure =
      typeof value === "number" ? `${Number(value.toPrecision(4))} ${unit ?? ""}`.trim() : String(value);
    console.log(`${what.padEnd(76)} ${figure.padStart(12)}   ${aim ?? ""}`);
  }
}
