import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ABSENCES } from "../src/analytics/absence.js";
import { DECISION_LABEL_VOCABULARIES, DECISION_LABELS } from "../src/vocabulary/explain.js";
import { FRICTION_SIGNAL_BENIGN_READINGS } from "../src/vocabulary/friction.js";
import { renderReferencePage } from "../src/vocabulary/reference.js";
import { USER_VALUE_STAGE_OUTCOMES, USER_VALUE_STAGE_QUESTIONS } from "../src/vocabulary/stage.js";
import { NEXT_ACTION_BY_FAILURE_CATEGORY } from "../src/vocabulary/trial.js";

const page = readFileSync(new URL("../../../docs/user-value-chain.md", import.meta.url), "utf8");

describe("docs/user-value-chain.md", () => {
  it("is what npm run generate writes", () => {
    expect(page).toBe(renderReferencePage());
  });

  it("names every member and quotes every label exactly", () => {
    for (const member of Object.values(DECISION_LABEL_VOCABULARIES).flat())
      expect(page).toContain(`\`${member}\``);
    const labels = [
      ...Object.values(DECISION_LABELS),
      USER_VALUE_STAGE_QUESTIONS,
      USER_VALUE_STAGE_OUTCOMES,
      NEXT_ACTION_BY_FAILURE_CATEGORY,
      FRICTION_SIGNAL_BENIGN_READINGS,
      ABSENCES.labels,
    ].flatMap((map) => Object.values(map));
    for (const label of labels) expect(page).toContain(`"${label}"`);
  });
});
