export { cli } from "./cli.js";
export { EXIT } from "./exit-code.js";
export type { CliIo, CliStream } from "./io.js";
