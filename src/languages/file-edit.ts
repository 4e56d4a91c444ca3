import type { Edit, RepositoryPath } from "../base/index.ts";

/** What stands in the place of a stretch of a file. */
export interface FileEdit extends Edit {
  readonly path: RepositoryPath;
}
