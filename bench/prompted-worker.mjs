// A whole scan of a surface of 100 tools after the listing: tasks, both runs, analysis. `embedded`, or
// `prompted <cache folder> <program> <args…>`. Prints how many selection trials it recorded.
import { analyze, builtinAnalyst, rewriteSurface } from "@gradable/analyze";
import { promptedAnalyst } from "@gradable/analyze/prompted";
import { builtinSelector, judge } from "@gradable/judge";
import { loadTokenizer } from "@gradable/model/tokens";
import { builtinTaskGenerator, tasks } from "@gradable/tasks";
import { promptedTaskGenerator } from "@gradable/tasks/prompted";
import { officeSurface } from "./prompted-surface.mjs";

const [kind, cacheDir, ...command] = process.argv.slice(2);
const surface = officeSurface(100);
const tokenizer = await loadTokenizer("o200k_base");
const prompted = kind === "prompted" ? await createPrompted() : undefined;

const generator = prompted ? promptedTaskGenerator(prompted.taskWriter) : builtinTaskGenerator();
const analyst = prompted ? promptedAnalyst(prompted.analysis) : builtinAnalyst();
const selector = prompted ? prompted.selector : builtinSelector();
const set = await tasks(surface, { generator });
const run = (kind, over) =>
  judge({ surface: over, tasks: set.tasks, kind, selector, tokenizer, concurrency: prompted ? 8 : 1 });
const baseline = await run("baseline", surface);
const { analysis } = await analyze(surface, { analyst, tokenizer });
const after = await run("after_rewrite", rewriteSurface(surface, analysis.suggestions));
await prompted?.close();
const failed = [...baseline.trials, ...after.trials].find(({ error }) => error !== undefined);
if (failed) throw new Error(failed.error.message);
console.log(baseline.trials.length + after.trials.length);

async function createPrompted() {
  const { createJudge } = await import("@gradable/run/prompted");
  return createJudge({ cli: "command", command, cacheDir, concurrency: 8, env: process.env });
}
