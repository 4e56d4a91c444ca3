import { readIni, readToml, tableAt, textOf, type RepositoryFiles } from "../../repository-files.ts";
import { placeOf, type Place } from "../../evidence-lines.ts";
import { findRuns, namesPytest, type DeclaredRun } from "./runs.ts";
import { findVariables } from "./variables.ts";

/** A module of settings that Django's tests run with. */
export interface DjangoSettings {
  readonly module: string;
  readonly place: Place;
  /** True where pytest's own configuration names it: then the plug-in reads it there. */
  readonly isConfigured: boolean;
}

/** Modules of settings, in the order in which they are believed: pytest's configuration, variables, commands, scripts that set the variable, then files that are called settings for tests. */
export function findSettings(files: RepositoryFiles): readonly DjangoSettings[] {
  const found = [
    ...ofPytest(files),
    ...ofVariables(files),
    ...ofCommands(files),
    ...ofScripts(files),
    ...ofNames(files),
  ];
  const modules = found.map(({ module }) => module);
  return found.filter(({ module }, index) => isInTree(module, files) && modules.indexOf(module) === index);
}

/** Django's own run of the tests, where files of the repository name it and nothing is written for pytest. */
export function declaredDjango(
  files: RepositoryFiles,
  runs: readonly DeclaredRun[],
): DeclaredRun | undefined {
  const isForPytest =
    namesPytest(files, runs) || findSettings(files).some(({ isConfigured }) => isConfigured);
  return isForPytest
    ? undefined
    : runs.find(({ kind, words }) => kind === "script" && OF_DJANGO.test(words.join(" ")));
}

const OF_DJANGO = /^(?:\S*manage\.py|-m django) test\b/;

function ofPytest(files: RepositoryFiles): DjangoSettings[] {
  const inis = [
    ["pytest.ini", "pytest"],
    ["tox.ini", "pytest"],
    ["setup.cfg", "tool:pytest"],
  ] as const;
  const values = [
    ...inis.map(
      ([path, section]) => [path, readIni(files, path)[section]?.["django_settings_module"]] as const,
    ),
    [
      "pyproject.toml",
      textOf(
        tableAt(readToml(files, "pyproject.toml"), "tool", "pytest", "ini_options")["DJANGO_SETTINGS_MODULE"],
      ),
    ] as const,
  ];
  return values.flatMap(([path, module]) =>
    module === undefined
      ? []
      : [
          {
            module,
            place: placeOf(path, files.text(path) ?? "", "DJANGO_SETTINGS_MODULE"),
            isConfigured: true,
          },
        ],
  );
}

function ofVariables(files: RepositoryFiles): DjangoSettings[] {
  return findVariables(files)
    .filter(({ name }) => name === "DJANGO_SETTINGS_MODULE")
    .map(({ value, place }) => ({ module: value, place, isConfigured: false }));
}

function ofCommands(files: RepositoryFiles): DjangoSettings[] {
  return findRuns(files).flatMap(({ words, path, line }) => {
    const found = /--(?:settings|ds)[= ]([\w.]+)/.exec(words.join(" "))?.[1];
    return found === undefined ? [] : [{ module: found, place: { path, line }, isConfigured: false }];
  });
}

const SETS = /DJANGO_SETTINGS_MODULE["']\s*(?:,|\]\s*=)\s*["']([\w.]+)["']/;

/** Scripts that run tests before those that run the site; modules of tests, which set it for a while, are last. */
function ofScripts(files: RepositoryFiles): DjangoSettings[] {
  const scripts = files.paths.filter((path) => path.endsWith(".py") && path.split("/").length <= 2);
  const rank = (path: string): number =>
    /(?:^|\/)(?:test_\w*|\w*_tests?)\.py$/.test(path) && !/run_?tests?\.py$/.test(path)
      ? 2
      : /test/i.test(path)
        ? 0
        : 1;
  return scripts
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((path) => {
      const text = files.text(path) ?? "";
      const module = SETS.exec(text)?.[1];
      return module === undefined
        ? []
        : [{ module, place: placeOf(path, text, "DJANGO_SETTINGS_MODULE"), isConfigured: false }];
    });
}

/** Importable from the root, or from a folder that is put on the path. */
function isInTree(module: string, files: RepositoryFiles): boolean {
  const path = module.replaceAll(".", "/");
  return files.paths.some((known) =>
    new RegExp(`(?:^|/)${RegExp.escape(path)}(?:\\.py|/__init__\\.py)$`).test(known),
  );
}

const NAMED_FOR_TESTS =
  /(?:^|\/)(?:tests?\/settings|settings\/(?:tests?|testing)|tests?_?settings|settings_?tests?)\.py$/;

function ofNames(files: RepositoryFiles): DjangoSettings[] {
  return files.paths
    .filter((path) => NAMED_FOR_TESTS.test(path))
    .map((path) => ({
      module: path.slice(0, -".py".length).replaceAll("/", "."),
      place: { path, line: 1 },
      isConfigured: false,
    }));
}
