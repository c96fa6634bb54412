import { setFlagsFromString } from "node:v8";

/**
 * How much a WebAssembly function may run before V8 compiles it a second time, optimised; V8's own value is 1.8 million. Loading the
 * tokenizer passes that at once, so half of its processor time went into optimising what a scan of an ordinary server is done with by then. A
 * large surface passes this too, and is counted at full speed. Measured by bench/start.mjs and bench/surface.mjs.
 */
const TIERING_BUDGET = 400_000_000;
/** Node versions whose V8 is known to have the flag; it tells about one that it does not know on stderr. */
const KNOWN_NODE = { min: 20, max: 24 };

const node = Number.parseInt(process.versions.node, 10);
if (node >= KNOWN_NODE.min && node <= KNOWN_NODE.max) {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
