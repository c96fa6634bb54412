import { siteFrame } from "./head.js";
import { ours } from "./html.js";
import { fill } from "./page.js";

/**
 * The page on which any two servers of the site are set side by side: the browser reads the two summaries and
 * comparability.json, because ten thousand servers are fifty million pairs.
 */
export function comparePage(): string {
  return fill("compare", {
    frame: siteFrame({
      title: ours("Compare two servers"),
      description: ours(
        "Two servers side by side: first whether their scores may be compared at all, then the figures.",
      ),
      root: "",
      scripts: ["told-apart.js", "compare.js"],
      section: "compare",
    }),
  });
}
