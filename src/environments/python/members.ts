import { posix } from "node:path";

import type { RepositoryPath } from "../../base/index.ts";
import { normalizePackageName } from "../../sources/index.ts";
import {
  filesBelow,
  isTable,
  readIni,
  readToml,
  stringsOf,
  tableAt,
  textOf,
  type RepositoryFiles,
  type TomlTable,
} from "../repository-files.ts";
import { logicalLines } from "./requirement.ts";
import { quotedArgument } from "./setup-script.ts";
import { requirementFromToxRoot } from "./tox-substitutions.ts";

// Packages of a repository that lie in folders of it and depend on one another from the same checkout. A folder is one where a file of the repository
// says so: uv's and Rye's workspaces, paths in the sources of uv and in Poetry's tables, addresses of folders as PDM, Hatch and pip write them, and lines of
// requirements files and tox that name a folder. A package that merely lies in the tree (a sample that tests build) is none.

/** Normalised names of the members by their folders. */
export type MemberNames = ReadonlyMap<RepositoryPath, string>;

/** The folders that the root's files name, and those that these folders' own files name. */
export function findMembers(files: RepositoryFiles): MemberNames {
  const found = new Map<RepositoryPath, string>();
  const own = normalizePackageName(readPackageName(files) ?? "");
  const read: RepositoryPath[] = ["."];
  for (const folder of read)
    for (const place of placesNamedIn(folder === "." ? files : filesBelow(files, folder))) {
      const path = folderAt(folder, place);
      if (path === undefined || read.includes(path)) continue;
      const name = normalizePackageName(readPackageName(filesBelow(files, path)) ?? "");
      if (name === "" || name === own) continue;
      read.push(path);
      found.set(path, name);
    }
  return found;
}

/** The distribution's name as declared; undefined where it is not said or computed. */
export function readPackageName(files: RepositoryFiles): string | undefined {
  const pyproject = readToml(files, "pyproject.toml");
  return (
    textOf(tableAt(pyproject, "project")["name"]) ??
    textOf(tableAt(pyproject, "tool", "poetry")["name"]) ??
    readIni(files, "setup.cfg")["metadata"]?.["name"] ??
    quotedArgument("name", files.text("setup.py") ?? "")
  );
}

/** A line of a list in which a member that it names by its folder or its address is named as a distribution: `-e ./rope[knots]` as `rope[knots]`. */
export function nameMembers(line: string, members: MemberNames, folder: RepositoryPath = "."): string {
  if (members.size === 0) return line;
  const [, name = "", extras = "", marker = ""] =
    /^\s*([\w.-]+)\s*(\[[^\]]*\])?\s*@[^;]*(;.*)?$/.exec(line) ?? [];
  if (name !== "" && [...members.values()].includes(normalizePackageName(name)))
    return `${name}${extras} ${marker}`.trim();
  const local = LOCAL_LINE.exec(line.replace(ROOT_ADDRESS, "./"))?.groups;
  const path = local?.["editable"] ?? local?.["path"];
  if (path === undefined) return line;
  // Installers see a path from where they run, which is the root most of the time.
  const member = members.get(placeAt(".", path)) ?? members.get(placeAt(folder, path));
  return member === undefined ? line : `${member}${local?.["extras"] ?? ""}`;
}

/** The same members as a package in `folder` names them. */
export function membersSeenFrom(folder: RepositoryPath, members: MemberNames): MemberNames {
  return new Map([...members].map(([path, name]) => [posix.relative(folder, path), name]));
}

