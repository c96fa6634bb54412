import type { GradableError } from "@gradable/contract";

/** What a command ends with (design §7): the only numbers `gradable` exits with. */
export const EXIT = {
  done: 0,
  /** A threshold that was asked for was not met, or `verify` found a mismatch. */
  notMet: 1,
  usage: 2,
  /** The target could not be scanned. */
  notScanned: 3,
  /** The judge failed, so there is no score. */
  judgeFailed: 4,
  /** Ended by Ctrl-C, as a shell reports it. */
  interrupted: 130,
} as const;

/** The exit code of a failure. A judge that can't be started or reached is the judge's to mend, whoever is to blame. */
export function exitCodeOf(error: GradableError): number {
  if (error.owner === "usage") return EXIT.usage;
  return isOfJudge(error) ? EXIT.judgeFailed : EXIT.notScanned;
}

/** Whether a failure is about the judge: its own, or that it is not there to be asked. */
export function isOfJudge({
  owner,
  code,
}: {
  owner?: string | undefined;
  code?: string | undefined;
}): boolean {
  return owner === "judge" || code?.startsWith("judge-") === true;
}
