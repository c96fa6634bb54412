export { builtinSelector, toolRanking } from "./builtin/builtin-selector.js";
export { judge } from "./judge.js";
export type { SelectionAnswer, SelectionSession, Selector } from "./selector.js";
