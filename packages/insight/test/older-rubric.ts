import { type Report, reportSha256 } from "@gradable/contract";

/** A report with its own hash again, after it was changed. */
export const rehashed = (changed: Report): Report => ({ ...changed, reportSha256: reportSha256(changed) });

/** The report as a rubric would have left it whose economics were worth 1 point less here, and whose grades were one worse. */
export const underOlderRubric = (from: Report, slug = from.slug): Report => {
  const old = structuredClone(from);
  old.slug = slug;
  old.rubric.economics.tokensPerTask.ideal = 1000;
  const { economics } = old.score.categories;
  if (economics.measured) economics.points = { value: 18.5, exact: "37/2" };
  old.score.composite = { value: 73.5, exact: "147/2" };
  old.score.grade = "D";
  return rehashed(old);
};
