import type { HostPath, RepositoryPath } from "../../base/index.ts";
import {
  filesBelow,
  openRepositoryFiles,
  readIni,
  readToml,
  tableAt,
  textOf,
  type RepositoryFiles,
} from "../repository-files.ts";
import { findLocked, type LockedVersions } from "./clues/locked.ts";
import { declaredDependencies, declaredExtras } from "./declared-dependencies.ts";
import { findMembers, membersSeenFrom, readPackageName, type MemberNames } from "./members.ts";
import { readPytestConfiguration, type PytestConfiguration } from "./pytest-configuration.ts";
import { parseRequirement, type Requirement } from "./requirement.ts";
import { quotedArgument } from "./setup-script.ts";
import { readTestRequirements, type TestRequirements } from "./test-requirements.ts";
import { findUndeclaredTestRequirements, looksLikeTestPath } from "./undeclared.ts";

// What a Python repository declares, read without running anything of it. The rules, in order:
//  1. It is built when pyproject.toml has [build-system], [project] or [tool.poetry], or there is a setup.py, or a
//     setup.cfg with [metadata]. Then its dependencies are those in the metadata that building gives.
//  2. The dependencies read here take their place where building fails: [project] dependencies, Poetry's, setup.cfg's
//     install_requires, and setup.py's where it is a list of texts. Without any packaging, requirements.txt (or requirements.in) is the list.
//  3. What the tests need comes from `test-requirements.ts`, and from `undeclared.ts` what they forgot to say.
//  4. requires-python: [project], Poetry's `python`, setup.cfg's python_requires, setup.py's where it is a literal.
//  5. Members (`members.ts`) are packages beside the one at the root. Where there is none at the root, it needs all of them; where tests of theirs
//     run with its own, its tests need what theirs do.

/** A package as it is declared. */
export interface DeclaredPackage {
  /** The distribution's name as declared; undefined where it is not said or computed. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** Runtime requirements as far as they can be read without building. */
  readonly dependencies: readonly Requirement[];
  /** What its extras need, by their normalised names. */
  readonly extras: ReadonlyMap<string, readonly Requirement[]>;
  readonly tests: TestRequirements;
  /** Python test files by their path. */
  readonly testFiles: readonly RepositoryPath[];
  readonly files: RepositoryFiles;
}

/** A package in a folder of the repository, on which others of it depend from there. Its files and their paths are those below the folder. */
export interface Member extends DeclaredPackage {
  readonly name: string;
  readonly folder: RepositoryPath;
}

/** What a repository declares: the package at its root, and what stands for all of the tree. */
export interface DeclaredProject extends DeclaredPackage {
  readonly requiresPython: string | undefined;
  /** True where a build makes sense: there is packaging of some kind. */
  readonly isPackaged: boolean;
  /** Distributions that the tests use and no list names. */
  readonly undeclared: readonly string[];
  readonly pytest: PytestConfiguration;
  /** Versions of the repository's own lock file; undefined where it has none. */
  readonly locked: LockedVersions | undefined;
  /** Packages in its folders. Empty in most repositories. */
  readonly members: readonly Member[];
}

/** Reads a tree. Broken files count as empty; the outcome depends on the tree's content only. */
export function readDeclaredProject(
  directory: HostPath,
  sourceFiles: readonly { readonly path: RepositoryPath; readonly bytes: number }[],
): DeclaredProject {
  const files = openRepositoryFiles(directory, sourceFiles);
  const pyproject = readToml(files, "pyproject.toml");
  const names = findMembers(files);
  const members = [...names].map(
    ([folder, name]): Member => ({
      ...readPackage(filesBelow(files, folder), membersSeenFrom(folder, names)),
      name,
      folder,
    }),
  );
  const pytest = readPytestConfiguration(files);
  const root = readPackage(files, names);
  const isBuilt = isPackaged(files);
  return {
    ...root,
    dependencies: isBuilt
      ? root.dependencies
      : [...root.dependencies, ...members.flatMap((member) => asRequirement(member))],
    tests: withTestsOf(
      members.filter((member) => isTested(member, pytest)),
      root.tests,
    ),
    requiresPython:
      textOf(tableAt(pyproject, "project")["requires-python"]) ??
      textOf(tableAt(pyproject, "tool", "poetry", "dependencies")["python"]) ??
      readIni(files, "setup.cfg")["options"]?.["python_requires"] ??
      quotedArgument("python_requires", files.text("setup.py") ?? ""),
    isPackaged: isBuilt,
    undeclared: findUndeclaredTestRequirements(files, looksLikeTestPath),
    pytest,
    locked: findLocked(files),
    members,
  };
}

function readPackage(files: RepositoryFiles, members: MemberNames): DeclaredPackage {
  const pyproject = readToml(files, "pyproject.toml");
  const name = readPackageName(files);
  return {
    name,
    version:
      textOf(tableAt(pyproject, "project")["version"]) ??
      textOf(tableAt(pyproject, "tool", "poetry")["version"]) ??
      staticVersion(readIni(files, "setup.cfg")["metadata"]?.["version"]),
    dependencies: declaredDependencies(files, members),
    extras: declaredExtras(files, members),
    tests: readTestRequirements(files, name, members),
    testFiles: files.paths.filter((path) => path.endsWith(".py") && looksLikeTestPath(path)),
    files,
  };
}

/** Whether a run of all tests takes those of a member. */
function isTested({ folder, testFiles }: Member, { testPaths }: PytestConfiguration): boolean {
  const places = testPaths.map((path) => path.replace(/^\.\/|\/$/g, ""));
  return testFiles.some(
    (path) =>
      places.length === 0 ||
      places.some((place) => place === "." || `${folder}/${path}`.startsWith(`${place}/`)),
  );
}

function withTestsOf(members: readonly Member[], own: TestRequirements): TestRequirements {
  if (members.length === 0) return own;
  const requirements = [
    ...own.requirements,
    ...members.flatMap((member) => [
      ...asRequirement(member, member.tests.extras),
      ...member.tests.requirements,
    ]),
  ];
  const unique = new Map(requirements.map((each) => [each.text, each]));
  return {
    ...own,
    purpose: own.purpose ?? members[0]?.tests.purpose,
    requirements: [...unique.values()].sort((a, b) => (a.text < b.text ? -1 : 1)),
    evidence: [
      ...own.evidence,
      ...members.flatMap(({ folder, tests }) => tests.evidence.map((each) => `${folder}/${each}`)),
    ],
  };
}

function asRequirement({ name }: Member, extras: readonly string[] = []): Requirement[] {
  const chosen = extras.length === 0 ? "" : `[${extras.join(",")}]`;
  const requirement = parseRequirement(`${name}${chosen}`);
  return requirement === undefined ? [] : [requirement];
}

function isPackaged(files: RepositoryFiles): boolean {
  const pyproject = readToml(files, "pyproject.toml");
  return (
    "build-system" in pyproject ||
    "project" in pyproject ||
    "poetry" in tableAt(pyproject, "tool") ||
    files.has("setup.py") ||
    "metadata" in readIni(files, "setup.cfg")
  );
}

function staticVersion(value: string | undefined): string | undefined {
  return value !== undefined && /^\d[\w.!+-]*$/.test(value) ? value : undefined;
}
