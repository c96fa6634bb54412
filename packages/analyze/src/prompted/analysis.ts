import {
  type ConfusablePair,
  DEFECTS,
  type Defect,
  PAIR_SEVERITIES,
  plainText,
  type StageIdentity,
} from "@gradable/contract";
import {
  type AnalysedTool,
  type Asker,
  analysisLine,
  askBatch,
  askQuestion,
  batches,
  isRecord,
  JudgeError,
  promptedError,
  type ReplyCheck,
  renderPrompt,
  StageIdentities,
  type ToolAliases,
  toolAliases,
} from "@gradable/model";

/** A new description for one tool. */
interface Rewriting {
  readonly index: number;
  readonly description: string;
}

/** The three questions about descriptions. `signal` stops asking. */
export interface AnalysisQuestions {
  /** Defects of all tools, by tool, then in the order of the type list. */
  defects(
    tools: readonly AnalysedTool[],
    signal?: AbortSignal,
  ): Promise<{ defects: Defect[]; identity: StageIdentity }>;
  /** Confusable pairs of the whole list, asked in one question. */
  pairs(
    tools: readonly AnalysedTool[],
    signal?: AbortSignal,
  ): Promise<{ pairs: ConfusablePair[]; identity: StageIdentity }>;
  /** A description for each tool, one question each; `notWritten` are those whose reply stayed unusable. */
  rewrite(
    tools: readonly AnalysedTool[],
    signal?: AbortSignal,
  ): Promise<{
    rewritings: Rewriting[];
    notWritten: { index: number; reason: string }[];
    identity: StageIdentity;
  }>;
}

/** Longest new description, in UTF-16 code units: about three times the 120 words that are asked for. */
const MAX_DESCRIPTION_CHARS = 2500;
/** As the prompt says. */
const MAX_PAIRS = 200;

/** Defects, pairs and rewrites, asked of a text model (`defects-v1`, `pairs-v1`, `rewrite-v1`). */
export function promptedAnalysis(asker: Asker): AnalysisQuestions {
  return {
    async defects(tools, signal) {
      const answeredBy = new StageIdentities("defects");
      const aliases = toolAliases(tools);
      const questions = batches(itemsOf(tools, aliases));
      asker.expect?.(questions.length);
      const answered = await Promise.all(
        questions.map((whole) =>
          askBatch(whole, async (batch) => {
            const prompt = await defectsPrompt(
              batch.map(({ line }) => line),
              asker,
            );
            const check = defectsCheck(batch, aliases);
            const asked = await askQuestion(asker, {
              stage: "defects",
              prompt,
              trial: 0,
              check,
              answeredBy,
              signal,
            });
            return asked.value;
          }),
        ),
      );
      return { defects: answered.flat(), identity: identityOf(answeredBy, asker) };
    },

    async pairs(tools, signal) {
      const aliases = toolAliases(tools);
      const answeredBy = new StageIdentities("pairs");
      const prompt = await pairsPrompt(tools, asker);
      asker.expect?.(1);
      const check = pairsCheck(tools, aliases);
      const asked = await askQuestion(asker, { stage: "pairs", prompt, trial: 0, check, answeredBy, signal });
      return { pairs: asked.value, identity: identityOf(answeredBy, asker) };
    },

    async rewrite(tools, signal) {
      const answeredBy = new StageIdentities("rewrite");
      const notWritten: { index: number; reason: string }[] = [];
      let failure: JudgeError | undefined;
      asker.expect?.(tools.length);
      const written = await Promise.all(
        tools.map(async (tool) => {
          try {
            const prompt = await rewritePrompt(tool, asker);
            const asked = await askQuestion(asker, {
              stage: "rewrite",
              prompt,
              trial: 0,
              check: rewriteCheck,
              answeredBy,
              signal,
            });
            return [{ index: tool.index, description: asked.value }];
          } catch (error) {
            if (!(error instanceof JudgeError) || !error.evaluator) throw error;
            failure ??= error;
            notWritten.push({ index: tool.index, reason: error.message });
            return [];
          }
        }),
      );
      notWritten.sort((a, b) => a.index - b.index);
      const identity = answeredBy.get();
      if (identity === undefined) throw failure ?? new Error("no tool to describe");
      return { rewritings: written.flat(), notWritten, identity };
    },
  };
}

