import { posix } from "node:path";

import { iniList, ownMember, type IniSections } from "../../base/index.ts";
import { normalizePackageName } from "../../sources/index.ts";
import { nameMembers, type MemberNames } from "./members.ts";
import { logicalLines, parseRequirementLine, type Requirement } from "./requirement.ts";
import { extrasRequire, testsRequire } from "./setup-script.ts";
import { requirementFromToxRoot } from "./tox-substitutions.ts";
import {
  isTable,
  readIni,
  readToml,
  stringsOf,
  tableAt,
  textOf,
  type RepositoryFiles,
  type TomlTable,
} from "../repository-files.ts";

// What a repository's tests need, as far as it says so. Lists for testing are preferred: extras, dependency groups,
// Poetry groups, requirements files and tox's `deps` whose name says test. Only where there is none, lists for
// development are read, and from those the tools that no test imports (linters, documentation, release) are left out.

/** What a list of requirements is for. */
export type ListPurpose = "test" | "development";

/** Requirements of the tests and the extras of the repository itself that they ask for. */
export interface TestRequirements {
  /** Which sort of list was found; undefined where there is none. */
  readonly purpose: ListPurpose | undefined;
  readonly requirements: readonly Requirement[];
  /** Names of those that tox installs in some of its environments only. */
  readonly conditional: ReadonlySet<string>;
  readonly extras: readonly string[];
  /** Where each list was found, for the record. */
  readonly evidence: readonly string[];
}

const TEST_NAME =
  /^(unit[-_.]?)?(test|tests|testing|pytest|test[-_.](deps|requirements|dependencies|requires|extras?))$/i;
const DEVELOPMENT_NAME = /^(dev|develop|development|dev[-_.]dependencies|all[-_.]?dev)$/i;
const TEST_FILE =
  /^(requirements\/|reqs\/|dependencies\/)?((test|tests|testing)([-_.]?(requirements|reqs|deps))?|(requirements|reqs)[-_.]?(test|tests|testing))\.(txt|in|pip)$/i;
const TEST_FOLDER_FILE = /^(tests?)\/(requirements.*|reqs)\.txt$/i;
const DEVELOPMENT_FILE =
  /^(requirements\/|reqs\/)?((dev|develop|development)([-_.]?(requirements|reqs))?|(requirements|reqs)[-_.]?(dev|develop|development))\.(txt|in|pip)$/i;

const NOT_FOR_TESTS =
  /^(mypy|mypy-extensions|types-.*|black|ruff|flake8.*|pep8.*|pycodestyle|pydocstyle|pyflakes|isort|pylint.*|pyright|bandit|vulture|codespell|pre-commit|tox.*|nox.*|sphinx.*|furo|mkdocs.*|mkdocstrings.*|myst-.*|numpydoc|doc8|recommonmark|twine|build|wheel|bump2version|bumpversion|bumpver|towncrier|check-manifest|readme-renderer|zest-releaser|hatch.*|flit.*|setuptools.*|virtualenv|poetry.*|pdm.*|uv|pip|pip-tools|pipenv|invoke|codecov|coveralls|python-semantic-release|commitizen|jupyter.*|notebook|ipdb|ipython|pytest-xdist|pytest-cov|pytest-randomly|pytest-flake8|pytest-black|pytest-mypy|pytest-ruff|pytest-pylint|pytest-pep8|pytest-isort|pytest-watch|pytest-sugar|pyinstaller|gitpython|blacken-docs|interrogate|pyupgrade|autoflake|autopep8|yapf|docformatter|safety|pyroma|cruft|cookiecutter|basedpyright|pyre-check|rich-codex|snakeviz)$/;

/** Reads the lists of the tree. `projectName` is the repository's own distribution. */
export function readTestRequirements(
  files: RepositoryFiles,
  projectName: string | undefined,
  members: MemberNames = new Map(),
): TestRequirements {
  const others = [...pyprojectLists(files), ...setupLists(files), ...fileLists(files)];
  const read = (ofTox: readonly RequirementList[]): Omit<TestRequirements, "conditional"> => {
    const lists = [...others, ...ofTox];
    const of = (wanted: ListPurpose): Omit<TestRequirements, "conditional"> =>
      collect(
        lists.filter(({ purpose }) => purpose === wanted),
        { files, projectName, members },
      );
    const forTests = of("test");
    if (forTests.requirements.length > 0 || forTests.extras.length > 0) return forTests;
    const legacy = collect(legacyLists(files), { files, projectName, members });
    // Lists for tests may name tools alone (`deps = pipenv`), which then install what those for development name.
    return legacy.requirements.length > 0 ? legacy : of("development");
  };
  const all = read(toxLists(files, members));
  const everywhere = new Set(
    read(toxLists(files, members, { isForAll: true })).requirements.map(({ name }) => name),
  );
  const conditional = all.requirements.flatMap(({ name }) => (everywhere.has(name) ? [] : [name]));
  return { ...all, conditional: new Set(conditional) };
}

