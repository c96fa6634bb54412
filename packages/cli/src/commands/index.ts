import type { Command } from "../command.js";
import { batchCommand } from "./batch.js";
import { cacheCommand } from "./cache.js";
import { compareCommand } from "./compare.js";
import { contestCommand } from "./contest.js";
import { evalsCommand } from "./evals.js";
import { explainCommand } from "./explain.js";
import { fixCommand } from "./fix.js";
import { judgesCommand } from "./judges.js";
import { leaderboardCommand } from "./leaderboard.js";
import { rescoreCommand } from "./rescore.js";
import { scanCommand } from "./scan.js";
import { schemaCommand } from "./schema.js";
import { siteCommand } from "./site.js";
import { surfaceCommand } from "./surface.js";
import { tasksCommand } from "./tasks.js";
import { verifyCommand } from "./verify.js";

/** Every command, in the order `--help` lists them. */
export const COMMANDS: readonly Command<never>[] = [
  scanCommand,
  verifyCommand,
  fixCommand,
  batchCommand,
  leaderboardCommand,
  siteCommand,
  compareCommand,
  contestCommand,
  rescoreCommand,
  evalsCommand,
  judgesCommand,
  surfaceCommand,
  tasksCommand,
  explainCommand,
  schemaCommand,
  cacheCommand,
] as unknown as readonly Command<never>[];
