import { narrowSource, type AcquiredSource } from "../sources/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import { findEvidence, type FoundEvidence } from "./find-evidence.ts";

/** Folders that are no project by themselves. */
const BESIDE_CODE =
  /^(?:\..*|benchmarks?|contrib|docs?|examples?|node_modules|scripts?|tests?|testing|third_party|tools?|vendor|website)$/i;
/** Share of a tree's source files that lies in the folders of its projects. */
const MOST = 0.8;
/** Projects of one language side by side of which one is taken: more are parts of something. */
const MOST_PROJECTS = 3;

/**
 * The folder right below the root of a tree that is built for all of it, where nothing is declared at the root: of the few that a build system declares and that hold
 * most of the code the one with most files, as of two editions of a library for an old and a newer language. Undefined where there is none.
 */
export function findProjectFolder(
  acquired: AcquiredSource,
  requested: EnvironmentRequest,
): string | undefined {
  const read = (tree: AcquiredSource): FoundEvidence | undefined => {
    const found = findEvidence(tree, { requested });
    return found.status === "made" ? found.value : undefined;
  };
  const atRoot = read(acquired)?.evidence;
  if (atRoot?.isDeclared === true) return undefined;
  const folders = new Set(
    acquired.files.flatMap(({ path }) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : [])),
  );
  const declared = [...folders]
    .filter((folder) => !BESIDE_CODE.test(folder))
    .flatMap((folder) => {
      const found = read(narrowSource(acquired, folder));
      if (found?.evidence.isDeclared !== true) return [];
      return [{ folder, language: found.system.language, sourceFiles: found.evidence.sourceFiles }];
    });
  const languages = new Set(declared.map(({ language }) => language));
  if (declared.length > MOST_PROJECTS || languages.size > 1) return undefined;
  const ofProjects = declared.reduce((sum, { sourceFiles }) => sum + sourceFiles, 0);
  if (ofProjects < MOST * (atRoot?.sourceFiles ?? 0)) return undefined;
  return declared.toSorted(
    (one, other) => other.sourceFiles - one.sourceFiles || one.folder.length - other.folder.length,
  )[0]?.folder;
}
