import { readFileSync } from "node:fs";

import { joinPath } from "../base/index.ts";
import { createLicencePolicy, licenceFilesFor, licenceFor, type AcquiredSource } from "../sources/index.ts";

/** Under which licences a source's files stand. Paths are the repository's. */
export interface SourceLicences {
  /** SPDX expression of the licence nearest to a file, or null where none is recognised. */
  expressionFor(path: string): string | null;
  /** Licence and notice files that speak for a file. */
  filesFor(path: string): readonly string[];
  /** What a file's licence is, where the build was not asked for it. */
  findRefused(path: string): string | undefined;
  read(path: string): Uint8Array;
}

/** Reads the licences of a source by the policy that `names` spell. Throws `unknown-licence`. */
export function openLicences(
  { licences, directory }: AcquiredSource,
  names: readonly string[],
): SourceLicences {
  const policy = createLicencePolicy(names);
  const expressionFor = (path: string): string | null => licenceFor(path, licences) ?? null;
  const filesFor = (path: string): readonly string[] => licenceFilesFor(path, licences);
  return {
    expressionFor,
    filesFor,
    findRefused(path) {
      const expression = expressionFor(path);
      if (policy.permits(expression)) return undefined;
      return expression ?? (filesFor(path).length === 0 ? "no licence stated" : "no licence recognised");
    },
    read: (path) => readFileSync(joinPath(directory, path)),
  };
}
