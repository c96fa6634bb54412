import { findingName, type Remark } from "../../phrase/remarks.js";
import { code, ours, shown } from "../html.js";
import type { ServerContext } from "./context.js";

/** A maintainer's remark beside a finding, or `null`. */
export function remarkView(remark: Remark | undefined) {
  if (remark === undefined) return null;
  return { text: shown(remark.annotation.reason, { maxChars: 500 }), standing: ours(standing(remark)) };
}

/** All remarks of a report. */
export function remarksView({ remarks }: ServerContext) {
  return remarks.map((remark) => ({
    finding: ours(findingName(remark.annotation.finding)),
    found: remark.found,
    tool: remark.annotation.tool === "" ? ours("the server") : code(remark.annotation.tool),
    text: shown(remark.annotation.reason, { maxChars: 500 }),
    standing: ours(standing(remark)),
  }));
}

function standing({ annotation: { until }, expired }: Remark): string {
  if (until === undefined) return "";
  return expired ? `expired on ${until}` : `until ${until}`;
}
