import { iniList, type RepositoryPath } from "../../../base/index.ts";
import { isWorkflow } from "../../declared-commands.ts";
import { linesOf, type Place } from "../../evidence-lines.ts";
import {
  isTable,
  readIni,
  readToml,
  stringsOf,
  tableAt,
  type RepositoryFiles,
  type TomlTable,
} from "../../repository-files.ts";
import { logicalLines, parseRequirementLine, type Requirement } from "../requirement.ts";
import { dependencyGroup, poetryRequirements } from "../test-requirements.ts";
import { requirementsBehind } from "../setup-script.ts";

// Distributions that a repository names anywhere, whatever for. They are not installed for that: they are looked through for what turned out to
// be missing.

/** A requirement, and where it stands. */
export interface Mention {
  readonly requirement: Requirement;
  readonly place: Place;
}

/** All that is named, in the order in which it is believed: what is packaged first, then files of requirements, other tools, and commands. */
export function findMentions(files: RepositoryFiles): readonly Mention[] {
  return SOURCES.flatMap((source) => source(files));
}

type Source = (files: RepositoryFiles) => Mention[];

const SOURCES: readonly Source[] = [pyproject, setup, requirementFiles, tox, pipenv, conda, commands];

function mentionsIn(path: RepositoryPath, text: string, lines: readonly string[]): Mention[] {
  return lines.flatMap((line) => {
    const parsed = parseRequirementLine(line);
    if (parsed.kind !== "requirement") return [];
    const first = /^[\w.-]+/.exec(parsed.requirement.text)?.[0] ?? "";
    return [{ requirement: parsed.requirement, place: { path, line: lineOf(text, first) } }];
  });
}

/** The line on which a name stands as an item of a list, else as a word; 1 where it does not. */
function lineOf(text: string, name: string): number {
  const word = `${RegExp.escape(name)}(?![\\w.-])`;
  const asItem = new RegExp(`^[\\s"'\\[({,-]*(?:[\\w{},.!-]+:\\s+)?["']?${word}`);
  const [line] = [...linesOf(text, asItem), ...linesOf(text, new RegExp(`(?<![\\w.-])${word}`))];
  return line ?? 1;
}

function pyproject(files: RepositoryFiles): Mention[] {
  const path = "pyproject.toml";
  const document = readToml(files, path);
  const project = tableAt(document, "project");
  const poetry = tableAt(document, "tool", "poetry");
  const pdm = tableAt(document, "tool", "pdm", "dev-dependencies");
  const groups = tableAt(document, "dependency-groups");
  const environments = Object.values(tableAt(document, "tool", "hatch", "envs")).filter(isTable);
  const lines = [
    ...stringsOf(project["dependencies"]),
    ...listsOf(tableAt(project, "optional-dependencies")),
    ...Object.keys(groups).flatMap((name) => dependencyGroup(groups, name)),
    ...poetryRequirements(withOptional(tableAt(poetry, "dependencies"))),
    ...poetryRequirements(withOptional(tableAt(poetry, "dev-dependencies"))),
    ...Object.values(tableAt(poetry, "group"))
      .filter(isTable)
      .flatMap((group) => poetryRequirements(withOptional(tableAt(group, "dependencies")))),
    ...listsOf(pdm),
    ...environments.flatMap((each) => [
      ...stringsOf(each["dependencies"]),
      ...stringsOf(each["extra-dependencies"]),
    ]),
    ...stringsOf(tableAt(document, "tool", "uv")["dev-dependencies"]),
  ];
  return mentionsIn(path, files.text(path) ?? "", lines);
}

function listsOf(table: TomlTable): string[] {
  return Object.values(table).flatMap(stringsOf);
}

/** What an extra alone brings is named all the same. */
function withOptional(table: TomlTable): TomlTable {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => [
      name,
      isTable(value) ? { ...value, optional: false } : value,
    ]),
  );
}

function setup(files: RepositoryFiles): Mention[] {
  const sections = readIni(files, "setup.cfg");
  const options = sections["options"] ?? {};
  const declared = [
    ...["install_requires", "tests_require", "setup_requires"].map((key) => options[key]),
    ...Object.values(sections["options.extras_require"] ?? {}),
  ];
  const script = files.text("setup.py") ?? "";
  return [
    ...mentionsIn("setup.cfg", files.text("setup.cfg") ?? "", declared.flatMap(iniList)),
    ...mentionsIn("setup.py", script, requirementsBehind(REQUIREMENT_LIST, script)),
  ];
}

