// `npm run bench:gold`: the embedded judge against labels made with a language model, per server and overall.
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
  console.log(blocks.map(([title, lines]) => [`## ${title}`, ...lines].join("\n")).join("\n\n"));
}
