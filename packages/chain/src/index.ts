export * from "./analytics-vocabulary.js";
export {
  CanonicalJsonError,
  type CanonicalJsonErrorCode,
  canonicalDigest,
  canonicalJson,
} from "./canonical.js";
export { ChainError, type ChainErrorCode } from "./errors.js";
export * from "./friction-vocabulary.js";
export * from "./labels.js";
export { isOpaqueId, MAX_OPAQUE_ID_LENGTH, opaqueIdSchema } from "./opaque-id.js";
export * from "./rate.js";
export { sha256Hex } from "./sha256.js";
export * from "./stage-derivation.js";
export * from "./stage-vocabulary.js";
export * from "./trial-observation.js";
export * from "./validity-policy.js";
export * from "./verdict-aggregate.js";
export * from "./verdict-decision.js";
export * from "./verdict-vocabulary.js";
