import { FAILURE_OWNERS, type Failed, SCAN_STAGES } from "@gradable/contract";

/** Where a scan stopped, whose failure that is and what to do next, to follow "Stopped"; plain text that is not neutralised. */
export function failureText({ stage, owner, message, hint }: Failed): string {
  return `while ${SCAN_STAGES.label(stage)}, a failure of ${FAILURE_OWNERS.label(owner)}. ${message}${hint === undefined ? "" : ` ${hint}`}`;
}
