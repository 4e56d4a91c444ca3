import type { RepositoryPath } from "../../base/index.ts";
import type { EvidenceItem } from "../build-system.ts";
import { tableAt, textOf, type RepositoryFiles } from "../repository-files.ts";
import { lineOfKey, readManifest } from "./package-files.ts";

/** The program that installs a tree's packages. */
export interface PackageManager {
  /** `berry` is yarn from its second release on. */
  readonly name: "npm" | "pnpm" | "yarn" | "berry";
  /** Packages of the npm registry that are it, the declared one first: where the toolchain is too old for one, the next is taken. None: the npm that is here. */
  readonly packages: readonly string[];
  /** Its lock file in the tree, whether it is there or not. */
  readonly lockFile: RepositoryPath;
  readonly item: EvidenceItem;
}

/** The manager that a tree declares, else that of its lock file, else npm. */
export function choosePackageManager(files: RepositoryFiles): PackageManager {
  const manifest = readManifest(files);
  const engine = textOf(tableAt(manifest, "devEngines", "packageManager")["name"]);
  const [, name, version] =
    /^(npm|pnpm|yarn)(?:@(\d[\w.-]*))?/.exec(textOf(manifest["packageManager"]) ?? engine ?? "") ?? [];
  const key =
    engine === undefined || manifest["packageManager"] !== undefined ? "packageManager" : "devEngines";
  const lock = LOCKS.find(([, path]) => files.has(path));
  if (name !== undefined)
    return describe(name, version, files, {
      path: "package.json",
      line: lineOfKey(files, "package.json", key),
      says: `packages are installed by ${name} ${version ?? ""}`.trim(),
    });
  if (lock === undefined)
    return describe("npm", undefined, files, { path: "package.json", line: 1, says: "its packages" });
  return describe(lock[0], undefined, files, { path: lock[1], line: 1, says: `what ${lock[0]} installs` });
}

const LOCKS: readonly (readonly [string, RepositoryPath])[] = [
  ["pnpm", "pnpm-lock.yaml"],
  ["yarn", "yarn.lock"],
  ["npm", "npm-shrinkwrap.json"],
  ["npm", "package-lock.json"],
];

function describe(
  name: string,
  version: string | undefined,
  files: RepositoryFiles,
  item: EvidenceItem,
): PackageManager {
  const declared = version === undefined ? [] : [version];
  if (name === "pnpm")
    return {
      name,
      packages: [...new Set([...declared, pnpmOf(files)])].map((each) => `pnpm@${each}`),
      lockFile: "pnpm-lock.yaml",
      item,
    };
  if (name !== "yarn")
    return {
      name: "npm",
      packages: [],
      lockFile: files.has("npm-shrinkwrap.json") ? "npm-shrinkwrap.json" : "package-lock.json",
      item,
    };
  // Not every release of yarn is a package: one with the same two numbers does as well.
  const releases = [...new Set([...declared, ...declared.map(minorOf), yarnOf(files)])];
  const isClassic = releases[0]?.startsWith("1") === true;
  return {
    name: isClassic ? "yarn" : "berry",
    packages: releases
      .filter((each) => each.startsWith("1") === isClassic)
      .map((each) => `${isClassic ? "yarn" : "@yarnpkg/cli-dist"}@${each}`),
    lockFile: "yarn.lock",
    item,
  };
}

function minorOf(version: string): string {
  return version.split(".", 2).join(".");
}

/** The release of pnpm that writes the lock file as it is. */
function pnpmOf(files: RepositoryFiles): string {
  const format = /^lockfileVersion:\s*['"]?([\d.]+)/m.exec(files.text("pnpm-lock.yaml") ?? "")?.[1];
  if (format?.startsWith("5") === true) return format === "5.4" ? "7" : "6";
  return format?.startsWith("6") === true ? "8" : "10";
}

/** The release of yarn that writes the lock file as it is, or that the tree has a copy of. */
function yarnOf(files: RepositoryFiles): string {
  const copy = files.paths.flatMap(
    (path) => /^\.yarn\/releases\/yarn-(\d+\.\d+\.\d+)\.c?js$/.exec(path)?.[1] ?? [],
  )[0];
  if (copy !== undefined) return copy;
  const text = files.text("yarn.lock");
  const format = /^__metadata:\s+version: (\d+)/m.exec(text ?? "")?.[1];
  if (format === undefined) return text === undefined && files.has(".yarnrc.yml") ? "4" : "1";
  if (Number(format) > 8) return "4";
  return Number(format) === 8 ? "4.0 - 4.9" : Number(format) >= 6 ? "3" : "2";
}
