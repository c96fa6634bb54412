export { createSelector } from "./create-selector.js";
export { prefixCounter, promptedSelector, selectionPrompts } from "./selection.js";
