export { definitionTokens } from "./definition-tokens.js";
export { estimateTokenizer, loadTokenizer, type Tokenizer } from "./tokenizer.js";