/**
 * The prompts of an analysis without asking anybody, for an estimate; rewrites for the tools at `defective`.
 */
export async function analysisPrompts(
  asker: Asker,
  tools: readonly AnalysedTool[],
  defective: readonly number[],
): Promise<{ readonly defects: string[]; readonly pairs: string; readonly rewrites: string[] }> {
  const whole = batches(itemsOf(tools, toolAliases(tools)));
  const wanted = new Set(defective);
  return {
    defects: await Promise.all(
      whole.map((batch) =>
        defectsPrompt(
          batch.map(({ line }) => line),
          asker,
        ),
      ),
    ),
    pairs: await pairsPrompt(tools, asker),
    rewrites: await Promise.all(
      tools.filter(({ index }) => wanted.has(index)).map((tool) => rewritePrompt(tool, asker)),
    ),
  };
}

function itemsOf(tools: readonly AnalysedTool[], aliases: ToolAliases) {
  return tools.map((tool, place) => ({
    tool,
    place,
    line: analysisLine(tool, aliases.names[place] as string),
  }));
}

function defectsPrompt(tools: readonly string[], asker: Asker): Promise<string> {
  return renderPrompt("defects-v1", { tools, toolsNonce: asker.nonce(tools.join("\n")) });
}

function pairsPrompt(tools: readonly AnalysedTool[], asker: Asker): Promise<string> {
  const aliases = toolAliases(tools);
  const lines = tools.map((tool, place) => analysisLine(tool, aliases.names[place] as string));
  return renderPrompt("pairs-v1", { tools: lines, toolsNonce: asker.nonce(lines.join("\n")) });
}

/** The tool by its declared name: nothing is answered by name here, and no other tool is seen. */
function rewritePrompt(tool: AnalysedTool, asker: Asker): Promise<string> {
  const line = analysisLine(tool, tool.name);
  return renderPrompt("rewrite-v1", { tool: line, toolNonce: asker.nonce(line) });
}

/** Without any answer there is no judge to name: nothing was asked. */
function identityOf(answeredBy: StageIdentities, asker: Asker): StageIdentity {
  const identity = answeredBy.get();
  if (identity === undefined) throw promptedError("judge-reply-empty", { cli: asker.model.cli });
  return identity;
}

interface BatchItem {
  readonly tool: AnalysedTool;
  readonly place: number;
}

function defectsCheck(batch: readonly BatchItem[], aliases: ToolAliases): ReplyCheck<Defect[]> {
  return (reply) => {
    if (!isRecord(reply) || !Array.isArray(reply.tools)) return { problem: 'it has no list "tools"' };
    const byPlace = new Map<number, readonly unknown[]>();
    for (const entry of reply.tools) {
      if (!isRecord(entry) || typeof entry.tool !== "string")
        return { problem: 'an entry of "tools" has no "tool"' };
      const place = aliases.indexOf(entry.tool);
      if (place === undefined || !batch.some((item) => item.place === place)) {
        return { problem: `there is no tool ${JSON.stringify(entry.tool.slice(0, 80))} in the list` };
      }
      if (byPlace.has(place)) return { problem: `the tool ${JSON.stringify(entry.tool)} stands there twice` };
      if (!Array.isArray(entry.defects))
        return { problem: `the tool ${JSON.stringify(entry.tool)} has no list "defects"` };
      byPlace.set(place, entry.defects);
    }
    const found: Defect[] = [];
    for (const { tool, place } of batch) {
      const listed = byPlace.get(place);
      if (listed === undefined)
        return { problem: `the tool ${JSON.stringify(aliases.names[place])} is missing` };
      const defects = toolDefects(tool, listed);
      if ("problem" in defects) return defects;
      found.push(...defects.value);
    }
    return { value: found };
  };
}

