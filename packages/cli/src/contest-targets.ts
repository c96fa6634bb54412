import type { Report } from "@gradable/contract";

/** Something a published score can be measured again on. */
export interface ContestTarget {
  readonly target: string;
  /** A captured list of tools, which stands in for a server that can't be started. */
  readonly captured: boolean;
}

/**
 * What to measure again, in the order to try: the given target alone; else the published one where it can be reached from anywhere, then
 * the surface captured beside the report. A command line or a file of the report is never taken up unasked: it is text of another
 * machine, and running it is for the person at this one to say.
 */
export function contestTargets(
  published: Report,
  options: { readonly given: string | undefined; readonly capturedBeside: string | undefined },
): ContestTarget[] {
  if (options.given !== undefined) {
    return [{ target: options.given, captured: /\.json$/i.test(options.given.trim()) }];
  }
  const own = reachable(published.target);
  return [
    ...(own === null ? [] : [{ target: own, captured: false }]),
    ...(options.capturedBeside === undefined ? [] : [{ target: options.capturedBeside, captured: true }]),
  ];
}

/** The published target as it can be given to a scan, with the version that was scanned; `null` where it can't. */
function reachable({ kind, label, npm }: Report["target"]): string | null {
  // What was left out of the label as a secret is not ours to guess.
  if (/<redacted>|%3Credacted%3E|…$/i.test(label)) return null;
  if (kind === "http") return label;
  if (kind !== "npm") return null;
  const [, spec = "", rest = ""] = /^npm:(\S+)(.*)$/is.exec(label) ?? [];
  const [name, bin] = spec.split("#", 2);
  // A packed file lies on the machine of the scan.
  if (name === undefined || name === "" || /^(?:\.{0,2}\/|[A-Za-z]:|file:)/.test(name)) return null;
  if (npm === undefined) return label;
  return `npm:${npm.name}@${npm.version}${bin === undefined ? "" : `#${bin}`}${rest}`;
}
