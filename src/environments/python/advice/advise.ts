import type { EnvironmentFailure, FailureCause } from "../../../spec/index.ts";
import type { Advice, AdviceFacts } from "../../build-system.ts";
import { findMissingOfException } from "../../system/missing.ts";
import type { DeclaredProject } from "../declared.ts";
import { OLDEST_PYTHON } from "../interpreter.ts";
import { compareReleases } from "../version-specifier.ts";
import type { AdviceKind } from "./advice-words.ts";
import { adviseOnInstalling } from "./advise-on-installing.ts";
import { findCauseInText } from "./cause-in-text.ts";
import { distributionOf, isOfInterpreter, pluginOfFixture } from "./distributions.ts";
import { PYTHON_2 } from "./python-2.ts";
import { isRemoved, removedIn } from "./removed-names.ts";

/** What is known of an environment, and what its repository declares. */
interface Facts extends AdviceFacts {
  readonly project: DeclaredProject;
}

/** What stands in the way of an environment, and what to do next; undefined where nothing does. */
export function advise(facts: Facts): Advice | undefined {
  const { failure, tests, hasTests } = facts;
  if (failure === undefined) return adviseOnNoTests(facts);
  const cause = failure.cause ?? findCauseInText(failure.message);
  switch (failure.category) {
    case "import_failed":
    case "collection_failed":
      return adviseOnCause(facts, cause) ?? adviseOnFailure(facts, failure, cause);
    case "tests_failed":
      if (tests.passed + tests.failed + tests.flaky === 0 && hasTests)
        return advice("tests_skipped", `all ${tests.skipped} tests are skipped`, "see why in the log");
      return adviseOnCause(facts, cause) ?? adviseOnFailure(facts, failure, cause);
    case "timed_out":
      return advice(
        "too_slow",
        firstLine(failure.message),
        `run a part of the tests: --test-command "pytest PATH"`,
      );
    case "needs_service":
      return advice(
        "needs_service",
        cause?.text ?? firstLine(failure.message),
        'run those that need none: --test-command "pytest PATH"',
      );
    case "needs_system_package":
      return adviseOnSystem(cause) ?? adviseOnInstalling(facts, failure, cause);
    default:
      return adviseOnInstalling(facts, failure, cause);
  }
}

function advice(kind: AdviceKind, problem: string, next: string): Advice {
  return { kind, problem, next };
}

function adviseOnSystem(cause: FailureCause | undefined): Advice | undefined {
  const missing = cause === undefined ? undefined : findMissingOfException(cause.text);
  if (cause === undefined || missing?.package === undefined) return undefined;
  const next = `install it (on Debian: apt-get install ${missing.package}), then give the same command again`;
  return advice("missing_library", cause.text, next);
}

function adviseOnNoTests({ hasTests, tests, project }: Facts): Advice | undefined {
  if (tests.passed + tests.failed + tests.skipped + tests.flaky > 0) return undefined;
  const next = 'say where they are: --test-command "pytest PATH"';
  if (!hasTests) return advice("no_tests", "no file looks like a test", next);
  const [first = ""] = project.testFiles;
  return advice("no_tests", `pytest finds no test in files that look like tests (${first}, …)`, next);
}

function adviseOnCause(facts: Facts, cause: FailureCause | undefined): Advice | undefined {
  if (cause === undefined) return undefined;
  for (const rule of RULES) {
    const found = rule(facts, cause);
    if (found !== undefined) return { kind: found[0], problem: cause.text, next: found[1] };
  }
  return undefined;
}

type Rule = (facts: Facts, cause: FailureCause) => readonly [AdviceKind, string] | undefined;

/** The first that knows a cause gives the advice. */
const RULES: readonly Rule[] = [
  (facts, { module }) => {
    const limit = module === undefined ? undefined : removedIn(module);
    return facts.release !== undefined && isRemoved(limit, facts.release)
      ? ["wrong_interpreter", olderThan(limit, facts)]
      : undefined;
  },
  (facts, { module }) => (module === undefined ? undefined : adviseOnModule(facts, module)),
  (facts, cause) => adviseOnName(facts, cause),
  (facts, { type, text }) =>
    /^(?:SyntaxError|IndentationError|TabError)$/.test(type) ? adviseOnSyntax(facts, text) : undefined,
  (_, { text }) => {
    const library = /(lib[\w.+-]+\.so[\w.]*): cannot open shared object/.exec(text)?.[1];
    return library === undefined
      ? undefined
      : ["missing_library", `install the system's package that has ${library}`];
  },
  (_, { fixture }) => {
    if (fixture === undefined) return undefined;
    const plugin = pluginOfFixture(fixture);
    return [
      "missing_fixture",
      plugin === undefined
        ? `add the plug-in of pytest's that has "${fixture}": --with NAME`
        : `add --with ${plugin}`,
    ];
  },
  (_, { variable, text }) => adviseOnVariable(variable ?? variableIn(text)),
  ({ missingSubmodules: [first] }, { type }) =>
    first !== undefined && /^(?:FileNotFoundError|NotADirectoryError)$/.test(type)
      ? ["missing_submodule", bringSubmodule(first)]
      : undefined,
];

function adviseOnModule(facts: Facts, module: string): readonly [AdviceKind, string] | undefined {
  const [top = module] = module.split(".");
  const submodule = facts.missingSubmodules.find((path) => path.split("/").includes(top));
  if (submodule !== undefined) return ["missing_submodule", bringSubmodule(submodule)];
  if (isOwn(top, facts.project)) return ["missing_own_module", "see in the log how building it went"];
  if (isOfInterpreter(top))
    return [
      "missing_library",
      `install the system's package of Python that has ${top}, or choose another with --python`,
    ];
  const distribution = distributionOf(module);
  return ["missing_module", `add --with ${/[<>]/.test(distribution) ? `"${distribution}"` : distribution}`];
}

