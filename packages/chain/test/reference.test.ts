import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STAGE_ANALYTICS_ABSENCE_LABELS } from "../src/stages/absence.js";
import {
  DECISION_LABEL_VOCABULARIES,
  DECISION_LABELS,
  FRICTION_SIGNAL_BENIGN_READINGS,
  NEXT_ACTION_BY_FAILURE_CATEGORY,
  USER_VALUE_STAGE_OUTCOMES,
  USER_VALUE_STAGE_QUESTIONS,
} from "../src/vocabulary/labels.js";
import { renderReferencePage } from "../src/vocabulary/reference.js";

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
      STAGE_ANALYTICS_ABSENCE_LABELS,
    ].flatMap((map) => Object.values(map));
    for (const label of labels) expect(page).toContain(`"${label}"`);
  });
});
