import { readIni, readToml, stringsOf, tableAt, type RepositoryFiles } from "../repository-files.ts";

/** What a repository tells pytest, as far as running its tests from outside depends on it. */
export interface PytestConfiguration {
  /** Options to add, without those that select a part of the tests, report, measure or need other tools. */
  readonly addopts: readonly string[];
  readonly testPaths: readonly string[];
  readonly pythonPath: readonly string[];
  /** True where it stands where pytest refuses to read it since 4.0: `[pytest]` of `setup.cfg`. */
  readonly isRefused: boolean;
}

/** Options that are left out, with whether the next word belongs to them when it is not joined by `=`. */
const LEFT_OUT: readonly [pattern: RegExp, takesValue: boolean][] = [
  [/^--cov(-report|-config|-context|-fail-under)?$/, true],
  [/^--(no-cov|cov-branch|cov-append|cov-reset|no-cov-on-fail)/, false],
  [/^(-n|--numprocesses|--dist|--maxprocesses|--tx)$/, true],
  [/^(-n\d+|-nauto|--boxed|--forked)$/, false],
  [
    /^(-x|--exitfirst|--pdb|--trace|--lf|--last-failed|--ff|--failed-first|--nf|--new-first|--sw|--stepwise)$/,
    false,
  ],
  [
    /^(--maxfail|--timeout|--timeout-method|--reruns|--reruns-delay|--count|--durations|--durations-min)$/,
    true,
  ],
  [
    /^(--junitxml|--junit-xml|--junit-prefix|--html|--css|--report-log|--resultlog|--result-log|--alluredir)$/,
    true,
  ],
  [
    /^--(self-contained-html|flake8|flakes|pep8|pycodestyle|mypy|mypy-.*|black|isort|ruff|ruff-format|pylint)$/,
    false,
  ],
  [/^(--randomly-seed|--random-order-bucket|--random-order-seed|--randomly-dont-.*)$/, true],
  [
    /^(--random-order|--benchmark-.*|--showlocals|-l|--verbose|-v+|-q+|--quiet|-ra|-r[a-zA-Z]+|--codeblocks)$/,
    false,
  ],
  [
    /^(--color|--tb|--capture|--show-capture|--log-level|--log-cli-level|--basetemp|--rootdir|-c|--confcutdir)$/,
    true,
  ],
  [/^(-s|--strict|--strict-config|--cache-clear|--no-header|--no-summary)$/, false],
];

/** Reads it from the first of pytest.ini, pyproject.toml, tox.ini and setup.cfg that configures pytest. */
export function readPytestConfiguration(files: RepositoryFiles): PytestConfiguration {
  const found = [
    iniValues(readIni(files, "pytest.ini")["pytest"]),
    iniValues(readIni(files, ".pytest.ini")["pytest"]),
    tomlValues(tableAt(readToml(files, "pyproject.toml"), "tool", "pytest", "ini_options")),
    tomlValues(tableAt(readToml(files, "pyproject.toml"), "tool", "pytest")),
    iniValues(readIni(files, "tox.ini")["pytest"]),
    iniValues(readIni(files, "setup.cfg")["tool:pytest"]),
  ].find((values) => values !== undefined);
  const refused = iniValues(readIni(files, "setup.cfg")["pytest"]);
  const read = found ?? refused;
  return {
    addopts: withoutLeftOut(read?.addopts ?? []),
    testPaths: read?.testPaths ?? [],
    pythonPath: read?.pythonPath ?? [],
    isRefused: found === undefined && refused !== undefined,
  };
}

type Values = { addopts: string[]; testPaths: string[]; pythonPath: string[] };

function iniValues(section: Readonly<Record<string, string>> | undefined): Values | undefined {
  if (section === undefined) return undefined;
  const words = (key: string): string[] => splitWords(section[key] ?? "");
  return { addopts: words("addopts"), testPaths: words("testpaths"), pythonPath: words("pythonpath") };
}

function tomlValues(table: Readonly<Record<string, unknown>>): Values | undefined {
  if (!["addopts", "testpaths", "pythonpath", "minversion", "markers"].some((key) => key in table))
    return undefined;
  const words = (key: string): string[] => {
    const value = table[key];
    return typeof value === "string" ? splitWords(value) : stringsOf(value);
  };
  return { addopts: words("addopts"), testPaths: words("testpaths"), pythonPath: words("pythonpath") };
}

/** Options without those that select a part of the tests by chance or history, report, measure, or need other tools. */
export function withoutLeftOut(options: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < options.length; index++) {
    const option = options[index] ?? "";
    const [head = ""] = option.split("=", 1);
    const rule = LEFT_OUT.find(([pattern]) => pattern.test(head));
    if (rule === undefined) {
      kept.push(option);
      continue;
    }
    const next = options[index + 1];
    if (rule[1] && !option.includes("=") && next !== undefined && !next.startsWith("-")) index++;
  }
  return kept;
}

/** Words as a shell would split them, quotes removed; nothing is expanded. */
export function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|((?:[^\s"']+(?:"[^"]*"|'[^']*')?)+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? (bare ?? "").replace(/["']/g, ""),
  );
}
