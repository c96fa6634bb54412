import type { ConfusablePair, PairSeverity, Report } from "@gradable/contract";
import type { Comparison, DefectChange, PairChange } from "./schema.js";
import { toolKeys } from "./surface.js";

/** Defects found on one side only, in the order of the surface they were found on. */
export function defectComparison(a: Report, b: Report): Comparison["defects"] {
  return { appeared: defectsOnlyOf(b, a), gone: defectsOnlyOf(a, b) };
}

/** Pairs that appeared, went or changed severity: those of A in its order, then the new ones. */
export function pairComparison(a: Report, b: Report): PairChange[] {
  const [left, right] = [pairsByKey(a), pairsByKey(b)];
  const changes = [...left].map(
    ([key, pair]): PairChange => ({ tools: pair.tools, a: pair.severity, b: severity(right.get(key)) }),
  );
  const appeared = [...right]
    .filter(([key]) => !left.has(key))
    .map(([, pair]): PairChange => ({ tools: pair.tools, a: null, b: pair.severity }));
  return [...changes, ...appeared].filter((change) => change.a !== change.b);
}

function defectsOnlyOf(report: Report, other: Report): DefectChange[] {
  const keyOf = (of: Report) => {
    const keys = toolKeys(of);
    return ({ toolIndex, type }: Report["analysis"]["defects"][number]) => `${keys[toolIndex]}\0${type}`;
  };
  const known = new Set(other.analysis.defects.map(keyOf(other)));
  const key = keyOf(report);
  return report.analysis.defects
    .filter((defect) => !known.has(key(defect)))
    .map(({ tool, type, evidence }) => ({ tool, type, evidence }));
}

function pairsByKey(report: Report): Map<string, ConfusablePair> {
  const keys = toolKeys(report);
  return new Map(
    report.analysis.confusablePairs.map((pair) => [
      // Either tool may come first on the other surface.
      pair.toolIndexes
        .map((index) => keys[index])
        .sort()
        .join("\0\0"),
      pair,
    ]),
  );
}

function severity(pair: ConfusablePair | undefined): PairSeverity | null {
  return pair?.severity ?? null;
}