interface RequirementList {
  readonly origin: string;
  readonly purpose: ListPurpose;
  readonly lines: readonly string[];
  /** Folder that included files are relative to. */
  readonly folder: string;
}

/** What a list of this name (an extra, a group) is for; undefined for any other. */
export function purposeOf(name: string): ListPurpose | undefined {
  if (TEST_NAME.test(name)) return "test";
  return DEVELOPMENT_NAME.test(name) ? "development" : undefined;
}

function namedLists(
  table: TomlTable,
  origin: string,
  linesOf: (name: string) => string[],
): RequirementList[] {
  return Object.keys(table).flatMap((name) => {
    const purpose = purposeOf(name);
    return purpose === undefined
      ? []
      : [{ origin: `${origin}.${name}`, purpose, lines: linesOf(name), folder: "" }];
  });
}

function pyprojectLists(files: RepositoryFiles): RequirementList[] {
  const document = readToml(files, "pyproject.toml");
  const extras = tableAt(document, "project", "optional-dependencies");
  const groups = tableAt(document, "dependency-groups");
  const poetry = tableAt(document, "tool", "poetry");
  const poetryGroups = tableAt(poetry, "group");
  const hatch = tableAt(document, "tool", "hatch", "envs");
  const pdm = tableAt(document, "tool", "pdm", "dev-dependencies");
  const lists = [
    ...namedLists(extras, "pyproject.toml project.optional-dependencies", (name) => stringsOf(extras[name])),
    ...namedLists(groups, "pyproject.toml dependency-groups", (name) => dependencyGroup(groups, name)),
    ...defaultGroups(document).map((name) => ({
      origin: `pyproject.toml dependency-groups.${name}`,
      purpose: "development" as const,
      lines: dependencyGroup(groups, name),
      folder: "",
    })),
    ...namedLists(poetryGroups, "pyproject.toml tool.poetry.group", (name) =>
      poetryRequirements(tableAt(poetryGroups, name, "dependencies")),
    ),
    ...namedLists(hatch, "pyproject.toml tool.hatch.envs", (name) => [
      ...stringsOf(tableAt(hatch, name)["dependencies"]),
      ...stringsOf(tableAt(hatch, name)["extra-dependencies"]),
    ]),
    ...namedLists(pdm, "pyproject.toml tool.pdm.dev-dependencies", (name) => stringsOf(pdm[name])),
  ];
  const legacy = poetryRequirements(tableAt(poetry, "dev-dependencies"));
  if (legacy.length > 0)
    lists.push({
      origin: "pyproject.toml tool.poetry.dev-dependencies",
      purpose: "development",
      lines: legacy,
      folder: "",
    });
  return lists;
}

/** Groups that uv installs unless it is told otherwise, without those whose own name says what they are for. */
function defaultGroups(document: TomlTable): string[] {
  const named = tableAt(document, "tool", "uv")["default-groups"];
  const all = Object.keys(tableAt(document, "dependency-groups"));
  return (named === "all" ? all : stringsOf(named)).filter((name) => purposeOf(name) === undefined);
}

/** PEP 735: strings, and `{include-group = NAME}`. */
export function dependencyGroup(groups: TomlTable, name: string, seen: readonly string[] = []): string[] {
  const items = ownMember(groups, name);
  if (!Array.isArray(items) || seen.includes(name)) return [];
  return items.flatMap((item: unknown): string[] => {
    if (typeof item === "string") return [item];
    const included = isTable(item) ? item["include-group"] : undefined;
    return typeof included === "string" ? dependencyGroup(groups, included, [...seen, name]) : [];
  });
}

/** Poetry's table of requirements in PEP 508 form, those from a path with it; those from git are left out. */
export function poetryRequirements(table: TomlTable): string[] {
  return Object.entries(table).flatMap(([name, value]) => {
    if (name === "python") return [];
    const entry = Array.isArray(value) ? value[0] : value;
    if (typeof entry === "string") return [`${name}${poetryVersion(entry)}`];
    if (!isTable(entry) || entry["optional"] === true) return [];
    const [version, path] = [textOf(entry["version"]), textOf(entry["path"])];
    const from = version === undefined ? path && ` @ file:${path}` : poetryVersion(version);
    if (from === undefined) return [];
    const extras = stringsOf(entry["extras"]);
    const marker = typeof entry["markers"] === "string" ? ` ; ${entry["markers"]}` : "";
    return [`${name}${extras.length > 0 ? `[${extras.join(",")}]` : ""}${from}${marker}`];
  });
}

