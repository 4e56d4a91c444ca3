import { posix } from "node:path";

import { parseJson, type RepositoryPath } from "../../base/index.ts";
import type { EvidenceItem } from "../build-system.ts";
import { linesOf } from "../evidence-lines.ts";
import { isTable, stringsOf, tableAt, textOf, type RepositoryFiles } from "../repository-files.ts";

const SOURCE = /\.[cm]?[jt]sx?$/;
const TEST_FOLDER = /(?:^|\/)(?:__tests__|tests?|spec)\//;
const TEST_NAME = /(?:^|[./-])(?:test|spec)\.\w+$/;

/** True for a file of JavaScript or TypeScript. */
export function isSource(path: RepositoryPath): boolean {
  return SOURCE.test(path);
}

/** True for one that looks like a test, by its folder or its name. */
export function isTestFile(path: RepositoryPath): boolean {
  return isSource(path) && (TEST_FOLDER.test(path) || TEST_NAME.test(path));
}

/** True for one whose own name says that it is a test. */
export function isNamedAsTest(path: RepositoryPath): boolean {
  return isSource(path) && TEST_NAME.test(path);
}

/** A `package.json`, as plain data of whatever form. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The manifest of a folder (`""` is the root); empty where there is none or it makes no sense. */
export function readManifest(files: RepositoryFiles, folder: RepositoryPath = ""): Manifest {
  const parsed = parseJson((files.text(manifestPath(folder)) ?? "").replace(/^\uFEFF/, ""));
  return isTable(parsed) ? parsed : {};
}

/** The path of the manifest of a folder. */
export function manifestPath(folder: RepositoryPath): RepositoryPath {
  return pathIn(folder, "package.json");
}

/** The path of a file of a folder. */
export function pathIn(folder: RepositoryPath, name: string): RepositoryPath {
  return folder === "" ? name : `${folder}/${name}`;
}