/** A folder as a line of requirements names it, with the extras that are asked of it. */
const LOCAL_LINE =
  /^\s*(?:(?:-e|--editable)[\s=]\s*(?:file:(?:\/\/)?)?(?<editable>[\w./-]+)|(?:file:(?:\/\/)?)?(?<path>[\w.-]*\/[\w./-]*))(?<extras>\[[^\]]*\])?\s*(?:[;#].*)?$/u;

/** Where Hatch and PDM see a package's own folder. */
const ROOT_ADDRESS = /\{root:uri\}\/|file:\/*\$\{PROJECT_ROOT\}\//u;

function placeAt(from: RepositoryPath, place: string): string {
  return posix.join(from, place).replace(/\/$/, "");
}

/** A place below the root as a path of the tree; undefined outside of it and for the root itself. */
function folderAt(from: RepositoryPath, place: string): RepositoryPath | undefined {
  const path = placeAt(from, place);
  return path === "." || path.startsWith("..") || path.startsWith("/") ? undefined : path;
}

/** All places that a package's own files name as folders of other packages, as seen from its folder. */
function placesNamedIn(files: RepositoryFiles): string[] {
  const document = readToml(files, "pyproject.toml");
  const text = files.text("pyproject.toml") ?? "";
  const lists = [
    ...files.paths.filter((path) => REQUIREMENTS.test(path)).map((path) => files.text(path) ?? ""),
    ...Object.values(readIni(files, "tox.ini")).flatMap(({ deps = "" }) =>
      deps.split("\n").map(requirementFromToxRoot),
    ),
  ];
  return [
    ...workspaceFolders(files, tableAt(document, "tool")),
    ...pathsIn(tableAt(document, "tool", "uv", "sources")),
    ...poetryTables(tableAt(document, "tool", "poetry")).flatMap(pathsIn),
    ...[...text.matchAll(LOCAL_ADDRESS)].map(({ groups: { up = "", path = "" } = {} }) =>
      posix.join(...up.split(":").map((word) => (word === "parent" ? ".." : ".")), path),
    ),
    ...lists.flatMap(logicalLines).flatMap((line) => {
      const { editable, path } = LOCAL_LINE.exec(line)?.groups ?? {};
      return editable ?? path ?? [];
    }),
  ];
}

const REQUIREMENTS =
  /^(?:[\w.-]*requirements?[\w.-]*|requirements\/[\w.-]+|(?:dev|development|tests?|ci)[\w-]*)\.(?:txt|in|pip)$/iu;

/** `file:///${PROJECT_ROOT}/PATH`, `{root:parent:uri}/PATH`, `NAME @ file:./PATH`. */
const LOCAL_ADDRESS =
  /(?:file:\/*\$\{PROJECT_ROOT\}\/|\{root(?<up>(?::parent)*):uri\}\/|@\s*file:(?:\/\/)?(?=\.))(?<path>[^"'#\s;[\]]+)/gu;

/** Folders of the workspaces of uv, Rye and Hatch: those with a package at which their patterns match. */
function workspaceFolders(files: RepositoryFiles, tool: TomlTable): string[] {
  const tables = [
    ...["uv", "rye"].map((name) => tableAt(tool, name, "workspace")),
    ...Object.values(tableAt(tool, "hatch", "envs")).map((each) =>
      isTable(each) ? tableAt(each, "workspace") : {},
    ),
  ];
  return tables.flatMap((table) => {
    const [wanted, unwanted] = ["members", "exclude"].map((key) =>
      stringsOf(table[key]).map((pattern) => posix.normalize(pattern)),
    );
    const isAt = (folder: string) => (pattern: string) =>
      posix.matchesGlob(folder, pattern.replace(/\/$/, ""));
    return files.paths.flatMap((path) => {
      const folder = /^(.+)\/(?:pyproject\.toml|setup\.py)$/.exec(path)?.[1];
      const isMember = folder !== undefined && wanted?.some(isAt(folder)) === true;
      return isMember && unwanted?.some(isAt(folder)) !== true ? [folder] : [];
    });
  });
}

/** Every table of Poetry's that lists requirements. */
export function poetryTables(poetry: TomlTable): readonly TomlTable[] {
  const groups = tableAt(poetry, "group");
  return [
    tableAt(poetry, "dependencies"),
    tableAt(poetry, "dev-dependencies"),
    ...Object.keys(groups).map((name) => tableAt(groups, name, "dependencies")),
  ];
}

/** The `path` of every entry of a table; an entry may be a list of such. */
function pathsIn(table: TomlTable): string[] {
  return Object.values(table)
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .flatMap((entry) => (isTable(entry) ? (textOf(entry["path"]) ?? []) : []));
}