function isOwn(top: string, { files }: DeclaredProject): boolean {
  return files.paths.some((path) => {
    const parts = path.split("/");
    return parts.slice(0, -1).includes(top) || path.endsWith(`${top}.py`);
  });
}

const MISSING_NAME =
  /cannot import name '(?<imported>\w+)' from (?:partially initialized module )?'(?<from>[\w.]+)'|module '(?<module>[\w.]+)' has no attribute '(?<attribute>\w+)'/;
const OLD_PYTEST =
  /CallSpec|PytestRemovedIn|PluginValidationError|unknown hook|module '_?pytest[\w.]*' has no attribute|from '_?pytest|'(?:Package|Session|Module)' object has no attribute|unexpected keyword argument 'fspath'|py\.path|'yield' keyword is allowed in fixtures/;

function adviseOnName(facts: Facts, { text }: FailureCause): readonly [AdviceKind, string] | undefined {
  if (OLD_PYTEST.test(text)) return ["other_pytest", 'add --with "pytest<8"'];
  if (/required field "lineno" missing from alias/.test(text))
    return ["other_pytest", `${olderThan("3.10", facts)}, or a newer pytest: --with "pytest>=7"`];
  const { imported, from, module, attribute } = MISSING_NAME.exec(text)?.groups ?? {};
  const owner = from ?? module;
  if (owner === undefined) return undefined;
  const limit = removedIn(owner, imported ?? attribute);
  if (facts.release !== undefined && isRemoved(limit, facts.release))
    return ["wrong_interpreter", olderThan(limit, facts)];
  const name = distributionOf(owner).replace(/[<>=].*$/, "");
  const version = new RegExp(`^${RegExp.escape(name)}==(\\d+(?:\\.\\d+)?)`, "mi").exec(facts.lock)?.[1];
  return version === undefined
    ? undefined
    : ["wrong_version", `ask for an older one: --with "${name}<${version}"`];
}

function adviseOnSyntax(facts: Facts, text: string): readonly [AdviceKind, string] {
  const isTranslated = facts.project.files.text("setup.py")?.includes("use_2to3") === true;
  if (isTranslated || PYTHON_2.test(text))
    return ["wrong_interpreter", "leave it alone: this is code for Python 2, which no Python 3 runs"];
  const others = shortReleases(facts.releases).filter((each) => each !== shorten(facts.release ?? ""));
  return [
    "wrong_interpreter",
    `try another interpreter: --python ${others[0] ?? "VERSION"}${installed(others)}`,
  ];
}

/** Names the newest installed release before one. */
function olderThan(limit: string, { releases }: Facts): string {
  if (compareReleases(limit, OLDEST_PYTHON) <= 0)
    return `leave it alone: it is for CPython before ${limit}, and none before ${OLDEST_PYTHON} is used`;
  const older = shortReleases(releases.filter((release) => compareReleases(release, limit) < 0));
  return older[0] === undefined
    ? `install a CPython before ${limit}, then choose it with --python`
    : `add --python ${older[0]}`;
}

function shortReleases(releases: readonly string[]): string[] {
  return [...new Set(releases.map(shorten))].toSorted((a, b) => compareReleases(b, a));
}

function shorten(release: string): string {
  return release.split(".").slice(0, 2).join(".");
}

function installed(releases: readonly string[]): string {
  return releases.length < 2 ? "" : ` (installed: ${releases.join(", ")})`;
}

function variableIn(text: string): string | undefined {
  const [, before, after] =
    /environment variable:? [`'"]?([A-Z][A-Z0-9_]{2,})|[`'"]?([A-Z][A-Z0-9_]{2,})[`'"]? (?:environment|env) variable/.exec(
      text,
    ) ?? [];
  return before ?? after;
}

function adviseOnVariable(variable: string | undefined): readonly [AdviceKind, string] | undefined {
  if (variable === undefined) return undefined;
  const plugin = variable === "DJANGO_SETTINGS_MODULE" ? "--with pytest-django " : "";
  return ["missing_variable", `add ${plugin}--env ${variable}=VALUE`];
}

function bringSubmodule(path: string): string {
  return `bring the submodule ${path}: --submodules for a git source, "git submodule update --init" in a folder`;
}

function adviseOnFailure(
  { tests, missingSubmodules: [submodule] }: Facts,
  failure: EnvironmentFailure,
  cause: FailureCause | undefined,
): Advice {
  const wrong =
    /(?:error: (unrecognized arguments: .*)|ERROR: (file or directory not found: .*|not found: .*))/.exec(
      failure.message,
    );
  if (wrong !== null && tests.passed === 0)
    return advice(
      "wrong_command",
      wrong[1] ?? wrong[2] ?? "",
      "look at --test-command, or add the plug-in that has the option: --with NAME",
    );
  const problem = cause?.text ?? firstLine(failure.message);
  if (failure.category === "import_failed") return advice("not_imported", problem, "see the log");
  if (failure.category === "collection_failed")
    return submodule === undefined
      ? advice("not_collected", problem, "see the log")
      : advice("missing_submodule", problem, bringSubmodule(submodule));
  const { passed, failed, flaky } = tests;
  const failing = `${failed + flaky} of ${passed + failed + flaky} tests fail`;
  return advice(
    "tests_fail",
    cause === undefined ? failing : `${failing}, most often: ${cause.text}`,
    "see the log",
  );
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
