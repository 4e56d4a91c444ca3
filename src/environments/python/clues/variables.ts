import { isWorkflow } from "../../declared-commands.ts";
import { placeOf, type Place } from "../../evidence-lines.ts";
import { readIni, readToml, stringsOf, tableAt, type RepositoryFiles } from "../../repository-files.ts";
import { findVariableProblem, looksSecret } from "../request/variables.ts";

/** A variable that a file sets for the tests. */
export interface DeclaredVariable {
  readonly name: string;
  readonly value: string;
  readonly place: Place;
}

/**
 * Variables that tox, pytest's configuration, workflows, nox, a makefile, the documentation for contributors or a sample of a `.env` set, each by its first file. Those with substitutions, secrets
 * (but for what a sample gives) and what is the tool's own are left out, and of workflows and all after nox, which set others too, those that no code of the tree reads. A database
 * that needs no server goes before others, wherever it stands: no sandbox has a server.
 */
export function findVariables(files: RepositoryFiles): readonly DeclaredVariable[] {
  const found = [
    ...ofTox(files),
    ...ofPytest(files),
    ...ofNox(files),
    ...[...ofMakefile(files), ...ofWorkflows(files), ...ofDocumentation(files)].filter(({ name }) =>
      isRead(name, files),
    ),
  ];
  const ofSamples = ofSampleFiles(files).filter(({ name }) => isRead(name, files));
  const usable = [...found.filter(({ name }) => !looksSecret(name)), ...ofSamples].filter(
    ({ name, value }) =>
      !/[${}]/.test(value) &&
      value !== "" &&
      (isLocale(name) || findVariableProblem(name, value) === undefined),
  );
  const values = Map.groupBy(usable, ({ name }) => name);
  const firsts = [...new Map(usable.toReversed().map((each) => [each.name, each])).values()].toReversed();
  return firsts.map((first) => values.get(first.name)?.find(({ value }) => needsNoServer(value)) ?? first);
}

/** True for a value that names a database in a file or in memory. */
function needsNoServer(value: string): boolean {
  return /^(?:sqlite3?(?::.*)?|django\.db\.backends\.sqlite3)$/iu.test(value);
}

/** True where code of the tree names it, or where its libraries read it. */
function isRead(name: string, files: RepositoryFiles): boolean {
  if (isLocale(name) || name === "DJANGO_SETTINGS_MODULE") return true;
  return files.paths.some((path) => path.endsWith(".py") && files.text(path)?.includes(name) === true);
}

/** Tests may depend on a locale; the tool's own stands where the repository sets none. */
function isLocale(name: string): boolean {
  return /^(?:LANG|LANGUAGE|LC_[A-Z]+)$/.test(name);
}

