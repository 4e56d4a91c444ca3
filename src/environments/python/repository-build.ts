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
import { importRootsOf, requirementsOf, takeMembers } from "./taken-members.ts";
import { planAgain, planWheel, readBuiltWheel, type BuiltWheel, type KeptWheel } from "./wheel.ts";

/** What is kept of the repository's own wheel, whose metadata says what it depends on; null where it was not built. */
const wheelDetails = z
  .object({
    fileName: z.string(),
    name: z.string(),
    digest: z.string(),
    extras: z.array(z.string()),
    requires: z.array(z.string()),
  })
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
  const version = project.version ?? repository.version ?? "0.0.0";
  const given: Given = { project, version, adjustments };
  const header = lockHeader(adjustments);
  const decidedBy = header === "" ? {} : { decidedBy: { header } };
  if (!project.isPackaged)
    return { layOut: (target) => describe(given, null, ownRoots(given, null), target), ...decidedBy };
  if (adjustments.isUnbuilt) return { ...planStatic(given), ...decidedBy };
  const request = { version: repository.version, env, interpreter, builtWith: adjustments };
  return {
    ...decidedBy,
    what: "the repository's own build",
    job: planWheel(request),
    retry: (failure) => planAgain(failure, request),
    collect(work, target) {
      const wheel = readBuiltWheel(work);
      return wheel.status === "failed" ? wheel : made(keepWheel(wheel.value, given, target));
    },
    // A build that reaches for the network, or for tools that nobody has, is none that the code needs; where the registry itself does not answer, the next
    // step says so.
    otherwise: ({ category }) =>
      category === "no_interpreter" || needsCompiler(project) ? undefined : planStatic(given),
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

/** What a build's outcome is described by. */
interface Given {
  readonly project: DeclaredProject;
  /** Of what says none itself. */
  readonly version: string;
  readonly adjustments: BuiltWith;
}

function keepWheel(wheel: BuiltWheel, given: Given, target: HostPath): BuildDescription {
  const roots = ownRoots(given, wheel);
  layOutProducts(wheel, given.project, roots, joinPath(target, "tree"));
  const kept = joinPath(target, wheel.fileName);
  copyFileSync(wheel.path, kept);
  // Some build tools write it for their own user only; the installer runs as another one.
  chmodSync(kept, 0o644);
  return describe(given, wheel, roots, target);
}

function planStatic(given: Given): UnbuiltRepository {
  const { project, version } = given;
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
      const roots = ownRoots(given, null);
      layOutStaticMetadata(project, version, roots, joinPath(target, "tree"));
      return describe(given, null, roots, target);
    },
  };
}

/** Lays out the metadata of the members that are needed, whose folders go on the import path behind the repository's own. */
function describe(
  { project, version, adjustments }: Given,
  wheel: BuiltWheel | null,
  roots: readonly RepositoryPath[],
  target: HostPath,
): BuildDescription {
  const needed = [
    ...(wheel === null ? project.dependencies : requirementsOf(wheel.requires)),
    ...project.tests.requirements,
    ...requirementsOf(adjustments.members),
  ];
  const { members } = takeMembers(needed, project);
  for (const member of members)
    layOutStaticMetadata(member, member.version ?? version, importRootsOf(member), joinPath(target, "tree"));
  return {
    importRoots: [...new Set([...roots, ...members.flatMap(importRootsOf)])],
    details: wheelDetails.parse(wheel),
  };
}

/** Folders of the repository's own package: those that were said to go on the import path, else those that are found. */
function ownRoots(
  { project: { files }, adjustments: { roots } }: Given,
  wheel: BuiltWheel | null,
): readonly RepositoryPath[] {
  if (roots !== undefined) return roots;
  if (wheel === null) return findImportRoots(files, []);
  return findImportRoots(files, wheel.files, (inTree, installed) =>
    readFileSync(joinPath(files.directory, inTree)).equals(
      readFileSync(joinPath(wheel.directory, installed)),
    ),
  );
}
