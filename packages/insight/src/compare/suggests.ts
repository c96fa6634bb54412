import { type DifferenceCause, nounText } from "@gradable/contract";
import type { Comparison } from "./schema.js";

/** What the parts of a comparison suggest about why the figures differ, in words of ours: nothing of a server is quoted. */
export function suggests(comparison: Omit<Comparison, "suggests">): Comparison["suggests"] {
  const { a, b, surface, tasks, judge, methodology, score } = comparison;
  const found: Comparison["suggests"] = [];
  const say = (cause: DifferenceCause, statement: string) => found.push({ cause, statement });
  for (const [letter, side] of [
    ["A", a],
    ["B", b],
  ] as const) {
    if (side.mismatchCount > 0) {
      say(
        "arithmetic",
        `${nounText(side.mismatchCount, "figure")} of ${letter} ${side.mismatchCount === 1 ? "does" : "do"} not follow from its own evidence, whatever caused the rest.`,
      );
    }
  }
  const others = [
    ...(surface.same ? [] : ["the tools"]),
    ...(tasks.same ? [] : ["the requests"]),
    ...(judge.same ? [] : ["the judge"]),
    ...(methodology.same ? [] : ["the methodology"]),
  ];
  if (!differs(comparison)) {
    const despite = others.length === 0 ? "" : `, although there was a difference in ${others.join(" and ")}`;
    say("noDifference", `No figure, request or finding differs${despite}.`);
    return found;
  }
  const alone = others.length === 1;
  const share = (what: string) =>
    alone
      ? "Everything else was the same, so the figures differ because of it."
      : `What comes from ${what} and what from the rest can’t be told apart here.`;
  if (!surface.same) {
    say("surfaceChanged", `The declared tools are not the same (${surfaceText(surface)}). ${share("them")}`);
  }
  if (!tasks.same) {
    say(
      "differentTasks",
      `Not the same requests were asked: ${tasks.shared} are shared, ${tasks.onlyA} are only in A and ${tasks.onlyB} only in B. ${share("that")}`,
    );
  }
  if (!judge.same) say("judgeSensitivity", `Another judge answered. ${share("the judge")}`);
  if (!methodology.same)
    say("differentMethodology", `Other formulas or constants were applied. ${share("them")}`);
  if (others.length === 0) {
    say(
      "unsteadyJudge",
      `The same judge answered the same requests over the same tools otherwise. ${
        a.judge.cliVersion === b.judge.cliVersion
          ? "It does not answer the same way twice; more trials per request would show how much."
          : "Its program has another version on each side, which may be why; or it does not answer the same way twice."
      }`,
    );
  }
  if (score.reading === "insideNoise") {
    say(
      "noise",
      "The difference of the scores is inside its 95 % interval: so few requests, chosen anew, could show as much by chance.",
    );
  }
  return found;
}

/** How a surface differs, counted: "1 tool added, 2 changed"; "the order" when only that does. */
export function surfaceText({ added, removed, changed, reordered }: Comparison["surface"]): string {
  const parts = [
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    ...(changed.length > 0 ? [`${changed.length} declared otherwise`] : []),
    ...(reordered ? ["in another order"] : []),
  ];
  return parts.join(", ");
}

function differs({ score, tasks, defects, pairs, tokens, rates }: Omit<Comparison, "suggests">): boolean {
  return (
    score.difference.exact !== "0" ||
    Object.values(score.categories).some(({ a, b }) => a?.exact !== b?.exact) ||
    Object.values(rates).some(({ a, b }) => a.exact !== b.exact) ||
    tasks.changed.length > 0 ||
    defects.appeared.length + defects.gone.length + pairs.length + tokens.tools.length > 0 ||
    tokens.definition.difference !== 0 ||
    (tokens.perTask.difference?.exact ?? "0") !== "0"
  );
}
