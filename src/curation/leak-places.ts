import { dirname } from "node:path";

import { asHostPath, joinPath, type HostPath } from "../base/index.ts";
import type { Environment } from "../environments/index.ts";
import type { LeakPlace } from "../proof/index.ts";

/** Share of a body from which a function outside the repository counts as the answer (design, section 6). */
const COPY_THRESHOLD = 0.7;

/** A repository's tree: only an equal body there is the answer. */
export function treePlace(directory: HostPath): LeakPlace {
  return { name: "repository", directory, threshold: 1, passesOver: ["__pycache__"] };
}

/** What candidates can read beside the repository: dependencies and the interpreter's own library. */
export function environmentPlaces({ toolchain, layer, recipe }: Environment): LeakPlace[] {
  const version = /\d+\.\d+/.exec(recipe.interpreter)?.[0] ?? "3";
  const standardLibrary = joinPath(asHostPath(dirname(dirname(toolchain.path))), "lib", `python${version}`);
  return [
    {
      name: "dependencies",
      directory: layer,
      threshold: COPY_THRESHOLD,
      passesOver: ["__pycache__", "test", "tests"],
    },
    {
      name: "standard library",
      directory: standardLibrary,
      threshold: COPY_THRESHOLD,
      // What is installed for the interpreter of this machine is covered in every sandbox.
      passesOver: ["__pycache__", "test", "tests", "site-packages", "dist-packages"],
    },
  ];
}
