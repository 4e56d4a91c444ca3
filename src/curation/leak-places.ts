import type { HostPath } from "../base/index.ts";
import { COMPILED_FOLDERS, ownLibraryOf, type Environment } from "../environments/index.ts";
import type { LeakPlace } from "../proof/index.ts";

/** Share of a body from which a function outside the repository counts as the answer (design, section 6). */
const COPY_THRESHOLD = 0.7;

/** A repository's tree: only an equal body there is the answer. */
export function treePlace(directory: HostPath): LeakPlace {
  return { name: "repository", directory, threshold: 1, passesOver: COMPILED_FOLDERS };
}

/** What candidates can read beside the repository: dependencies and the interpreter's own library. */
export function environmentPlaces(environment: Environment): LeakPlace[] {
  const passesOver = [...COMPILED_FOLDERS, "test", "tests"];
  const { directory, covered } = ownLibraryOf(environment);
  return [
    { name: "dependencies", directory: environment.layer, threshold: COPY_THRESHOLD, passesOver },
    {
      name: "standard library",
      directory,
      threshold: COPY_THRESHOLD,
      passesOver: [...passesOver, ...covered],
    },
  ];
}
