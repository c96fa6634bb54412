export { SERVER_FILES } from "./addresses.js";
export type { SiteFile } from "./leaderboard-page.js";
export { methodPage } from "./method-page.js";
export { methodology } from "./methodology.js";
export { serverPage } from "./server/server-page.js";
export { type BuiltKeys, type SiteResult, site } from "./site.js";
