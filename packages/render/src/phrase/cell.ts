import { CATEGORIES, countText, formatScore, ROW_FLAGS } from "@gradable/contract";
import type { Cell, CellValues } from "@gradable/insight";
import { dayText, intervalEnds } from "./figures.js";

/** A cell of the leaderboard in words of ours. A server's own name is not among them: each output writes it as its markup asks. */
export function cellText({ kind, value }: Cell): string {
  switch (kind) {
    case "text":
      return value;
    case "count":
      return `${value.estimated ? "about " : ""}${countText(value.count)}`;
    case "points":
      return value.points === null ? "not measured" : formatScore(value.points.exact);
    case "places":
      return placesText(value);
    case "interval":
      return spreadText(value, "none");
    case "grade":
      return value.safetyMeasured ? value.grade : `${value.grade} (safety not measured)`;
    case "server":
      return value.slug;
    case "categories":
      return CATEGORIES.ids.map((category) => categoryText(category, value)).join(", ");
    case "day":
      return dayText(value);
    case "flags":
      return value.map((flag) => ROW_FLAGS.label(flag)).join(", ");
  }
}

/** The range of places, or the one place, that the data allows. */
export function placesText({ low, high }: CellValues["places"]): string {
  return low === high ? String(low) : `${low}–${high}`;
}

/** The interval beside a score. Equal ends are an artefact of resampling like answers, not certainty. */
export function spreadText(ci95: CellValues["interval"], missing: "none" | "no interval"): string {
  if (ci95 === null) return missing;
  return ci95.low === ci95.high ? "no spread" : intervalEnds(ci95);
}

/** A category with its points: "Safety 15.0 of 30". */
function categoryText(category: (typeof CATEGORIES.ids)[number], values: CellValues["categories"]): string {
  const { points, max } = values[category];
  return `${CATEGORIES.label(category)} ${points === null ? "not measured" : `${formatScore(points.exact)} of ${max}`}`;
}
