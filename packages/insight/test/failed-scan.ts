import type { Failed } from "@gradable/contract";

/** A made-up failure whose every text of the server or of the caller is `text`. */
export function failedScan(text: string, more: Partial<Failed> = {}): Failed {
  return {
    schemaVersion: 1,
    gradableVersion: "0.1.0",
    slug: "exits-early",
    target: { kind: "stdio", label: text },
    failedAt: "2026-08-03T10:00:00.000Z",
    stage: "handshake",
    code: "server-exited",
    owner: "server",
    message: text,
    hint: text,
    facts: { exitCode: 1, firstLine: text },
    chain: { stage: "connection", state: "failed", reason: "connectFailed", failureCategory: "setup" },
    partial: { stderrTail: text, observations: [{ id: "stdout-noise", count: 2, facts: {} }] },
    ...more,
  };
}
