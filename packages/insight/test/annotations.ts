import type { Annotation } from "@gradable/contract";

/** Annotations of the mixed scan: one with a day to come, one expired, and the last on what the scan did not find. */
export const annotations: Annotation[] = [
  {
    finding: "no_return_description",
    tool: "search_books",
    reason: "The outputSchema comes with 2.0.",
    until: "2026-12-31",
  },
  {
    finding: "missed_selection",
    tool: "search_books",
    reason: "find_books answers these as well.",
    until: "2026-01-31",
  },
  { finding: "confusable_pair", tool: "find_books", reason: "search_books is deprecated." },
  { finding: "malformed_first_call", tool: "lend_book", reason: "Member numbers are checked on purpose." },
  {
    finding: "unsafe_destructive_call",
    tool: "delete_book",
    reason: "Deleted books stay in the bin for a week.",
  },
  { finding: "stdout-noise", tool: "", reason: "One line, before the session." },
  { finding: "name_restates_behavior", tool: "lend_book", reason: "Mended in 1.2.0." },
];