/** Where a script, which is not run, begins a list for requirements. */
const REQUIREMENT_LIST = /\b\w*(?:require\w*|deps|dependencies)["']?\s*(?:\+?=|:|\.\w+\()\s*(?=[[{(])/gi;

const REQUIREMENT_FILE =
  /(?:^|\/)(?:[\w.-]*requirements?[\w.-]*|requirements\/[\w.-]+)\.(?:txt|in|pip)$|^(?:dev|development|tests?|ci)[\w-]*\.(?:txt|in|pip)$/i;

function requirementFiles(files: RepositoryFiles): Mention[] {
  const paths = files.paths.filter((path) => REQUIREMENT_FILE.test(path));
  const nearFirst = paths.toSorted((a, b) => a.split("/").length - b.split("/").length);
  return nearFirst.flatMap((path) => {
    const text = files.text(path) ?? "";
    return mentionsIn(path, text, logicalLines(text));
  });
}

function tox(files: RepositoryFiles): Mention[] {
  const sections = readIni(files, "tox.ini");
  const lines = Object.values(sections).flatMap(({ deps = "" }) => deps.split("\n"));
  const plain = lines.map((line) => line.replace(/^\s*!?[\w{},.!-]+:\s+/, "").trim());
  return mentionsIn("tox.ini", files.text("tox.ini") ?? "", plain);
}

function pipenv(files: RepositoryFiles): Mention[] {
  const document = readToml(files, "Pipfile");
  const lines = ["packages", "dev-packages"].flatMap((key) => poetryRequirements(tableAt(document, key)));
  return mentionsIn("Pipfile", files.text("Pipfile") ?? "", lines);
}

const CONDA_FILE = /(?:^|\/)(?:[\w.-]*environment[\w.-]*|(?:ci|\.ci|conda|env|envs)\/[\w.-]+)\.ya?ml$/i;

/** Lines of lists: `- numpy>=1.20`, `- python=3.9` (which is no distribution), `- pip:` and what is below it. */
function conda(files: RepositoryFiles): Mention[] {
  return files.paths
    .filter((path) => CONDA_FILE.test(path))
    .flatMap((path) => {
      const text = files.text(path) ?? "";
      const [, listed = ""] = text.split(/^dependencies:/m);
      const items = [...listed.matchAll(/^[ \t]*-[ \t]+["']?(?:[\w.-]+::)?([A-Za-z][^\s#"']*)/gm)];
      const lines = items
        .map(([, item = ""]) =>
          item.replace(/^([\w.-]+)=(\d[^=]*)(?:=.*)?$/, "$1==$2.*").replace(/(\.\*)?\.\*$/, ".*"),
        )
        .filter((line) => !/^(?:python|pip)\b(?!-)|:$/.test(line));
      return mentionsIn(path, text, lines);
    });
}

/** Where a line begins with it, as in a block of code: prose about it goes on in words. */
const PIP_INSTALL =
  /^\s*(?:[-$>@]\s*)*(?:(?:run|script|install):\s*)?(?:- )?(?:sudo\s+)?(?:python[\d.]*\s+-m\s+)?pip3? install ([^\n;&|`]*)/gm;

/** `pip install …` in workflows, makefiles and scripts of CI, and `session.install(…)` of nox. */
function commands(files: RepositoryFiles): Mention[] {
  return files.paths
    .filter((path) => isWorkflow(path) || /^(?:Makefile|Dockerfile|noxfile\.py|README(?:\.\w+)?)$/.test(path))
    .flatMap((path) => {
      const text = files.text(path) ?? "";
      const shell = [...text.matchAll(PIP_INSTALL)].flatMap(([, words = ""]) => words.split(/\s+/));
      const nox = path.endsWith(".py")
        ? [...text.matchAll(/\.install\(([^)]*)\)/g)].flatMap(([, words = ""]) =>
            [...words.matchAll(/["']([^"'\n]+)["']/g)].map(([, word = ""]) => word),
          )
        : [];
      const words = [...shell, ...nox].map((word) => word.replaceAll(/["']/g, ""));
      const lines = words.filter(
        (word, index) => /^[A-Za-z]/.test(word) && !/^-[rce]$/.test(words[index - 1] ?? ""),
      );
      return mentionsIn(path, text, lines);
    });
}