function poetryVersion(text: string): string {
  if (text === "*" || text.includes("||")) return "";
  return text
    .split(",")
    .map((clause) => {
      const match = /^\s*([\^~])\s*(\d+(?:\.\d+)*)/.exec(clause);
      if (match?.[2] === undefined) return /^\s*\d/.test(clause) ? `==${clause.trim()}` : clause.trim();
      const parts = match[2].split(".").map(Number);
      const significant =
        match[1] === "~" ? Math.min(1, parts.length - 1) : parts.findIndex((part) => part > 0);
      const kept = parts.slice(0, Math.max(significant, 0) + 1);
      kept[kept.length - 1] = (kept[kept.length - 1] ?? 0) + 1;
      return `>=${match[2]},<${kept.join(".")}`;
    })
    .join(",");
}

function setupLists(files: RepositoryFiles): RequirementList[] {
  const setup = readIni(files, "setup.cfg");
  const extras = setup["options.extras_require"] ?? {};
  const lists: RequirementList[] = Object.entries(extras).flatMap(([name, value]) => {
    const purpose = purposeOf(name);
    const origin = `setup.cfg options.extras_require.${name}`;
    return purpose === undefined ? [] : [{ origin, purpose, lines: iniList(value), folder: "" }];
  });
  const legacy = iniList(setup["options"]?.["tests_require"]);
  if (legacy.length > 0)
    lists.push({ origin: "setup.cfg options.tests_require", purpose: "test", lines: legacy, folder: "" });
  return [...lists, ...scriptLists(files)];
}

/** What `setup.py test` installs: often older than all other lists, so it counts where there are none. */
function legacyLists(files: RepositoryFiles): RequirementList[] {
  const lines = testsRequire(files.text("setup.py") ?? "");
  return lines.length === 0 ? [] : [{ origin: "setup.py tests_require", purpose: "test", lines, folder: "" }];
}

/** Lists for development of a `setup.py`. Extras for testing are those of what it builds: a list may be computed. */
function scriptLists(files: RepositoryFiles): RequirementList[] {
  return [...extrasRequire(files.text("setup.py") ?? "")].flatMap(([name, lines]): RequirementList[] => {
    const purpose = purposeOf(name);
    const origin = `setup.py extras_require.${name}`;
    return purpose === "development" ? [{ origin, purpose, lines, folder: "" }] : [];
  });
}

function fileLists(files: RepositoryFiles): RequirementList[] {
  return files.paths.flatMap((path): RequirementList[] => {
    const isTest = TEST_FILE.test(path) || TEST_FOLDER_FILE.test(path);
    const isForAll = path === "requirements.txt";
    if (!isTest && !isForAll && !DEVELOPMENT_FILE.test(path)) return [];
    const lines = logicalLines(files.text(path) ?? "");
    if (isForAll && !lines.some(namesRunner)) return [];
    return [{ origin: path, purpose: isTest ? "test" : "development", lines, folder: posix.dirname(path) }];
  });
}

/** What runs tests stands among what a package needs only where that file is for those who work on it. */
function namesRunner(line: string): boolean {
  const parsed = parseRequirementLine(line);
  return parsed.kind === "requirement" && /^(?:pytest|nose|nose2|pynose)$/.test(parsed.requirement.name);
}

/** What tox installs; with `isForAll` without what only some of its environments get. */
function toxLists(
  files: RepositoryFiles,
  members: MemberNames,
  { isForAll = false } = {},
): RequirementList[] {
  const tox = readIni(files, "tox.ini");
  const lists = [tox["testenv"]?.["deps"], tox["testenv:test"]?.["deps"], tox["testenv:py"]?.["deps"]];
  const extras = iniList(tox["testenv"]?.["extras"]).flatMap(extraForTests);
  const listed = lists.flatMap((deps) => resolveReferences((deps ?? "").split("\n"), tox));
  const chosen = isForAll ? listed.filter((line) => !CONDITION.test(line)) : listed;
  const groups = tableAt(readToml(files, "pyproject.toml"), "dependency-groups");
  const grouped = iniList(tox["testenv"]?.["dependency_groups"]).flatMap((line) => {
    const { condition, name } = conditionalName(line);
    return isForAll && condition !== undefined ? [] : dependencyGroup(groups, name);
  });
  const lines = [...oneOfEach(chosen, members), ...extras, ...grouped];
  return lines.length === 0 ? [] : [{ origin: "tox.ini testenv.deps", purpose: "test", lines, folder: "" }];
}

