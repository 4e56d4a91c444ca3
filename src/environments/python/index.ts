export { containerFileFor } from "./container-file.ts";
export { COMPILED_FOLDERS, moduleFolders, ownLibraryOf, PACKAGE_DEPTH } from "./own-library.ts";
export { findInterpreters } from "./interpreter.ts";
export { inlineRequirementFiles, refuseMissingFiles } from "./request/requirement-files.ts";
export {
  parseRequestFile,
  readFolderRequest,
  readRequestFile,
  REQUEST_FILE,
  withFilesOf,
} from "./request/request-file.ts";
export { isEmptyRequest, mergeRequests, parseRequest } from "./request/request.ts";
export { looksSecret } from "./request/variables.ts";
