import type { CliAdapter } from "../adapters/adapter.js";
import { claude } from "../adapters/claude.js";
import { codex } from "../adapters/codex.js";
import { gemini } from "../adapters/gemini.js";
import { opencode } from "../adapters/opencode.js";
import { qwen } from "../adapters/qwen.js";

/** The CLIs with an adapter, in the order they are suggested. */
export const CLI_ADAPTERS: readonly CliAdapter[] = [claude, codex, opencode, gemini, qwen];