function variable(path: string, text: string, [name, value]: readonly [string, string]): DeclaredVariable {
  return { name, value: value.trim().replace(/^(["'])(.*)\1$/, "$2"), place: placeOf(path, text, name) };
}

function assignments(text: string): (readonly [string, string])[] {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*(?:[\w{},.!-]+:\s+)?(?:D:)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line);
    return match?.[1] === undefined ? [] : [[match[1], match[2] ?? ""] as const];
  });
}

function ofTox(files: RepositoryFiles): DeclaredVariable[] {
  const text = files.text("tox.ini") ?? "";
  const sections = readIni(files, "tox.ini");
  return Object.entries(sections)
    .filter(([name]) => /^testenv(?::(?:tests?|unit.*|py3?\d*|\.pkg.*))?$/.test(name))
    .flatMap(([, section]) => [section["setenv"], section["set_env"]])
    .flatMap((value) => assignments(value ?? ""))
    .map((pair) => variable("tox.ini", text, pair));
}

/** The `env` of the plug-in pytest-env. */
function ofPytest(files: RepositoryFiles): DeclaredVariable[] {
  const inis = [
    ["pytest.ini", "pytest"],
    ["tox.ini", "pytest"],
    ["setup.cfg", "tool:pytest"],
  ] as const;
  const found = inis.flatMap(([path, section]) =>
    assignments(readIni(files, path)[section]?.["env"] ?? "").map((pair) =>
      variable(path, files.text(path) ?? "", pair),
    ),
  );
  const path = "pyproject.toml";
  const lines = stringsOf(tableAt(readToml(files, path), "tool", "pytest", "ini_options")["env"]);
  return [
    ...found,
    ...assignments(lines.join("\n")).map((pair) => variable(path, files.text(path) ?? "", pair)),
  ];
}

function ofNox(files: RepositoryFiles): DeclaredVariable[] {
  const text = files.text("noxfile.py") ?? "";
  const set = [
    ...text.matchAll(/\.env\[["'](\w+)["']\]\s*=\s*["']([^"'\n]*)["']/g),
    ...[...text.matchAll(/env=\{([^}]*)\}/g)].flatMap(([, inner = ""]) => [
      ...inner.matchAll(/["'](\w+)["']\s*:\s*["']([^"'\n]*)["']/g),
    ]),
  ];
  return set.map(([, name = "", value = ""]) => variable("noxfile.py", text, [name, value]));
}

function ofMakefile(files: RepositoryFiles): DeclaredVariable[] {
  const text = files.text("Makefile") ?? "";
  const exported = [...text.matchAll(/^export\s+(\w+)\s*[:?]?=\s*(.*)$/gm)];
  const before = [...text.matchAll(/^\t[@-]*((?:\w+=\S+[ \t]+)+)[^\s=]/gm)].flatMap(([, words = ""]) => [
    ...words.matchAll(/(\w+)=(\S+)/g),
  ]);
  return [...exported, ...before].map(([, name = "", value = ""]) =>
    variable("Makefile", text, [name, value]),
  );
}

const FOR_CONTRIBUTORS = /^(?:CONTRIBUTING|HACKING|TESTING|README)(?:\.\w+)?$|^docs\/contributing\.\w+$/i;

/** Commands of a shell that set a variable, alone or before what runs tests. */
function ofDocumentation(files: RepositoryFiles): DeclaredVariable[] {
  return files.paths
    .filter((path) => FOR_CONTRIBUTORS.test(path))
    .flatMap((path) => {
      const text = files.text(path) ?? "";
      const exported = [...text.matchAll(/^[ \t]*(?:\$ *)?export[ \t]+(\w+)=(\S*)[ \t]*$/gm)];
      const before = [
        ...text.matchAll(
          /^[ \t]*(?:\$ *)?((?:\w+=\S+[ \t]+)+)\S*(?:python3?|pytest|py\.test|tox|nosetests|manage\.py|runtests\.py)\b/gm,
        ),
      ].flatMap(([, words = ""]) => [...words.matchAll(/(\w+)=(\S+)/g)]);
      return [...exported, ...before].map(([, name = "", value = ""]) => variable(path, text, [name, value]));
    });
}

/** Files that show what a `.env` holds, and those of tests. */
const SAMPLE =
  /^(?:[\w.-]+\/)?(?:\.?env[._-](?:example|sample|dist|template|tests?|testing|ci)|\.?(?:example|sample|test)\.env)$/i;

function ofSampleFiles(files: RepositoryFiles): DeclaredVariable[] {
  return files.paths
    .filter((path) => SAMPLE.test(path))
    .flatMap((path) => {
      const text = files.text(path) ?? "";
      return assignments(text.replaceAll(/^export\s+/gm, "")).map((pair) => variable(path, text, pair));
    });
}

/** `env:` and what is indented below it; on Travis a list of assignments. What GitHub calls `environment` is where something is released to. */
function ofWorkflows(files: RepositoryFiles): DeclaredVariable[] {
  return files.paths
    .filter((path) => isWorkflow(path) && !/appveyor|azure/.test(path))
    .flatMap((path) => {
      const text = files.text(path) ?? "";
      const begins = path.startsWith(".github/") ? /^\s*env:\s*$/ : /^\s*(?:env|environment|variables):\s*$/;
      const pairs: (readonly [string, string])[] = [];
      let depth: number | undefined;
      for (const line of text.split(/\r?\n/)) {
        const indent = line.length - line.trimStart().length;
        if (begins.test(line)) depth = indent;
        else if (
          depth !== undefined &&
          line.trim() !== "" &&
          indent <= depth &&
          !line.trimStart().startsWith("-")
        )
          depth = undefined;
        else if (depth !== undefined) pairs.push(...pairOf(line.trim()));
      }
      const found = pairs.flatMap(([name, value]) => {
        const axis = /^["']?\$\{\{\s*matrix\.([\w-]+)\s*\}\}["']?$/.exec(value)?.[1];
        return axis === undefined
          ? [[name, value] as const]
          : matrixValues(text, axis).map((each) => [name, each] as const);
      });
      // Several values of one name are those of several jobs: none is that of the tests, but for one that needs no server.
      const values = Map.groupBy(found, ([name]) => name);
      const single = found.filter(
        ([name, value]) =>
          needsNoServer(value) || new Set(values.get(name)?.map(([, each]) => each)).size === 1,
      );
      return single.map((pair) => variable(path, text, pair));
    });
}

/** What a workflow's matrices say for one of their axes: a list in one line or several, or one value for each job. */
function matrixValues(text: string, axis: string): readonly string[] {
  const name = RegExp.escape(axis);
  const said = new RegExp(
    `^[ \\t]*(?:-[ \\t]+)?${name}:[ \\t]*([^\\s#].*?)?(?:[ \\t]+#.*)?$((?:\\n[ \\t]+-[ \\t](?!\\s*[\\w-]+:(?:\\s|$)).*)*)`,
    "gmu",
  );
  return [...text.matchAll(said)]
    .flatMap(([, inLine = "", below = ""]) => [
      ...inLine.replaceAll(/^\[|\]\s*$/g, "").split(","),
      ...below.split(/\n[ \t]+-[ \t]/),
    ])
    .map((value) => value.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter((value) => value !== "");
}

function pairOf(line: string): (readonly [string, string])[] {
  const mapped = /^([A-Za-z_]\w*):\s*(\S.*)$/.exec(line);
  if (mapped?.[1] !== undefined) return [[mapped[1], (mapped[2] ?? "").replace(/\s+#.*$/, "")]];
  const listed = /^-\s+(?:global:|matrix:)?\s*([A-Za-z_]\w*)=(\S*)$/.exec(line);
  return listed?.[1] === undefined ? [] : [[listed[1], listed[2] ?? ""]];
}
