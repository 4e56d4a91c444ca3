import { chmodSync, copyFileSync, readFileSync } from "node:fs";

import { z } from "zod";

import { joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type {
  BuildDescription,
  BuildPlan,
  BuiltRepository,
  Toolchain,
  UnbuiltRepository,
} from "../build-system.ts";
import { failed, made } from "../failures.ts";
import type { DeclaredProject } from "./declared.ts";
import { findImportRoots } from "./import-roots.ts";
import { lockHeader, type BuiltWith } from "./lock-header.ts";
import { layOutProducts, layOutStaticMetadata, needsCompiler } from "./products.ts";
import { planAgain, planWheel, readBuiltWheel, type BuiltWheel, type KeptWheel } from "./wheel.ts";

/** What is kept of the repository's own wheel, whose metadata says what it depends on; null where it was not built. */
const wheelDetails = z
  .object({ fileName: z.string(), name: z.string(), digest: z.string(), extras: z.array(z.string()) })
  .nullable();

/**
 * Builds the repository where it is packaged. Where building fails for whatever reason, a repository of Python files gets metadata from what
 * it declares; one that needs a compiler fails.
 */
export function planRepository(
  { repository }: AcquiredSource,
  project: DeclaredProject,
  { env, interpreter, adjustments }: BuildRequest,
): BuildPlan {
  const { roots } = adjustments;
  const header = lockHeader(adjustments);
  const decidedBy = header === "" ? {} : { decidedBy: { header } };
  if (!project.isPackaged) return { layOut: () => describe(project, null, roots), ...decidedBy };
  const version = project.version ?? repository.version ?? "0.0.0";
  if (adjustments.isUnbuilt) return { ...planStatic(project, version, roots), ...decidedBy };
  const request = { version: repository.version, env, interpreter, builtWith: adjustments };
  return {
    ...decidedBy,
    what: "the repository's own build",
    job: planWheel(request),
    retry: (failure) => planAgain(failure, request),
    collect(work, target) {
      const wheel = readBuiltWheel(work);
      return wheel.status === "failed" ? wheel : made(keepWheel(wheel.value, { project, roots, target }));
    },
    // A build that reaches for the network, or for tools that nobody has, is none that the code needs; where the registry itself does not answer, the next
    // step says so.
    otherwise: ({ category }) =>
      category === "no_interpreter" || needsCompiler(project)
        ? undefined
        : planStatic(project, version, roots),
  };
}

/** With what a repository is built. */
export interface BuildRequest {
  readonly env: EnvironmentRequest["env"];
  readonly interpreter: Toolchain;
  readonly adjustments: BuiltWith;
}

/** The repository's own wheel; undefined where it was not built. */
export function findWheel({ details, directory }: BuiltRepository): KeptWheel | undefined {
  const wheel = wheelDetails.parse(details);
  return wheel === null ? undefined : { ...wheel, path: joinPath(directory, wheel.fileName) };
}

function keepWheel(
  wheel: BuiltWheel,
  {
    project,
    roots,
    target,
  }: { readonly project: DeclaredProject; readonly roots: Roots; readonly target: HostPath },
): BuildDescription {
  const description = describe(project, wheel, roots);
  layOutProducts(wheel, project, description.importRoots, joinPath(target, "tree"));
  const kept = joinPath(target, wheel.fileName);
  copyFileSync(wheel.path, kept);
  // Some build tools write it for their own user only; the installer runs as another one.
  chmodSync(kept, 0o644);
  return description;
}

/** Folders that were said to go on the import path; undefined where they are found out. */
type Roots = readonly RepositoryPath[] | undefined;

function planStatic(project: DeclaredProject, version: string, roots: Roots): UnbuiltRepository {
  return {
    attempt: {
      stage: "metadata",
      what: "metadata from what the repository declares, in place of its build",
      step:
        project.name === undefined
          ? failed("build_failed", "The repository declares no name.")
          : made(undefined),
    },
    layOut(target) {
      const description = describe(project, null, roots);
      layOutStaticMetadata(project, version, description.importRoots, joinPath(target, "tree"));
      return description;
    },
  };
}

function describe(project: DeclaredProject, wheel: BuiltWheel | null, roots: Roots): BuildDescription {
  return {
    importRoots: roots ?? (wheel === null ? findImportRoots(project.files, []) : rootsOf(wheel, project)),
    details: wheelDetails.parse(wheel),
  };
}

function rootsOf({ files, directory }: BuiltWheel, project: DeclaredProject): RepositoryPath[] {
  return findImportRoots(project.files, files, (inTree, installed) =>
    readFileSync(joinPath(project.files.directory, inTree)).equals(
      readFileSync(joinPath(directory, installed)),
    ),
  );
}
