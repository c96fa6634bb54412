export { SERVER_FILES } from "./addresses.js";
export * from "./badge.js";
export type { SiteFile } from "./leaderboard-page.js";
export { methodClauses, methodPage } from "./method-page.js";
export * from "./methodology.js";
export { serverPage } from "./server/server-page.js";
export * from "./site.js";
