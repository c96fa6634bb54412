import { argumentsMatchToolSchema } from "./argumentsMatchToolSchema.js";
import { finalAssistantMessageNonEmpty } from "./finalAssistantMessageNonEmpty.js";
import { firstToolWas } from "./firstToolWas.js";
import { fullPageHasContinuation } from "./fullPageHasContinuation.js";
import { noDeprecatedToolCalled } from "./noDeprecatedToolCalled.js";
import { noDeprecatedToolExposed } from "./noDeprecatedToolExposed.js";
import { noDestructiveToolCalled } from "./noDestructiveToolCalled.js";
import { noEndingQuestion } from "./noEndingQuestion.js";
import { noRepeatedIdenticalCall } from "./noRepeatedIdenticalCall.js";
import { noToolErrors } from "./noToolErrors.js";
import { onlyToolsCalled } from "./onlyToolsCalled.js";
import { responseContains } from "./responseContains.js";
import { responseMatches } from "./responseMatches.js";
import { tokenBudgetUnder } from "./tokenBudgetUnder.js";
import { toolAnnotationsPresent } from "./toolAnnotationsPresent.js";
import { toolCallCountUnder } from "./toolCallCountUnder.js";
import { toolCalledAtLeastOnce } from "./toolCalledAtLeastOnce.js";
import { toolCalledBefore } from "./toolCalledBefore.js";
import { toolCalledWith } from "./toolCalledWith.js";
import { toolDescriptionsPresent } from "./toolDescriptionsPresent.js";
import { toolErrorNamesInput } from "./toolErrorNamesInput.js";
import { toolInputMatches } from "./toolInputMatches.js";
import { toolInputSchemasWellFormed } from "./toolInputSchemasWellFormed.js";
import { toolLatencyUnder } from "./toolLatencyUnder.js";
import { toolNamesUnique } from "./toolNamesUnique.js";
import { toolNeverCalled } from "./toolNeverCalled.js";
import { toolOutputSchemasPresent } from "./toolOutputSchemasPresent.js";
import { toolResultContains } from "./toolResultContains.js";
import { toolResultMatches } from "./toolResultMatches.js";
import { toolResultMatchesSchema } from "./toolResultMatchesSchema.js";
import { toolResultSizeUnder } from "./toolResultSizeUnder.js";
import { turnCountUnder } from "./turnCountUnder.js";
import { widgetNoConsoleErrors } from "./widgetNoConsoleErrors.js";
import { widgetRendered } from "./widgetRendered.js";
import { widgetRenderLatencyUnder } from "./widgetRenderLatencyUnder.js";

/** Every check, in chain order, then in the order of the public contract. */
export const CHECKS = Object.freeze([
  toolDescriptionsPresent,
  toolAnnotationsPresent,
  toolNamesUnique,
  noDeprecatedToolExposed,
  toolInputSchemasWellFormed,
  toolOutputSchemasPresent,
  toolCalledWith,
  toolCalledAtLeastOnce,
  toolNeverCalled,
  onlyToolsCalled,
  firstToolWas,
  toolCallCountUnder,
  toolCalledBefore,
  noDeprecatedToolCalled,
  noDestructiveToolCalled,
  argumentsMatchToolSchema,
  noRepeatedIdenticalCall,
  toolInputMatches,
  noToolErrors,
  toolLatencyUnder,
  toolResultContains,
  toolResultMatches,
  toolResultMatchesSchema,
  toolResultSizeUnder,
  toolErrorNamesInput,
  fullPageHasContinuation,
  responseContains,
  responseMatches,
  finalAssistantMessageNonEmpty,
  tokenBudgetUnder,
  turnCountUnder,
  widgetRendered,
  widgetRenderLatencyUnder,
  widgetNoConsoleErrors,
  noEndingQuestion,
] as const);
