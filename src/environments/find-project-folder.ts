import { narrowSource, type AcquiredSource } from "../sources/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import type { Evidence } from "./build-system.ts";
import { findEvidence } from "./find-evidence.ts";

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
): string | undefined {
  const read = (tree: AcquiredSource): Evidence | undefined => {
    const found = findEvidence(tree, { requested });
    return found.status === "made" ? found.value.evidence : undefined;
  };
  const atRoot = read(acquired);
  if (atRoot?.isDeclared === true) return undefined;
  const folders = new Set(
    acquired.files.flatMap(({ path }) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : [])),
  );
  const declared = [...folders]
    .filter((folder) => !BESIDE_CODE.test(folder))
    .flatMap((folder) => {
      const found = read(narrowSource(acquired, folder));
      return found?.isDeclared === true ? [{ folder, sourceFiles: found.sourceFiles }] : [];
    });
  const [only] = declared;
  if (only === undefined || declared.length > 1) return undefined;
  return only.sourceFiles >= MOST * (atRoot?.sourceFiles ?? 0) ? only.folder : undefined;
}
