import { formatScore, sha256Json } from "@gradable/contract";
import { isDestructive } from "@gradable/intent";
import { definitionTokens, type Tokenizer } from "@gradable/model/tokens";
import type { Agreement, CalibratedSurface, Calibration } from "@gradable/run/prompted";
import { deriveRun, scoreReport } from "@gradable/score";

/** What a judge made of the calibration surfaces, in words: the score it gives each, and how its findings compare. */
export function calibrationText(calibration: Calibration, tokenizer: Tokenizer): string {
  const { cli, cliVersion, model } = calibration.identities.selection;
  return [
    `Judge: ${cli} ${cliVersion}, ${model}; ${calibration.trialsPerTask} askings of each task`,
    "",
    ...calibration.surfaces.flatMap((surface) => surfaceLines(surface, calibration.trialsPerTask, tokenizer)),
    `Calibration ${calibration.version}, sha256 ${calibration.sha256}`,
    "",
  ].join("\n");
}

function surfaceLines(calibrated: CalibratedSurface, trialsPerTask: number, tokenizer: Tokenizer): string[] {
  const { name, selection, repeatability, defects, pairs } = calibrated;
  const score = scoreOf(calibrated, trialsPerTask, tokenizer);
  return [
    `${name}: ${score}`,
    `  picked right     ${selection.correct} of ${selection.gradeable}${selection.evaluatorErrors > 0 ? ` (${selection.evaluatorErrors} answers unusable)` : ""}`,
    `  same every time  ${repeatability.same} of ${repeatability.tasks} tasks`,
    `  defects          ${agreement(defects)}`,
    `  confusable pairs ${agreement(pairs)}`,
    "",
  ];
}

function scoreOf(calibrated: CalibratedSurface, trialsPerTask: number, tokenizer: Tokenizer): string {
  const { surface, tasks, trials, defectsFound, pairsFound, selection } = calibrated;
  if (selection.gradeable === 0) return "no score, since no answer could be graded";
  const tokens = definitionTokens(surface.tools, tokenizer);
  const tools = surface.tools.map((tool, index) => ({
    name: tool.name,
    sha256: sha256Json(tool),
    definitionTokens: tokens.perTool[index] ?? 0,
    destructive: isDestructive(tool),
  }));
  const baseline = deriveRun(
    { kind: "baseline", trials },
    { tasks, trialsPerTask, tools, targetKind: "file" },
  );
  const { composite, grade } = scoreReport({
    tasks: [...tasks],
    runs: { baseline },
    analysis: { defects: [...defectsFound], suggestions: [], confusablePairs: [...pairsFound] },
    economics: {
      definitionTokens: tokens.total,
      definitionTokensSource: tokenizer.source,
      tokenizer: tokenizer.name,
      responses: null,
    },
  });
  return `${grade} ${formatScore(composite.exact)}`;
}

function agreement({ expected, found, agreed }: Agreement): string {
  return `${agreed} of ${expected} expected found, ${found - agreed} more named`;
}
