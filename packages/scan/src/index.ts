export { parseToolsList } from "./list/tools-list.js";
export type { ScanOptions, Settings } from "./options.js";
export { givenSecrets } from "./process/launch.js";
export { type Scan, scan } from "./scan.js";
export { defaultSlug, describeTarget, slugify } from "./target/describe-target.js";
export { parseTarget } from "./target/parse-target.js";
