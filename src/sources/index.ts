export { licenceFilesFor, licenceFor } from "./licences.ts";
export { createLicencePolicy, type LicencePolicy } from "./licence-policy.ts";
export {
  anonymous,
  readIndexConfiguration,
  withoutCredentials,
  type PackageIndexConfiguration,
} from "./python-index/configuration.ts";
export { readIfThere } from "./python-index/pip-settings.ts";
export { fetchFromIndex, type FetchOptions, type IndexResponse } from "./python-index/http-get.ts";
export type { IndexCredential } from "./python-index/netrc.ts";
export { normalizePackageName } from "./python-index/package-name.ts";
export { comparePythonVersions, parsePythonVersion, type PythonVersion } from "./python-index/version.ts";
export {
  downloadWheel,
  platformTagsOfThisMachine,
  type DownloadedWheel,
  type DownloadWheelOptions,
} from "./python-index/wheel.ts";
export { NPM_REGISTRY, npmRegistry } from "./npm/registry.ts";
export { findRepositories, forgeNames, getForge, type RepositoryList } from "./forge/find-repositories.ts";
export { DEFAULT_WAITS, type FoundRepository, type RepositoryQuery, type TimeSpan } from "./forge/forge.ts";
export { isSourceList, readSourceList } from "./source-list.ts";
export { parseGitmodules } from "./git/gitmodules.ts";
export { narrowSource } from "./narrow-source.ts";
export { acquireSource, sourceKinds } from "./registry.ts";
export type * from "./source.ts";
