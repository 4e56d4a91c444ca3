import { narrowSource, type AcquiredSource } from "../sources/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import { listBuildSystems } from "./build-systems.ts";
import type { EnvironmentOptions } from "./options.ts";

/** Folders that are no project by themselves. */
const BESIDE_CODE =
  /^(?:\..*|benchmarks?|contrib|docs?|examples?|node_modules|scripts?|tests?|testing|third_party|tools?|vendor|website)$/i;
/** Share of a tree's source files that lies in the folder of its project. */
const MOST = 0.8;

/**
 * The folder right below the root of a tree that is built for all of it: the only one that a build system declares, with most of the code, where nothing is
 * declared at the root. Undefined where there is none.
 */
export function findProjectFolder(
  acquired: AcquiredSource,
  requested: EnvironmentRequest,
  options: Pick<EnvironmentOptions, "buildSystems" | "language"> = {},
): string | undefined {
  const systems = listBuildSystems(options);
  const atRoot = systems.flatMap((system) => system.readEvidence(acquired, requested) ?? []);
  if (atRoot.some(({ isDeclared }) => isDeclared)) return undefined;
  const folders = new Set(
    acquired.files.flatMap(({ path }) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : [])),
  );
  const declared = [...folders]
    .filter((folder) => !BESIDE_CODE.test(folder))
    .flatMap((folder) => {
      const narrowed = narrowSource(acquired, folder);
      const found = systems
        .flatMap((system) => system.readEvidence(narrowed, requested) ?? [])
        .find(({ isDeclared }) => isDeclared);
      return found === undefined ? [] : [{ folder, sourceFiles: found.sourceFiles }];
    });
  const [only] = declared;
  const known = Math.max(0, ...atRoot.map(({ sourceFiles }) => sourceFiles));
  return only !== undefined && declared.length === 1 && only.sourceFiles >= MOST * known
    ? only.folder
    : undefined;
}
