import { count } from "../transcript/reason.js";
import { defineCheck, fail, pass, positiveInt } from "./check.js";

export const turnCountUnder = defineCheck({
  kind: "turnCountUnder",
  stage: "userValue",
  question: "Was the request served in few enough turns?",
  fields: { turns: positiveInt },
  evaluate(transcript, { turns }) {
    const used = transcript.turnCount;
    if (!Number.isInteger(used) || (used as number) < 0) {
      return fail(`expected under ${count(turns, "turn")}, the turns were not counted`);
    }
    const text = `${count(used as number, "user turn")}, expected under ${turns}`;
    return (used as number) < turns ? pass(text) : fail(text);
  },
});