/** Another section's list in the place of a line: `{[base]deps}`, or behind the environments that it is for. */
const REFERENCE = /^\s*(!?[\w{},.!-]+:\s+)?\{\[([^\]]+)\](\w+)\}\s*$/u;
const DEEPEST_REFERENCE = 4;

function resolveReferences(lines: readonly string[], tox: IniSections, depth = 0): readonly string[] {
  return lines.flatMap((line) => {
    const [, condition = "", section = "", key = ""] = REFERENCE.exec(line) ?? [];
    const found = tox[section]?.[key];
    if (found === undefined || depth >= DEEPEST_REFERENCE) return [line];
    return resolveReferences(found.split("\n"), tox, depth + 1).map((each) =>
      CONDITION.test(each) || each.trim() === "" ? each : condition + each.trim(),
    );
  });
}

/** An extra may stand behind the environments that it is for (`unit: diagrams`): those that are called after tests or releases of Python count. */
function extraForTests(line: string): string[] {
  const { condition, name } = conditionalName(line);
  const isForTests = condition === undefined || /(?:^|[^a-z])(?:unit|tests?|cov|py)/.test(condition);
  return name !== "" && isForTests ? [`.[${name}]`] : [];
}

/** A name of tox's lists, behind the environments that it is for where some are named. */
function conditionalName(line: string): { readonly condition: string | undefined; readonly name: string } {
  const [, condition, name = ""] = /^(?:([\w{},.!-]+):\s*)?([\w.-]+)$/.exec(line) ?? [];
  return { condition, name };
}

/** The environments that a line of tox begins with. */
const CONDITION = /^\s*!?[\w{},.!-]+:\s+/u;

/**
 * A line may begin with the environments it is for: `django42: Django>=4.2,<5`. Those for one distribution exclude one another: the last, which is for the
 * newest, is taken. Of files for different environments those of the first are, which is the plainest.
 */
function oneOfEach(lines: readonly string[], members: MemberNames): string[] {
  const kept = new Map<string, string>();
  let first: string | undefined;
  for (const line of lines) {
    const [, condition, rest = ""] = /^\s*(!?[\w{},.!-]+:\s+)?(.*)$/.exec(line.trim()) ?? [];
    const parsed = parseRequirementLine(nameMembers(requirementFromToxRoot(rest), members));
    if (parsed.kind === "requirement" && !parsed.requirement.text.includes("@"))
      kept.set(parsed.requirement.name, parsed.requirement.text);
    else if (parsed.kind === "include") {
      if (condition !== undefined && condition !== (first ??= condition)) continue;
      kept.set(parsed.path, `-r ${parsed.path}`);
    } else if (parsed.kind === "itself") kept.set(rest, rest);
  }
  return [...kept.values()];
}

/** What lists are read with. */
interface Reading {
  readonly files: RepositoryFiles;
  readonly projectName: string | undefined;
  readonly members: MemberNames;
}

function collect(
  lists: readonly RequirementList[],
  { files, projectName, members }: Reading,
): Omit<TestRequirements, "conditional"> {
  const requirements = new Map<string, Requirement>();
  const extras = new Set<string>();
  const read = new Set<string>();
  const take = (list: RequirementList): void => {
    for (const line of list.lines) {
      const parsed = parseRequirementLine(nameMembers(line, members, list.folder));
      if (parsed.kind === "itself") parsed.extras.forEach((extra) => extras.add(extra));
      if (parsed.kind === "include") include(parsed.path, list);
      if (parsed.kind !== "requirement" || NOT_FOR_TESTS.test(parsed.requirement.name)) continue;
      const isItself =
        projectName !== undefined && parsed.requirement.name === normalizePackageName(projectName);
      if (isItself) parsed.requirement.extras.forEach((extra) => extras.add(extra));
      else if (!requirements.has(parsed.requirement.text))
        requirements.set(parsed.requirement.text, parsed.requirement);
    }
  };
  const include = (path: string, list: RequirementList): void => {
    const resolved = posix.normalize(posix.join(list.folder, path));
    if (read.has(resolved) || !files.has(resolved)) return;
    read.add(resolved);
    take({ ...list, lines: logicalLines(files.text(resolved) ?? ""), folder: posix.dirname(resolved) });
  };
  for (const list of lists) take(list);
  return {
    purpose: lists[0]?.purpose,
    requirements: [...requirements.values()].sort((a, b) => (a.text < b.text ? -1 : 1)),
    extras: [...extras].sort(),
    evidence: lists.map(({ origin }) => origin),
  };
}
