import { createHash } from "node:crypto";
import { type AssetName, asset, assetVersion } from "./assets.js";
import { Html, ours, type Shown } from "./html.js";

/** What every page's frame needs to know. */
export interface PageFrame {
  readonly title: Shown;
  readonly description: Shown;
  /** From the page to the site's folder: empty, or `../` repeated. */
  readonly root: "" | "../../";
  /** Scripts of the site that the page runs, in order. */
  readonly scripts?: readonly AssetName[];
  /** The entry of the navigation that the page belongs to. */
  readonly section?: "leaderboard" | "excluded" | "compare" | "method";
}

/** Nothing is loaded from elsewhere, no script or style stands in a page, and no form or frame leads out. */
const SITE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The frame of a page of the site. */
export function siteFrame({ title, description, root, scripts = [], section }: PageFrame) {
  const address = (name: AssetName) => ours(`${root}assets/${name}?v=${assetVersion(name)}`);
  return {
    title,
    description,
    root: ours(root),
    policy: ours(SITE_POLICY),
    style: null,
    stylesheet: address("site.css"),
    icon: address("icon.svg"),
    scripts: scripts.map(address),
    navigation: {
      leaderboard: section === "leaderboard",
      excluded: section === "excluded",
      compare: section === "compare",
      method: section === "method",
    },
  };
}

/**
 * The frame of a page that is one file: the stylesheet stands in it, named in the policy by its hash, and there is no script.
 */
export function singleFrame({ title, description }: Pick<PageFrame, "title" | "description">) {
  const css = asset("site.css");
  const digest = createHash("sha256").update(css).digest("base64");
  return {
    title,
    description,
    root: ours(""),
    policy: ours(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`,
    ),
    // Our own stylesheet; a test holds that it cannot close its element.
    style: new Html(css),
    stylesheet: null,
    icon: ours("data:,"),
    scripts: [],
    navigation: null,
  };
}
