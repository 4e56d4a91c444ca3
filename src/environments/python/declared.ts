import { iniList, type RepositoryPath } from "../../base/index.ts";
import { findLocked, type LockedVersions } from "./clues/locked.ts";
import { readPytestConfiguration, type PytestConfiguration } from "./pytest-configuration.ts";
import {
  openRepositoryFiles,
  readIni,
  readToml,
  stringsOf,
  tableAt,
  textOf,
  type RepositoryFiles,
} from "../repository-files.ts";
import { parseRequirementLine, type Requirement } from "./requirement.ts";
import { installRequires } from "./setup-script.ts";
import { poetryRequirements, readTestRequirements, type TestRequirements } from "./test-requirements.ts";
import { findUndeclaredTestRequirements, looksLikeTestPath } from "./undeclared.ts";
import type { HostPath } from "../../base/index.ts";

// What a Python repository declares, read without running anything of it. The rules, in order:
//  1. It is built when pyproject.toml has [build-system], [project] or [tool.poetry], or there is a setup.py, or a
//     setup.cfg with [metadata]. Then its dependencies are those in the metadata that building gives.
//  2. The dependencies read here take their place where building fails: [project] dependencies, Poetry's, setup.cfg's
//     install_requires, and setup.py's where it is a list of texts. Without any packaging, requirements.txt (or requirements.in) is the list.
//  3. What the tests need comes from `test-requirements.ts`, and from `undeclared.ts` what they forgot to say.
//  4. requires-python: [project], Poetry's `python`, setup.cfg's python_requires, setup.py's where it is a literal.

/** What a repository declares. */
export interface DeclaredProject {
  /** The distribution's name as declared; undefined where it is not said or computed. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly requiresPython: string | undefined;
  /** True where a build makes sense: there is packaging of some kind. */
  readonly isPackaged: boolean;
  /** Runtime requirements as far as they can be read without building. */
  readonly dependencies: readonly Requirement[];
  readonly tests: TestRequirements;
  /** Distributions that the tests use and no list names. */
  readonly undeclared: readonly string[];
  readonly pytest: PytestConfiguration;
  /** Versions of the repository's own lock file; undefined where it has none. */
  readonly locked: LockedVersions | undefined;
  /** Python test files by their path. */
  readonly testFiles: readonly RepositoryPath[];
  readonly files: RepositoryFiles;
}

/** Reads a tree. Broken files count as empty; the outcome depends on the tree's content only. */
export function readDeclaredProject(
  directory: HostPath,
  sourceFiles: readonly { readonly path: RepositoryPath; readonly bytes: number }[],
): DeclaredProject {
  const files = openRepositoryFiles(directory, sourceFiles);
  const pyproject = readToml(files, "pyproject.toml");
  const project = tableAt(pyproject, "project");
  const poetry = tableAt(pyproject, "tool", "poetry");
  const setup = readIni(files, "setup.cfg");
  const script = files.text("setup.py") ?? "";
  const name =
    textOf(project["name"]) ??
    textOf(poetry["name"]) ??
    setup["metadata"]?.["name"] ??
    literal(script, "name");
  return {
    name,
    version:
      textOf(project["version"]) ??
      textOf(poetry["version"]) ??
      staticVersion(setup["metadata"]?.["version"]),
    requiresPython:
      textOf(project["requires-python"]) ??
      textOf(tableAt(poetry, "dependencies")["python"]) ??
      setup["options"]?.["python_requires"] ??
      literal(script, "python_requires"),
    isPackaged: isPackaged(files),
    dependencies: declaredDependencies(files),
    tests: readTestRequirements(files, name),
    undeclared: findUndeclaredTestRequirements(files, looksLikeTestPath),
    pytest: readPytestConfiguration(files),
    locked: findLocked(files),
    testFiles: files.paths.filter((path) => path.endsWith(".py") && looksLikeTestPath(path)),
    files,
  };
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

function declaredDependencies(files: RepositoryFiles): Requirement[] {
  const pyproject = readToml(files, "pyproject.toml");
  const lines = [
    ...stringsOf(tableAt(pyproject, "project")["dependencies"]),
    ...poetryRequirements(tableAt(pyproject, "tool", "poetry", "dependencies")),
    ...iniList(readIni(files, "setup.cfg")["options"]?.["install_requires"]),
    ...installRequires(files.text("setup.py") ?? ""),
  ];
  const listed = ["requirements.txt", "requirements.in"].find((path) => files.has(path));
  if (lines.length === 0 && listed !== undefined) lines.push(...(files.text(listed) ?? "").split(/\r?\n/));
  return lines.flatMap((line) => {
    const parsed = parseRequirementLine(line);
    return parsed.kind === "requirement" ? [parsed.requirement] : [];
  });
}

function staticVersion(value: string | undefined): string | undefined {
  return value !== undefined && /^\d[\w.!+-]*$/.test(value) ? value : undefined;
}

function literal(script: string, keyword: string): string | undefined {
  return new RegExp(`\\b${keyword}\\s*=\\s*["']([^"'\\n]+)["']`).exec(script)?.[1];
}
