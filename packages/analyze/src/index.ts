export type { Analyst } from "./analyst.js";
export { analyze } from "./analyze.js";
export { builtinAnalyst } from "./builtin/builtin-analyst.js";
export { visibleTools } from "./judge.js";
export { rewriteSurface } from "./rewrite-surface.js";
