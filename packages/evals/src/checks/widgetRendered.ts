import { count, list } from "../transcript/reason.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";
import { inScope, ofTool } from "./scope.js";

export const widgetRendered = defineCheck({
  kind: "widgetRendered",
  stage: "userValue",
  question: "Did the widget render?",
  turnScopable: true,
  needs: "renderObservations",
  fields: { toolName: toolNameField.optional() },
  evaluate(transcript, { toolName }) {
    const seen = inScope(transcript.renderObservations, toolName);
    if (seen.length === 0) return fail(`no render${ofTool(toolName)} was observed`);
    const rendered = seen.filter((observation) => observation.status === "rendered").length;
    if (rendered > 0)
      return pass(`${rendered} of ${count(seen.length, "render")}${ofTool(toolName)} succeeded`);
    return fail(
      `no render${ofTool(toolName)} succeeded: ${list([...new Set(seen.map((o) => String(o.status)))])}`,
    );
  },
});
