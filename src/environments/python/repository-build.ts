import { chmodSync, copyFileSync, readFileSync } from "node:fs";
import { posix } from "node:path";

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
import type { RepositoryFiles } from "../repository-files.ts";
import type { DeclaredProject, Member } from "./declared.ts";
import { askedOfBuild } from "./declared-floors.ts";
import { findImportRoots } from "./import-roots.ts";
import { lockHeader, type BuiltWith } from "./lock-header.ts";
import { layOutProducts, layOutStaticMetadata, needsBuild, needsCompiler } from "./products.ts";
import { requirementsOf, takeMembers } from "./taken-members.ts";
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
 * Builds the repository where it is packaged, and members of it that cannot be used as they lie in the tree. Where building fails for whatever reason, a repository of Python files gets metadata from what
 * it declares; one that needs a compiler fails.
 */
export function planRepository(
  { repository }: AcquiredSource,
  project: DeclaredProject,
  { env, interpreter, adjustments }: BuildRequest,
): BuildPlan {
  const version = project.version ?? repository.version ?? "0.0.0";
  const given: Given = { project, version, adjustments, wheelOf: () => null };
  const header = lockHeader({ ...adjustments, prepared: [] });
  const decidedBy = header === "" ? {} : { decidedBy: { header } };
  const members = membersToTake(given, null).filter(needsBuild);
  const folders = [...(project.isPackaged ? ["."] : []), ...members.map(({ folder }) => folder)];
  const unbuilt = project.isPackaged ? planStatic(given) : planUnpackaged(given);
  if (adjustments.isUnbuilt || folders.length === 0) return { ...unbuilt, ...decidedBy };
  const asked = askedOfBuild(project.files);
  const request = { version: repository.version, env, interpreter, builtWith: adjustments, asked, folders };
  return {
    ...decidedBy,
    what: project.isPackaged ? "the repository's own build" : "the builds of its members",
    job: planWheel(request),
    retry: (failure) => planAgain(failure, request),
    collect(work, target) {
      const wheel = project.isPackaged ? readBuiltWheel(work) : made(null);
      if (wheel.status === "failed") return wheel;
      const built = new Map(members.map((member) => [member.folder, readBuiltWheel(work, member.folder)]));
      const found = (folder: RepositoryPath): BuiltWheel | null => {
        const step = built.get(folder);
        return step?.status === "made" ? step.value : null;
      };
      return made(keepBuilt(wheel.value, { ...given, wheelOf: found }, target));
    },
    // A build that reaches for the network, or for tools that nobody has, is none that the code needs; where the registry itself does not answer, the next
    // step says so.
    otherwise: ({ category }) =>
      category === "no_interpreter" || needsCompiler(project) ? undefined : unbuilt,
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
  /** What was built of a member; null where it is used as it lies in the tree. */
  readonly wheelOf: (folder: RepositoryPath) => BuiltWheel | null;
}

function keepBuilt(wheel: BuiltWheel | null, given: Given, target: HostPath): BuildDescription {
  const roots = ownRoots(given, wheel);
  if (wheel === null) return describe(given, null, roots, target);
  layOutProducts(wheel, given.project, roots, joinPath(target, "tree"));
  const kept = joinPath(target, wheel.fileName);
  copyFileSync(wheel.path, kept);
  // Some build tools write it for their own user only; the installer runs as another one.
  chmodSync(kept, 0o644);
  return describe(given, wheel, roots, target);
}

function planUnpackaged(given: Given): UnbuiltRepository {
  return { layOut: (target) => keepBuilt(null, given, target) };
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

/** Lays out what the members that are needed have beside the tree. Their folders go on the import path behind the repository's own. */
function describe(
  given: Given,
  wheel: BuiltWheel | null,
  roots: readonly RepositoryPath[],
  target: HostPath,
): BuildDescription {
  const ofMembers = membersToTake(given, wheel).flatMap((member) => layOutMember(member, given, target));
  return { importRoots: [...new Set([...roots, ...ofMembers])], details: wheelDetails.parse(wheel) };
}

/** What the repository and its tests need of its own members. */
function membersToTake({ project, adjustments }: Given, wheel: BuiltWheel | null): readonly Member[] {
  const needed = [
    ...(wheel === null ? project.dependencies : requirementsOf(wheel.requires)),
    ...project.tests.requirements,
    ...requirementsOf(adjustments.members),
  ];
  return takeMembers(needed, project).members;
}

/** Gives its import roots, as paths of the repository. */
function layOutMember(member: Member, { version, wheelOf }: Given, target: HostPath): RepositoryPath[] {
  const { folder, files } = member;
  const wheel = wheelOf(folder);
  const roots = rootsOf(files, wheel);
  const place = joinPath(target, "tree", folder);
  if (wheel === null) layOutStaticMetadata(member, member.version ?? version, roots, place);
  else layOutProducts(wheel, member, roots, place);
  return roots.map((root) => posix.join(folder, root));
}

/** Folders of the repository's own package: those that were said to go on the import path, else those that are found. */
function ownRoots({ project, adjustments }: Given, wheel: BuiltWheel | null): readonly RepositoryPath[] {
  return adjustments.roots ?? rootsOf(project.files, wheel);
}

function rootsOf(files: RepositoryFiles, wheel: BuiltWheel | null): RepositoryPath[] {
  if (wheel === null) return findImportRoots(files, []);
  return findImportRoots(files, wheel.files, (inTree, installed) =>
    readFileSync(joinPath(files.directory, inTree)).equals(
      readFileSync(joinPath(wheel.directory, installed)),
    ),
  );
}
