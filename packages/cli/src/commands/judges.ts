import type { Surface } from "@gradable/contract";
import type { AnalysedTool } from "@gradable/model";
import type { Command } from "../command.js";
import { EXIT } from "../exit-code.js";
import type { CliIo } from "../io.js";
import {
  BUILTIN_JUDGE,
  type JudgeValues,
  judgeFlags,
  judgeOptions,
  openJudge,
} from "../options/judge-options.js";

interface JudgesValues extends JudgeValues {
  probe: boolean;
  calibrate: boolean;
  format: "text" | "json";
}

export const judgesCommand: Command<JudgesValues> = {
  name: "judges",
  summary:
    "list the judges that are installed; --probe asks one for a word, --calibrate tries it on known surfaces",
  options: (builder) =>
    judgeOptions(
      builder
        .option("probe", {
          type: "boolean",
          default: false,
          describe: "ask the judge of --judge-cli for one word",
          group: "Judge",
        })
        .option("calibrate", {
          type: "boolean",
          default: false,
          describe: "let the judge of --judge-cli judge three small surfaces whose answers are known",
          group: "Judge",
        })
        .option("format", {
          choices: ["text", "json"] as const,
          default: "text" as const,
          describe: "what to print on stdout",
          group: "Output",
          takes: "format",
        }),
    ) as never,
  async run(values, io: CliIo) {
    if (values.probe) return probe(values, io);
    if (values.calibrate) return calibrate(values, io);
    return list(values, io);
  },
};

async function list(values: JudgesValues, io: CliIo): Promise<number> {
  const { listJudges } = await import("@gradable/model");
  const { builtinIdentity } = await import("@gradable/intent");
  const judges = await listJudges(io.env);
  const embedded = builtinIdentity("builtin-selection-v1");
  if (values.format === "json") {
    const { jsonText } = await import("@gradable/contract");
    io.stdout.write(jsonText({ builtin: embedded, judges }));
    return EXIT.done;
  }
  const lines = [
    `${BUILTIN_JUDGE.padEnd(10)} ${embedded.cliVersion.padEnd(12)} always there; a lexical probe of the declared surface, not a reader`,
    ...judges.map((judge) => {
      const name = judge.cli.padEnd(10);
      if (judge.path === null) return `${name} ${"–".padEnd(12)} not installed; ${judge.install}`;
      const version = (judge.version ?? "unknown").padEnd(12);
      const credentials =
        judge.credentials === null
          ? `no credentials found; needs ${judge.needs}`
          : `credentials: ${judge.credentials}`;
      return `${name} ${version} ${judge.path}; ${credentials}${judge.needsModel ? "; needs --judge-model" : ""}`;
    }),
    `${"command".padEnd(10)} ${"–".padEnd(12)} any program: --judge-cli command --judge-command "<program>"`,
    `${"openai".padEnd(10)} ${"–".padEnd(12)} any OpenAI-compatible endpoint: --judge-cli openai --judge-base-url <url> --judge-model <model>`,
  ];
  io.stdout.write(`${lines.join("\n")}\n`);
  return EXIT.done;
}

async function probe(values: JudgesValues, io: CliIo): Promise<number> {
  const flags = judgeFlags(values);
  if (flags.cli === BUILTIN_JUDGE) {
    io.stdout.write("builtin answers: it is part of gradable and needs no probe\n");
    return EXIT.done;
  }
  const { probeJudge } = await import("@gradable/model");
  const { cache: _cache, ...choice } = flags;
  const result = await probeJudge({ ...choice, env: io.env }, io.signal);
  const { jsonText } = await import("@gradable/contract");
  if (values.format === "json") {
    const shown = result.ok
      ? result
      : { ok: false, code: result.error.code, owner: result.error.owner, message: result.error.message };
    io.stdout.write(jsonText(shown));
  }
  if (result.ok) {
    const { cli, cliVersion, model } = result.identity;
    if (values.format === "text") {
      io.stdout.write(
        `${cli} ${cliVersion} answers as ${model}, in ${(result.durationMs / 1000).toFixed(1)} s\n`,
      );
    }
    return EXIT.done;
  }
  if (result.error.owner === "usage") throw result.error;
  io.stderr.write(
    `gradable: ${result.error.message}\n${result.error.hint ? `  ${result.error.hint}\n` : ""}`,
  );
  return EXIT.judgeFailed;
}

async function calibrate(values: JudgesValues, io: CliIo): Promise<number> {
  const { loadTokenizer } = await import("@gradable/model/tokens");
  const { calibrateJudge } = await import("@gradable/run/prompted");
  const { calibrationText } = await import("../calibration-text.js");
  const judge = await openJudge(judgeFlags(values), io);
  try {
    const { analyst, selector } = await judge.parts();
    const questions = judge.prompted?.analysis;
    const tokenizer = await loadTokenizer("o200k_base");
    const calibration = await calibrateJudge(
      {
        selector,
        defects: (tools) => questions?.defects(tools, io.signal) ?? surfaceOf(tools).then(analyst.defects),
        pairs: (tools) => questions?.pairs(tools, io.signal) ?? surfaceOf(tools).then(analyst.pairs),
      },
      { tokenizer, concurrency: judge.concurrency, signal: io.signal },
    );
    const { jsonText } = await import("@gradable/contract");
    io.stdout.write(
      values.format === "json" ? jsonText(calibration) : calibrationText(calibration, tokenizer),
    );
    return EXIT.done;
  } finally {
    await judge.close();
  }
}

/** The tools of a calibration as the embedded analyst takes them. */
async function surfaceOf(tools: readonly AnalysedTool[]): Promise<Surface> {
  const { surfaceSha256 } = await import("@gradable/contract");
  const declared = tools.map(({ name, description, inputSchema, outputSchema }) => ({
    name,
    description,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  }));
  return {
    schemaVersion: 1,
    target: { kind: "file", label: "calibration" },
    serverInfo: null,
    protocolVersion: null,
    capabilities: null,
    tools: declared,
    surfaceSha256: surfaceSha256(declared),
    listing: { pageSizes: [declared.length], attempts: 1 },
    observations: [],
  };
}
