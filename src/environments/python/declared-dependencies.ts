import { iniList, ownMember } from "../../base/index.ts";
import { normalizePackageName } from "../../sources/index.ts";
import {
  isTable,
  readIni,
  readToml,
  stringsOf,
  tableAt,
  type RepositoryFiles,
  type TomlTable,
} from "../repository-files.ts";
import { nameMembers, type MemberNames } from "./members.ts";
import { parseRequirementLine, type Requirement } from "./requirement.ts";
import { extrasRequire, installRequires } from "./setup-script.ts";
import { poetryRequirements } from "./test-requirements.ts";

// What a package needs where it runs, as far as it can be read without building it: lists of its own files, and those that a backend reads into its metadata.

/** What it always needs. Without any packaging, `requirements.txt` (or `requirements.in`) is the list. */
export function declaredDependencies(files: RepositoryFiles, members: MemberNames): Requirement[] {
  const pyproject = readToml(files, "pyproject.toml");
  const lines = [
    ...stringsOf(tableAt(pyproject, "project")["dependencies"]),
    ...poetryRequirements(tableAt(pyproject, "tool", "poetry", "dependencies")),
    ...iniList(readIni(files, "setup.cfg")["options"]?.["install_requires"]),
    ...installRequires(files.text("setup.py") ?? ""),
    ...readByBackend(files, pyproject),
  ];
  const listed = ["requirements.txt", "requirements.in"].find((path) => files.has(path));
  if (lines.length === 0 && listed !== undefined) lines.push(...linesIn(files, listed));
  return requirementsIn(lines, members);
}

/** What its extras need, by their normalised names. */
export function declaredExtras(
  files: RepositoryFiles,
  members: MemberNames,
): ReadonlyMap<string, readonly Requirement[]> {
  const pyproject = readToml(files, "pyproject.toml");
  const tables = [tableAt(pyproject, "project", "optional-dependencies")];
  const poetry = tableAt(pyproject, "tool", "poetry");
  const lists = [
    ...tables.flatMap(Object.entries).map(([name, lines]) => [name, stringsOf(lines)] as const),
    ...Object.entries(tableAt(poetry, "extras")).map(
      ([name, names]) => [name, ofPoetry(stringsOf(names), tableAt(poetry, "dependencies"))] as const,
    ),
    ...Object.entries(readIni(files, "setup.cfg")["options.extras_require"] ?? {}).map(
      ([name, lines]) => [name, iniList(lines)] as const,
    ),
    ...extrasRequire(files.text("setup.py") ?? ""),
  ];
  return new Map(
    lists.map(([name, lines]) => [normalizePackageName(name), requirementsIn(lines, members)] as const),
  );
}

/** Poetry's requirements of these names, which are optional where an extra alone brings them. */
function ofPoetry(names: readonly string[], dependencies: TomlTable): string[] {
  return names.flatMap((name) => {
    const entry = ownMember(dependencies, name);
    if (entry === undefined) return [];
    return poetryRequirements({ [name]: isTable(entry) ? { ...entry, optional: false } : entry });
  });
}

/** Lists that setuptools and plug-ins of Hatch read into the metadata, with versions that a build would put in left open. */
function readByBackend(files: RepositoryFiles, pyproject: TomlTable): string[] {
  const hooks = tableAt(pyproject, "tool", "hatch", "metadata", "hooks");
  const dynamic = tableAt(pyproject, "tool", "setuptools", "dynamic", "dependencies")["file"];
  const named = [
    ...(typeof dynamic === "string" ? [dynamic] : stringsOf(dynamic)),
    ...stringsOf(tableAt(hooks, "requirements_txt")["files"]),
  ];
  return [
    ...named.flatMap((path) => linesIn(files, path)),
    ...Object.keys(hooks).flatMap((name) => stringsOf(tableAt(hooks, name)["dependencies"])),
  ].map((line) => line.replace(/\s*[<>=~!]=?\s*\{\{[^{}]*\}\}/u, ""));
}

function linesIn(files: RepositoryFiles, path: string): string[] {
  return (files.text(path) ?? "").split(/\r?\n/);
}

function requirementsIn(lines: readonly string[], members: MemberNames): Requirement[] {
  return lines.flatMap((line) => {
    const parsed = parseRequirementLine(nameMembers(line, members));
    return parsed.kind === "requirement" ? [parsed.requirement] : [];
  });
}
