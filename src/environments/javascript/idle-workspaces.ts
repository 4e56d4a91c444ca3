import { posix } from "node:path";

import type { RepositoryPath } from "../../base/index.ts";
import type { RemedyReason, TestPlan, Trouble } from "../build-system.ts";
import { textOf, type RepositoryFiles } from "../repository-files.ts";
import {
  dependenciesOf,
  DEPENDENCY_KEYS,
  findWorkspaces,
  isTestFile,
  lineOfKey,
  manifestPath,
  readManifest,
} from "./package-files.ts";
import { BESIDE_CODE } from "./test-plan.ts";
import { importsOf, signOfPackages } from "./unused-tools.ts";

// Packages of a workspace that nothing with tests needs: where not all packages can be resolved or fetched, it may be what these depend on.

/** Such packages, where packages cannot be resolved or fetched with all that they depend on. */
export function leaveOutIdle(
  { failure }: Pick<Trouble, "failure">,
  files: RepositoryFiles,
  sources: readonly RepositoryPath[],
  tests: TestPlan | undefined,
): readonly (RemedyReason & { readonly idle: readonly RepositoryPath[] })[] {
  const sign = signOfPackages(failure);
  if (failure === undefined || sign === undefined || tests === undefined) return [];
  const idle = findIdleWorkspaces(files, sources, tests);
  if (idle.length === 0) return [];
  return [
    {
      what: "without what packages of the workspace depend on that no tests need",
      failure: failure.category,
      sign,
      goesBy: idle.map((folder) => ({
        path: manifestPath(folder),
        line: lineOfKey(files, manifestPath(folder), "name"),
        says: "no tests need it: its dependencies are left out",
      })),
      idle,
    },
  ];
}

/** The manifests of packages that stay in the workspace, without all that they depend on. */
export function withoutDependencies(
  files: RepositoryFiles,
  folders: readonly RepositoryPath[],
): Readonly<Record<RepositoryPath, string>> {
  return Object.fromEntries(
    folders.map((folder) => {
      const left = Object.entries(readManifest(files, folder)).filter(
        ([key]) => !DEPENDENCY_KEYS.includes(key),
      );
      return [manifestPath(folder), JSON.stringify(Object.fromEntries(left), null, 2)];
    }),
  );
}

/** Packages without tests that neither the root nor one with tests depends on or imports, nor what these need. */
function findIdleWorkspaces(
  files: RepositoryFiles,
  sources: readonly RepositoryPath[],
  { ways }: TestPlan,
): readonly RepositoryPath[] {
  const folders = findWorkspaces(files);
  const folderOf = (path: RepositoryPath): RepositoryPath =>
    folders
      .filter((folder) => path.startsWith(`${folder}/`))
      .toSorted((one, other) => other.length - one.length)[0] ?? "";
  const sourcesOf = Map.groupBy(sources, folderOf);
  const names = new Map(
    folders.flatMap((folder) => {
      const name = textOf(readManifest(files, folder)["name"]);
      return name === undefined ? [] : [[name, folder]];
    }),
  );
  const planned = new Set(ways.flatMap(({ files: each }) => each));
  // Where packages are tested one by one, the tests of those that only show how others are used are not run.
  const isTested = (folder: RepositoryPath): boolean =>
    planned.has(folder) ||
    ((planned.size === 0 || !BESIDE_CODE.test(folder)) &&
      (sourcesOf.get(folder) ?? []).some((path) => isTestFile(path)));
  const usedBy = (folder: RepositoryPath): readonly RepositoryPath[] => {
    const imported = (sourcesOf.get(folder) ?? []).flatMap((path) =>
      importsOf(path, files).map((specifier) =>
        specifier.startsWith(".")
          ? folderOf(`${posix.join(posix.dirname(path), specifier)}/`)
          : (names.get(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "") ?? ""),
      ),
    );
    const declared = [...dependenciesOf(readManifest(files, folder)).keys()].flatMap(
      (name) => names.get(name) ?? [],
    );
    return [...imported, ...declared];
  };
  const needed = new Set(["", ...folders.filter(isTested)]);
  // What is added on the way is visited too.
  for (const folder of needed) for (const used of usedBy(folder)) needed.add(used);
  return folders.filter(
    (folder) => !needed.has(folder) && dependenciesOf(readManifest(files, folder)).size > 0,
  );
}
