export { dedent } from "./dedent.ts";
export { fence } from "./markdown.ts";
export { canonicalJson, readableJson, type Json } from "./canonical-json.ts";
export { createLimit, createPause, mapInOrder, unlessInterrupted } from "./concurrency.ts";
export {
  DioramaError,
  InterruptedError,
  isSystemError,
  messageOf,
  throwIfInterrupted,
  UsageError,
  type ErrorFields,
  type ErrorOptions,
} from "./errors.ts";
export { writeFileAtomically } from "./files.ts";
export { digestOf, sha256 } from "./hash.ts";
export { appendJsonLine, JsonLinesWriter, readJsonLines } from "./json-lines.ts";
export { silentLogger, type Logger, type LogLevel } from "./logger.ts";
export { describeKnownNames, findNearestName } from "./nearest-name.ts";
export { onAbort } from "./on-abort.ts";
export {
  asHostPath,
  asSandboxPath,
  joinPath,
  type HostPath,
  type RepositoryPath,
  type SandboxPath,
} from "./paths.ts";
export { silentProgress, type Progress, type WorkLoad } from "./progress.ts";
export { createRandom, type Random } from "./random.ts";
export { shorten } from "./shorten.ts";
export { makeTemporaryFolder } from "./temporary-folder.ts";