function toolDefects(tool: AnalysedTool, listed: readonly unknown[]): ReturnType<ReplyCheck<Defect[]>> {
  const byType = new Map<string, Defect>();
  for (const entry of listed) {
    const type = isRecord(entry) ? DEFECTS.ids.find((known) => known === entry.type) : undefined;
    if (type === undefined || !isRecord(entry))
      return { problem: `a defect's "type" is none of ${DEFECTS.ids.join(", ")}` };
    const evidence = sentence(entry.evidence);
    if (evidence === undefined) return { problem: `a defect has no "evidence"` };
    if (byType.has(type)) return { problem: `a tool has the defect ${type} twice` };
    const parameters = type === "params_unexplained" ? namedParameters(tool, entry.parameters) : [];
    byType.set(type, {
      tool: tool.name,
      toolIndex: tool.index,
      type,
      evidence,
      ...(parameters.length > 0 ? { parameters } : {}),
    });
  }
  return { value: DEFECTS.ids.flatMap((type) => byType.get(type) ?? []) };
}

/** Those of the named parameters that the tool declares: a name the model made up would stand in a report. */
function namedParameters(tool: AnalysedTool, named: unknown): string[] {
  const properties = isRecord(tool.inputSchema) ? tool.inputSchema.properties : undefined;
  if (!Array.isArray(named) || !isRecord(properties)) return [];
  const known = named.filter(
    (name): name is string => typeof name === "string" && Object.hasOwn(properties, name),
  );
  return [...new Set(known)].slice(0, 20);
}

function pairsCheck(tools: readonly AnalysedTool[], aliases: ToolAliases): ReplyCheck<ConfusablePair[]> {
  return (reply) => {
    if (!isRecord(reply) || !Array.isArray(reply.pairs)) return { problem: 'it has no list "pairs"' };
    if (reply.pairs.length > MAX_PAIRS) return { problem: `it has more than ${MAX_PAIRS} pairs` };
    const found = new Map<string, ConfusablePair>();
    for (const entry of reply.pairs) {
      const names: unknown = isRecord(entry) ? entry.tools : undefined;
      if (!isRecord(entry) || !Array.isArray(names) || names.length !== 2)
        return { problem: 'a pair has no two "tools"' };
      const places = names.map((name) => (typeof name === "string" ? aliases.indexOf(name) : undefined));
      const unknown = places.indexOf(undefined);
      if (unknown >= 0)
        return {
          problem: `there is no tool ${JSON.stringify(String(names[unknown]).slice(0, 80))} in the list`,
        };
      const [first, second] = (places as number[]).sort((a, b) => a - b) as [number, number];
      if (first === second) return { problem: "a pair names one tool twice" };
      const severity = PAIR_SEVERITIES.ids.find((known) => known === entry.severity);
      if (severity === undefined)
        return { problem: `a pair's "severity" is none of ${PAIR_SEVERITIES.ids.join(", ")}` };
      const evidence = sentence(entry.evidence);
      if (evidence === undefined) return { problem: 'a pair has no "evidence"' };
      if (found.has(`${first} ${second}`)) return { problem: "a pair stands there twice" };
      const [a, b] = [tools[first] as AnalysedTool, tools[second] as AnalysedTool];
      found.set(`${first} ${second}`, {
        tools: [a.name, b.name],
        toolIndexes: [a.index, b.index],
        severity,
        evidence,
      });
    }
    const pairs = [...found.values()];
    pairs.sort((a, b) => a.toolIndexes[0] - b.toolIndexes[0] || a.toolIndexes[1] - b.toolIndexes[1]);
    return { value: pairs };
  };
}

const rewriteCheck: ReplyCheck<string> = (reply) => {
  if (!isRecord(reply) || typeof reply.description !== "string")
    return { problem: 'it has no text "description"' };
  const text = plainText(reply.description, { maxChars: MAX_DESCRIPTION_CHARS + 1, multiline: true }).trim();
  if (text === "") return { problem: 'its "description" is empty' };
  if ([...text].length > MAX_DESCRIPTION_CHARS)
    return { problem: `its "description" is longer than ${MAX_DESCRIPTION_CHARS} characters` };
  return { value: text };
};

/** A model's sentence, made safe to show; a report quotes at most this much of it. */
function sentence(value: unknown): string | undefined {
  const text = typeof value === "string" ? plainText(value, { maxChars: 300 }) : "";
  return text === "" ? undefined : text;
}
