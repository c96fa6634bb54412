import { defineErrors, type GradableError, plainText } from "@gradable/contract";

// Every failure this package names: what was found, what was expected, the next step.
const EVALS_ERRORS = defineErrors({
  "evals-server-unknown": {
    owner: "usage",
    message: ({ server, known }) => `There is no server "${server}" in this manager; it has ${known}.`,
    hint: "Add it to the manager's configuration, or pass the configuration to connectToServer.",
  },
  "evals-server-config": {
    owner: "usage",
    message: ({ server, problem }) => `The configuration of server "${server}" cannot be used: ${problem}.`,
    hint: "Give either command and args, or url.",
  },
  "evals-server-not-connected": {
    owner: "usage",
    message: ({ server }) => `Server "${server}" is not connected.`,
    hint: "Call connectToServer first.",
  },
  "evals-connect-failed": {
    owner: "server",
    message: ({ server, problem, stderr }) =>
      `Could not connect to server "${server}": ${problem}.${stderr === "" ? "" : ` Its last words on stderr: ${stderr}`}`,
    hint: "Run its command by hand and see whether it starts and stays up.",
  },
  "evals-list-failed": {
    owner: "server",
    message: ({ server, problem }) =>
      `Server "${server}" connected, but listing its tools failed: ${problem}.`,
    hint: "Look at what the server does with tools/list.",
  },
  "evals-tool-conflict": {
    owner: "usage",
    message: ({ tool, servers }) =>
      `The tool "${tool}" is offered by ${servers}; a model cannot tell them apart.`,
    hint: "Pass the servers to use to getTools, one of the two only.",
  },
  "evals-model-unknown": {
    owner: "usage",
    message: ({ model, known }) =>
      `The model "${model}" names no provider we know; expected provider/model with one of ${known}.`,
    hint: 'For any other OpenAI-compatible endpoint give baseUrl as well, for example model "local/qwen3" and baseUrl "http://127.0.0.1:11434/v1".',
  },
  "evals-no-test-function": {
    owner: "usage",
    message: ({ test }) =>
      `Invalid config: must provide 'test' function. Test ${test} has none; give test: async (executor) => { ... }, returning true or false.`,
  },
  "evals-id-missing": {
    owner: "usage",
    message: ({ test, fix }) => `Test ${test} has no id, and an id is what its history is joined on. ${fix}`,
  },
  "evals-id-invalid": {
    owner: "usage",
    message: ({ test, id, suggestion }) =>
      `Test ${test} has the id "${id}", which is not a valid one: expected 1 to 128 characters of A-Z a-z 0-9 _ -. ${suggestion}`,
  },
  "evals-id-conflict": {
    owner: "usage",
    message: ({ test, id, externalCaseId }) =>
      `Test ${test} has the id "${id}" and another externalCaseId "${externalCaseId}". Use the externalCaseId as id, so that its history stays with it, or drop externalCaseId.`,
  },
  "evals-match-options": {
    owner: "usage",
    message: ({ test, problem }) => `${test} has match options that cannot be used. ${problem}`,
  },
  "evals-widget-checks": {
    owner: "usage",
    message: ({ test, kinds }) =>
      `Test ${test} uses ${kinds}, which need render observations that no local run captures. Remove them here and check the tool's result instead.`,
  },
  "evals-check-invalid": {
    owner: "usage",
    message: ({ test, check, problem }) =>
      `Test ${test} has a check that cannot be used: ${check}: ${problem}. Correct it where it is written.`,
  },
  "evals-negative-expectations": {
    owner: "usage",
    message: ({ test }) =>
      `Test ${test} is a negative test and has expectedToolCalls; a negative test passes only when no tool is called. Drop one of the two.`,
  },
  "evals-negative-check": {
    owner: "usage",
    message: ({ test, check }) =>
      `Test ${test} is a negative test and its check ${check} demands a call, so it could never pass. Drop the check, give it role: "advisory", or drop isNegativeTest.`,
  },
  "evals-option-invalid": {
    owner: "usage",
    message: ({ option, value, expected }) => `Invalid option ${option}: ${value}; expected ${expected}.`,
  },
  "evals-no-results": {
    owner: "usage",
    message: () => "No run results available. Call run() first.",
  },
  "evals-no-expectations": {
    owner: "usage",
    message: ({ metric, subject }) =>
      `${metric} needs expected tool calls, and ${subject}. Give expectedToolCalls, or use accuracy().`,
  },
  "evals-duplicate-test": {
    owner: "usage",
    message: ({ what, value, existing }) =>
      `Test with ${what} "${value}" already exists in suite${existing === "" ? "" : ` ${existing}`}`,
  },
  "evals-run-invalid": {
    owner: "usage",
    message: ({ places }) => `This is not an evals run document of a version we know: ${places}.`,
    hint: "Give a file that writeEvalRun wrote, unedited.",
  },
});

export type EvalsErrorCode = keyof typeof EVALS_ERRORS.table;

/** A named failure of this package. Facts are shown neutralised: most of them come from outside. */
export function evalsError(
  code: EvalsErrorCode,
  facts: Record<string, string>,
  cause?: unknown,
): GradableError {
  const shown = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, plainText(value, { maxChars: 600 })]),
  );
  return EVALS_ERRORS.error(code, shown, { cause });
}
