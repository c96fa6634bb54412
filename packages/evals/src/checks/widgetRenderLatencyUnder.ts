import { count } from "../transcript/reason.js";
import { defineCheck, fail, pass, positiveInt, toolNameField } from "./check.js";
import { inScope, ofTool } from "./scope.js";

export const widgetRenderLatencyUnder = defineCheck({
  kind: "widgetRenderLatencyUnder",
  stage: "userValue",
  question: "Did the widget render in time?",
  turnScopable: true,
  needs: "renderObservations",
  fields: { ms: positiveInt, toolName: toolNameField.optional() },
  evaluate(transcript, { ms, toolName }) {
    const rendered = inScope(transcript.renderObservations, toolName).filter((o) => o.status === "rendered");
    if (rendered.length === 0) return fail(`no render${ofTool(toolName)} succeeded, so none has a latency`);
    const slowest = Math.max(...rendered.map((observation) => observation.elapsedMs));
    const text = `slowest of ${count(rendered.length, "render")}${ofTool(toolName)} took ${slowest} ms, expected under ${ms} ms`;
    return slowest < ms ? pass(text) : fail(text);
  },
});
