import type { ReportedUsage, TextAnswer, TextModel, TextRequest } from "../src/models/text-model.js";

/** A text model in this process: replies by a function, and remembers what it was asked. */
export interface FakeModel extends TextModel {
  readonly asked: TextRequest[];
}

export function fakeModel(
  reply: (request: TextRequest, n: number) => string | Error | Promise<string>,
  options: { model?: string; cliVersion?: string; maxPromptChars?: number; usage?: ReportedUsage } = {},
): FakeModel {
  const asked: TextRequest[] = [];
  const identity = {
    cli: "fake",
    cliVersion: options.cliVersion ?? "1.0.0",
    model: options.model ?? "fake-model",
  };
  return {
    asked,
    cli: "fake",
    maxPromptChars: options.maxPromptChars ?? null,
    family: "f".repeat(64),
    configuration: async () => ({
      cli: "fake",
      cliVersion: identity.cliVersion,
      sha256: `${identity.cliVersion}/${identity.model}`,
    }),
    async ask(request): Promise<TextAnswer> {
      request.signal?.throwIfAborted();
      asked.push(request);
      const text = await reply(request, asked.length);
      if (text instanceof Error) throw text;
      return {
        text,
        identity,
        durationMs: 5,
        cached: false,
        ...(options.usage === undefined ? {} : { usage: options.usage }),
      };
    },
    close: async () => undefined,
  };
}
