import { joinPath, type RepositoryPath } from "../../base/index.ts";
import type { Preparation } from "../build-system.ts";
import { TREE_PATH } from "../machine.ts";
import type { DeclaredPackage } from "./declared.ts";
import { isTwin } from "./products.ts";

/** What programs of the repository find. */
interface Surroundings {
  readonly importRoots: readonly RepositoryPath[];
  readonly variables: Readonly<Record<string, string>>;
}

const STEP_TIMEOUT_MS = 300_000;

/** Plans what runs before the tests; undefined where nothing does. */
export function planPreparation(
  project: DeclaredPackage,
  commands: readonly string[],
  { importRoots, variables }: Surroundings,
): Preparation | undefined {
  if (commands.length === 0) return undefined;
  return {
    what: commands.join(", "),
    decidedBy: { commands, importRoots, variables },
    job: {
      network: "none",
      commands(at) {
        const tree = at(TREE_PATH);
        const roots = importRoots.map((root) => (root === "." ? tree : at(joinPath(TREE_PATH, root))));
        return commands.map((command) => ({
          words: ["sh", "-c", `${WITH_PROGRAMS}\ncd "$0" && ${command}`, tree],
          timeoutMs: STEP_TIMEOUT_MS,
          variables: { ...variables, PYTHONPATH: roots.join(":") },
          categoryOf: () => "build_failed" as const,
        }));
      },
    },
    keeps: (path) => !LEFTOVER.test(path) && !isTwin(path, project),
  };
}

/** Programs that come with an interpreter, and not with a virtual environment of it. */
const WITH_PROGRAMS = `programs=$(mktemp -d) || exit 1
printf '#!/bin/sh\\nexec python -m lib2to3 "$@"\\n' > "$programs/2to3" && chmod +x "$programs/2to3" || exit 1
PATH="$programs:$PATH"`;

/** What tools leave for themselves: byte code, object files, what they changed as it was before. */
const LEFTOVER = /\.py[co]$|\.o$|\.bak$|^(?:build|dist)\/|\.egg-info\/|(?:^|\/)\.git\//;
