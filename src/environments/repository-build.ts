import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { digestOf, joinPath, type HostPath, type RepositoryPath } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { AttemptJournal } from "./attempts.ts";
import { failed, made, type Step } from "./failures.ts";
import type { Installer } from "./installer.ts";
import {
  describeProducts,
  layOutProducts,
  layOutStaticMetadata,
  needsCompiler,
  type Products,
} from "./products.ts";
import type { DeclaredProject } from "./python/declared.ts";
import { findImportRoots } from "./python/import-roots.ts";
import { publish, type StagingDirectory } from "./staging.ts";
import { buildWheel, type BuiltWheel } from "./wheel.ts";

/** What building a repository gave, kept on disk. */
export interface BuiltRepository {
  readonly products: Products;
  readonly importRoots: readonly RepositoryPath[];
  /** The repository's own wheel, whose metadata says what it depends on; undefined where it was not built. */
  readonly wheel:
    | {
        readonly path: HostPath;
        readonly fileName: string;
        readonly name: string;
        readonly digest: string;
        readonly extras: readonly string[];
      }
    | undefined;
}

/** The part of it that is not a file of its own. */
interface BuildDescription {
  readonly importRoots: readonly RepositoryPath[];
  readonly wheel: {
    readonly fileName: string;
    readonly name: string;
    readonly digest: string;
    readonly extras: readonly string[];
  } | null;
}

/** Raised when what is kept below `products` changes its form or meaning. */
const FORMAT = 1;

/**
 * Builds the repository where it is packaged and keeps what building gave. Where building fails, a repository of Python
 * files gets metadata from what it declares; one that needs a compiler fails.
 */
export async function buildRepository(
  acquired: AcquiredSource,
  project: DeclaredProject,
  context: {
    readonly installer: Installer;
    readonly staging: StagingDirectory;
    readonly journal: AttemptJournal;
  },
): Promise<Step<BuiltRepository>> {
  const { installer, staging, journal } = context;
  const key = digestOf({
    format: FORMAT,
    tree: acquired.treeDigest,
    version: acquired.repository.version,
    interpreter: installer.interpreter.description,
    platform: installer.interpreter.platform,
    ...(installer.options.requested?.env === undefined ? {} : { env: installer.options.requested.env }),
  });
  const kept = joinPath(installer.options.cacheDirectory, "products", key.replace("sha256:", ""));
  if (existsSync(kept)) return made(readKept(kept));
  const folder = staging.folder("repository");
  mkdirSync(joinPath(folder, "tree"));
  if (!project.isPackaged) {
    describe(folder, { importRoots: findImportRoots(project.files, []), wheel: null });
  } else {
    const wheel = journal.note(
      "build",
      "the repository's own build",
      await buildWheel(acquired, installer, staging),
    );
    if (wheel.status === "made") keepWheel(wheel.value, project, folder);
    else if (wheel.failure.category !== "build_failed" || needsCompiler(project)) return wheel;
    else keepStatic(acquired, project, folder, journal);
  }
  await publish(folder, kept);
  return made(readKept(kept));
}

function keepWheel(wheel: BuiltWheel, project: DeclaredProject, folder: HostPath): void {
  const importRoots = findImportRoots(project.files, wheel.files);
  layOutProducts(wheel, project, importRoots, joinPath(folder, "tree"));
  copyFileSync(wheel.path, joinPath(folder, wheel.fileName));
  // Some build tools write it for their own user only; the installer runs as another one.
  chmodSync(joinPath(folder, wheel.fileName), 0o644);
  const { fileName, name, digest, extras } = wheel;
  describe(folder, { importRoots, wheel: { fileName, name, digest, extras } });
}

function keepStatic(
  acquired: AcquiredSource,
  project: DeclaredProject,
  folder: HostPath,
  journal: AttemptJournal,
): void {
  const importRoots = findImportRoots(project.files, []);
  const version = project.version ?? acquired.repository.version ?? "0.0.0";
  layOutStaticMetadata(project, version, importRoots, joinPath(folder, "tree"));
  describe(folder, { importRoots, wheel: null });
  journal.note(
    "metadata",
    "metadata from what the repository declares, in place of its build",
    project.name === undefined ? failed("build_failed", "The repository declares no name.") : made(undefined),
  );
}

function describe(folder: HostPath, description: BuildDescription): void {
  writeFileSync(joinPath(folder, "build.json"), JSON.stringify(description));
}

function readKept(folder: HostPath): BuiltRepository {
  const description = JSON.parse(readFileSync(joinPath(folder, "build.json"), "utf8")) as BuildDescription;
  const { importRoots, wheel } = description;
  return {
    products: describeProducts(joinPath(folder, "tree")),
    importRoots,
    wheel: wheel === null ? undefined : { ...wheel, path: joinPath(folder, wheel.fileName) },
  };
}
