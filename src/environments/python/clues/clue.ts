import type { RepositoryPath } from "../../../base/index.ts";

/** Where a file says something. */
export interface Place {
  readonly path: RepositoryPath;
  /** 1-based. */
  readonly line: number;
}

/** As people write it. */
export function nameOf({ path, line }: Place): string {
  return `${path}:${line}`;
}

/** Where a text first stands in a file, from its beginning; line 1 where it does not. */
export function placeOf(path: RepositoryPath, text: string, part: string): Place {
  const index = text.indexOf(part);
  return { path, line: index < 0 ? 1 : text.slice(0, index).split("\n").length };
}

/** Files that set up what continuous integration runs. */
export const WORKFLOW =
  /^(?:\.github\/workflows\/[^/]+|\.travis|\.gitlab-ci|\.cirrus|appveyor|\.appveyor|azure-pipelines|\.circleci\/config|circle|\.woodpecker)\.ya?ml$/;
