import { jsonText } from "@gradable/contract";
import type { Format } from "./format.js";

/** The record itself, as it is written to disk. */
export const format: Format = { reader: "program", scored: jsonText, failed: jsonText };