/** What a manifest has under a key as texts by name: scripts, dependencies. */
export function textsAt(manifest: Manifest, key: string): ReadonlyMap<string, string> {
  const entries = Object.entries(tableAt(manifest, key));
  return new Map(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** The line of a manifest that has a key, 1-based; 1 where it is not found. */
export function lineOfKey(files: RepositoryFiles, path: RepositoryPath, key: string): number {
  const escaped = key.replaceAll(/[^\w-]/g, "\\$&");
  return linesOf(files.text(path) ?? "", new RegExp(`"${escaped}"\\s*:`))[0] ?? 1;
}

/** Begins a glob of packages that are none of a workspace; `!(NAME)` is one of all others. */
const LEAVES_OUT = /^!(?!\()/;

/** Folders of the workspace's packages, each behind those of the workspace that it needs. Empty where the tree is no workspace. */
export function findWorkspaces(files: RepositoryFiles): readonly RepositoryPath[] {
  const managed = globsOfManager(files);
  const globs = managed.length > 0 ? managed : globsOfLerna(files);
  const [wanted, unwanted] = [
    globs.filter((glob) => !LEAVES_OUT.test(glob)),
    globs.filter((glob) => LEAVES_OUT.test(glob)),
  ];
  const isMember = (folder: RepositoryPath): boolean =>
    wanted.some((glob) => matches(folder, glob)) && !unwanted.some((glob) => matches(folder, glob.slice(1)));
  const folders = files.paths.flatMap(
    (path) => /^((?!node_modules\/)(?:.(?!\/node_modules\/))*)\/package\.json$/.exec(path)?.[1] ?? [],
  );
  return inBuildOrder(folders.filter(isMember), files);
}

/** The packages that the manager knows of by itself. */
function globsOfManager(files: RepositoryFiles): readonly string[] {
  const declared = readManifest(files)["workspaces"];
  const listed =
    stringsOf(declared).length > 0
      ? stringsOf(declared)
      : stringsOf(tableAt({ declared }, "declared")["packages"]);
  const lines = (files.text("pnpm-workspace.yaml") ?? "").split("\n");
  const from = lines.findIndex((line) => /^packages\s*:/.test(line));
  const rest = from < 0 ? [] : lines.slice(from + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  const items = (end < 0 ? rest : rest.slice(0, end)).flatMap(
    (line) => /^\s*-\s*['"]?([^'"#\s]+)/.exec(line)?.[1] ?? [],
  );
  return [...listed, ...items];
}

/** Packages that lerna links; it may be that no manager knows of them. */
function globsOfLerna(files: RepositoryFiles): readonly string[] {
  const parsed = parseJson(files.text("lerna.json") ?? "");
  return isTable(parsed) ? stringsOf(parsed["packages"]) : [];
}

/** The root's manifest with a workspace in it, where lerna alone knows of its packages and would install them one by one. */
export function withLernaWorkspace(files: RepositoryFiles): Readonly<Record<RepositoryPath, string>> {
  const workspaces = globsOfLerna(files);
  if (workspaces.length === 0 || globsOfManager(files).length > 0) return {};
  return { "package.json": JSON.stringify({ ...readManifest(files), private: true, workspaces }, null, 2) };
}

/** A specifier of a git repository, of a file on another server than a registry, or of Deno's registry. */
const FOREIGN =
  /^(?:jsr:|git(?:\+\w+)?:|git@|https?:|(?:github|gitlab|bitbucket|gist):|[\w-]+\/[\w.-]+(?:#|$))/;

/** A development dependency that a manifest names. */
export interface DeclaredTool extends EvidenceItem {
  readonly name: string;
}

/** Development dependencies of the tree's packages that a test of name and specifier holds for. */
export function findTools(
  files: RepositoryFiles,
  isMeant: (name: string, from: string) => boolean,
  says: string,
): readonly DeclaredTool[] {
  return ["", ...findWorkspaces(files)].flatMap((folder) => {
    const path = manifestPath(folder);
    return [...textsAt(readManifest(files, folder), "devDependencies")].flatMap(([name, from]) =>
      isMeant(name, from)
        ? [{ name, path, line: lineOfKey(files, path, name), says: `${name} ${says}: left out` }]
        : [],
    );
  });
}

/** Tools that no registry has: nothing else can be installed, and tests may go without them. */
export function findForeignTools(files: RepositoryFiles): readonly DeclaredTool[] {
  return findTools(files, (_, from) => FOREIGN.test(from), "is of no registry");
}

/** The manifests that name such tools, without them. */
export function withoutTools(
  files: RepositoryFiles,
  leftOut: readonly DeclaredTool[],
): Readonly<Record<RepositoryPath, string>> {
  return Object.fromEntries(
    [...Map.groupBy(leftOut, ({ path }) => path)].map(([path, tools]) => {
      const manifest = readManifest(files, path.replace(/\/?package\.json$/, ""));
      const left = Object.entries(tableAt(manifest, "devDependencies")).filter(([name]) =>
        tools.every((tool) => tool.name !== name),
      );
      return [path, JSON.stringify({ ...manifest, devDependencies: Object.fromEntries(left) }, null, 2)];
    }),
  );
}

function matches(folder: RepositoryPath, glob: string): boolean {
  return posix.matchesGlob(folder, glob.replace(/^\.\//, "").replace(/\/+$/, ""));
}

function inBuildOrder(folders: readonly RepositoryPath[], files: RepositoryFiles): RepositoryPath[] {
  const manifests = new Map(folders.map((folder) => [folder, readManifest(files, folder)]));
  const folderOf = new Map(
    [...manifests].map(([folder, manifest]) => [textOf(manifest["name"]) ?? "", folder]),
  );
  const ordered = new Set<RepositoryPath>();
  const begun = new Set<RepositoryPath>();
  const visit = (folder: RepositoryPath): void => {
    if (begun.has(folder)) return;
    begun.add(folder);
    for (const name of dependenciesOf(manifests.get(folder) ?? {}).keys()) {
      const needed = folderOf.get(name);
      if (needed !== undefined) visit(needed);
    }
    ordered.add(folder);
  };
  folders.forEach(visit);
  return [...ordered];
}

/** Keys of a manifest under which stands what it depends on. */
export const DEPENDENCY_KEYS: readonly string[] = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
];

/** All that a manifest depends on: name to what it asks for. */
export function dependenciesOf(manifest: Manifest): ReadonlyMap<string, string> {
  return new Map(DEPENDENCY_KEYS.flatMap((key) => [...textsAt(manifest, key)]));
}

/** Files that package managers read: manifests without the scripts of the tree's own packages, settings, patches and plug-ins of a manager. */
export function managedFiles(files: RepositoryFiles): Record<RepositoryPath, string> {
  const manifests = ["", ...findWorkspaces(files), ...localPackages(files)].map(manifestPath);
  const settings = files.paths.filter((path) => SETTING.test(path) && !/(?:^|\/)node_modules\//.test(path));
  return Object.fromEntries([
    ...manifests
      .filter((path) => files.has(path))
      .map((path) => [path, withoutScripts(files.text(path) ?? "")]),
    ...settings.map((path) => [path, files.text(path) ?? ""]),
  ]) as Record<RepositoryPath, string>;
}

const SETTING =
  /^(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|pnpm-workspace\.yaml)$|^\.yarn\/(?:patches|plugins)\/|\.patch$/;

/** Folders of the tree that its root depends on as they lie there. */
function localPackages(files: RepositoryFiles): RepositoryPath[] {
  return [...dependenciesOf(readManifest(files)).values()].flatMap(
    (asked) => /^(?:file|link|portal):(?:\.\/)?([^.][^:]*?)\/?$/.exec(asked)?.[1] ?? [],
  );
}

function withoutScripts(text: string): string {
  const parsed = parseJson(text.replace(/^\uFEFF/, ""));
  if (!isTable(parsed)) return text;
  const { scripts: _, ...rest } = parsed;
  return JSON.stringify(rest, null, 1);
}
