export {
  ensureWritable,
  MAX_JSON_BYTES,
  notWritable,
  readBoundedText,
  readJsonFile,
  removeFile,
  removeLeftTemporaries,
  writeFileAtomically,
} from "./files.js";
export {
  BASE_VARIABLES,
  childEnvironment,
  NETWORK_VARIABLES,
  WORKER_VARIABLE,
} from "./process/child-environment.js";
export {
  findProgram,
  isAbsoluteFolder,
  programFingerprint,
  statQuietly,
} from "./process/find-program.js";
export { descendants, endMarked } from "./process/marked-processes.js";
export { atOurEnd, GROUP_LEADER, signalGroup, signalProcess } from "./process/process-group.js";
export { livingProcess, processIdentity } from "./process/process-identity.js";
export { processStat } from "./process/process-stat.js";
export { type KnownProcesses, livingProcesses } from "./process/process-table.js";
export { KEY_FORMS, REDACTED, redactShapes } from "./secrets/credential-shapes.js";
export { hidePlaces } from "./secrets/hide-places.js";
export { decoded, hideSecrets, publicUrl } from "./secrets/hide-secrets.js";
export { isSecretName, type Redact, redactor, secretValues } from "./secrets/redact.js";
export { redactedError } from "./secrets/redacted-error.js";
export { Secrets } from "./secrets/secrets.js";
