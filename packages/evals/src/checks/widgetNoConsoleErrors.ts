import { count, list, quote } from "../transcript/reason.js";
import { defineCheck, fail, pass, toolNameField } from "./check.js";
import { inScope, ofTool } from "./scope.js";

export const widgetNoConsoleErrors = defineCheck({
  kind: "widgetNoConsoleErrors",
  stage: "userValue",
  question: "Did the widget run without console errors?",
  turnScopable: true,
  needs: "renderObservations",
  fields: { toolName: toolNameField.optional() },
  evaluate(transcript, { toolName }) {
    const seen = inScope(transcript.renderObservations, toolName);
    if (seen.length === 0) return fail(`no render${ofTool(toolName)} was observed`);
    const errors = seen.flatMap((observation) => observation.consoleErrors ?? []);
    if (errors.length === 0)
      return pass(`${count(seen.length, "render")}${ofTool(toolName)} without console errors`);
    return fail(`${count(errors.length, "console error")}: ${list(errors.map(quote))}`);
  },
});
