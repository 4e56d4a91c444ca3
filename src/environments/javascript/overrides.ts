import type { RepositoryPath } from "../../base/index.ts";
import type { EvidenceItem, RemedyReason, Trouble } from "../build-system.ts";
import { linesOf } from "../evidence-lines.ts";
import { tableAt, type RepositoryFiles } from "../repository-files.ts";
import { askedPackages, manifestsWith, withTexts, type AskedVersions } from "./asked-versions.ts";
import { packageLocks } from "./installed-lock.ts";
import { lineOfKey, readManifest } from "./package-files.ts";
import type { PackageManager } from "./package-manager.ts";

// What packages depend on, in another version than they ask for: each manager has a field of the root's manifest for that.

/** Manifests by which packages have these versions wherever they are installed: also those that ask for one themselves, for npm takes no two answers. */
export function manifestsOverriding(
  overrides: AskedVersions,
  files: RepositoryFiles,
  manager: PackageManager["name"],
): Readonly<Record<RepositoryPath, string>> {
  const asking = manifestsWith(overrides, files);
  const manifest = readManifest(withTexts(files, asking));
  return {
    ...asking,
    "package.json": JSON.stringify({ ...manifest, ...fieldsOf[manager](manifest, overrides) }, null, 2),
  };
}

type Fields = (manifest: Readonly<Record<string, unknown>>, overrides: AskedVersions) => object;

const resolutions: Fields = (manifest, overrides) => ({
  resolutions: { ...tableAt(manifest, "resolutions"), ...overrides },
});

const fieldsOf: Readonly<Record<PackageManager["name"], Fields>> = {
  npm: (manifest, overrides) => ({ overrides: { ...tableAt(manifest, "overrides"), ...overrides } }),
  pnpm: (manifest, overrides) => ({
    pnpm: {
      ...tableAt(manifest, "pnpm"),
      overrides: { ...tableAt(manifest, "pnpm", "overrides"), ...overrides },
    },
  }),
  yarn: resolutions,
  berry: resolutions,
};

const NEWER: AskedVersions = { "graceful-fs": "^4.2.11" };
const SIGN = /\bprimordials is not defined\b/;
/** Packages that have brought an old one. */
const TOOLS = /^(?:gulp|vinyl-fs|glob-stream|glob-watcher|gaze|fstream|unzip|graceful-fs|natives)$/;

/** A newer graceful-fs for all, where an old one loads code of Node's own that is no more as it was. */
export function raiseGracefulFs(
  { failure, log, failedBuilds, lock }: Pick<Trouble, "failure" | "log" | "failedBuilds" | "lock">,
  files: RepositoryFiles,
  lockFile: RepositoryPath,
): readonly (RemedyReason & { readonly overrides: AskedVersions })[] {
  if (failure === undefined || lock === "") return [];
  const printed = [failure.message, log, failedBuilds].join("\n").split("\n");
  const at = printed.findIndex((line) => SIGN.test(line));
  if (at < 0 || packageLocks.parse(lock).files[lockFile]?.includes("graceful-fs") !== true) return [];
  return [
    {
      what: "with a newer graceful-fs",
      failure: failure.category,
      sign: (printed[at] ?? "").trim().slice(0, 300),
      goesBy: itemsFor(packagesOfStack(printed.slice(at + 1)), files, lockFile),
      overrides: NEWER,
    },
  ];
}

/** Packages whose code an exception came through, by the lines behind it. */
function packagesOfStack(lines: readonly string[]): ReadonlySet<string> {
  const end = lines.findIndex((line) => !/^\s+at\s/.test(line));
  const stack = end < 0 ? lines : lines.slice(0, end);
  const named = stack.flatMap((line) =>
    [...line.matchAll(/\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)(?=\/)/g)].map(([, name = ""]) => name),
  );
  return new Set(named);
}

/** The lines that ask for the tools which have it, else where the lock file has it, else where the tree asks for packages. */
function itemsFor(
  packages: ReadonlySet<string>,
  files: RepositoryFiles,
  lockFile: RepositoryPath,
): readonly EvidenceItem[] {
  const tools = askedPackages(files)
    .filter(({ name }) => TOOLS.test(name) || packages.has(name))
    .map(({ path, line, says }) => ({ path, line, says }));
  if (tools.length > 0) return tools;
  const locked = linesOf(files.text(lockFile) ?? "", /\bgraceful-fs\b/)[0];
  if (locked !== undefined) return [{ path: lockFile, line: locked, says: "names graceful-fs" }];
  const key = ["devDependencies", "dependencies"].find((each) => readManifest(files)[each] !== undefined);
  return [
    {
      path: "package.json",
      line: lineOfKey(files, "package.json", key ?? ""),
      says: "asks for what has graceful-fs",
    },
  ];
}
