// `npm run bench:gold`: the built-in judge against labels made with a language model, per server and overall; servers that nobody tuned to first.
import { analysisTable, measureAnalysis } from "./analysis.mjs";
import { effectsTable, measureEffects } from "./effects.mjs";
import { measurePoints, pointsTable } from "./points.mjs";
import { measureSelection, selectionTable } from "./selection.mjs";
import { ABSENT } from "./shared.mjs";

const analysis = await measureAnalysis();
if (analysis.length === 0) console.log(ABSENT);
else {
  const blocks = [
    ["Defects and confusable pairs", analysisTable(analysis)],
    ["What a call does", effectsTable(measureEffects())],
    ["Selection", selectionTable(await measureSelection())],
    [
      "Points of the method (out of 70; the labels with selection and first call at 1)",
      pointsTable(await measurePoints(analysis)),
    ],
  ];
  console.log(
    process.argv.includes("--untouched")
      ? "# Untouched servers\n"
      : "\n# Servers that rules were written with\n",
  );
  console.log(blocks.map(([title, lines]) => [`## ${title}`, ...lines].join("\n")).join("\n\n"));
}
