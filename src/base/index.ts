export { atBoundary } from "./boundary.ts";
export { bytesOfFolder } from "./bytes-of-folder.ts";
export { dedent } from "./dedent.ts";
export { fence } from "./markdown.ts";
export { canonicalJson, parseJson, readableJson, type Json } from "./canonical-json.ts";
export { createLimit, createPause, mapInOrder, unlessInterrupted } from "./concurrency.ts";
export { evenChoice } from "./even-choice.ts";
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
export { filesBelow } from "./files-below.ts";
export { makeFolders, writeFileAtomically } from "./files.ts";
export { readGivenLines, readGivenText } from "./given-lines.ts";
export { digestOf, hash32, sha256 } from "./hash.ts";
export { lastPart } from "./last-part.ts";
export { readBody, sendRequest, type HttpRequest } from "./http-request.ts";
export { appendJsonLine, JsonLinesWriter, readJsonLines, writeJsonLines } from "./json-lines.ts";
export { inTurns } from "./in-turns.ts";
export { iniList, parseIni, type IniSections } from "./ini.ts";
export { silentLogger, type Logger, type LogLevel } from "./logger.ts";
export { describeKnownNames, findNearestName } from "./nearest-name.ts";
export { onAbort } from "./on-abort.ts";
export {
  asHostPath,
  asSandboxPath,
  folderOf,
  isWithin,
  joinPath,
  type HostPath,
  type RepositoryPath,
  type SandboxPath,
} from "./paths.ts";
export { silentProgress, type Progress, type WorkLoad } from "./progress.ts";
export { quoteWord } from "./quote-word.ts";
export { CHARACTERS_PER_TOKEN, estimateTokens, TOKENIZER } from "./tokens.ts";
export { createRandom, type Random } from "./random.ts";
export { applyEdits, lineOfByte, type Edit } from "./edits.ts";
export { shorten } from "./shorten.ts";
export { createStagingDirectory, publishFolder, type StagingDirectory } from "./staging.ts";
export { createWordRecord, isRecord, ownMember, wordRecord } from "./word-record.ts";
export { formOf } from "./text-form.ts";
export { endedProgramsMs } from "./processor-time.ts";
export { makeTemporaryFolder } from "./temporary-folder.ts";
export { diskFull, findWriteFailure, isDiskFull, requireWritable, whileWriting } from "./writing.ts";
