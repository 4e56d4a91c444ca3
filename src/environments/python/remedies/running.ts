import type { RepositoryPath } from "../../../base/index.ts";
import { parseGitmodules } from "../../../sources/index.ts";
import type { RepositoryFiles } from "../../repository-files.ts";
import { tellsOfNoServer } from "../../causes.ts";
import { findAskedVariables } from "../clues/asked-variables.ts";
import { findSettings } from "../clues/django.ts";
import { describeRun, findRuns, SETUP_SCRIPT } from "../clues/runs.ts";
import type { Place } from "../../evidence-lines.ts";
import { findVariables, type DeclaredVariable } from "../clues/variables.ts";
import { withoutLeftOut } from "../pytest-configuration.ts";
import { mentionItems, mentionOf } from "./missing-modules.ts";
import type { Case, Proposal, Rule } from "./remedy.ts";

/** Variables that the repository's own files set for its tests. */
export const setVariables: Rule = {
  answers: [
    "tests_failed",
    "collection_failed",
    "import_failed",
    "build_failed",
    "install_failed",
    "no_tests",
    "wants_network",
  ],
  propose: ([sign], given) =>
    withVariables(findVariables(given.project.files), given).map(({ shown, places, changes }) => ({
      what: `with ${shown}`,
      sign,
      goesBy: places.map(({ name, ...place }) => ({ ...place, says: `sets ${name}` })),
      changes,
    })),
};

/** Variables that nobody sets and the code cannot do without: what goes with their names stands for them. */
export const standInForVariables: Rule = {
  answers: ["import_failed", "collection_failed", "tests_failed", "wants_settings"],
  propose([sign], given) {
    const { failure } = given.trouble;
    const asked = failure === undefined ? [] : findAskedVariables(failure, given.project.files);
    return withVariables(asked, given).map(({ shown, places, changes }) => ({
      what: `with ${shown}, which nothing says`,
      sign,
      goesBy: places.map(({ name, ...place }) => ({ ...place, says: `asks for ${name}` })),
      changes,
      // Where tests run, one that fails with it otherwise wants a value that nobody says.
      changesInstallation: sign.kind !== "tests_failed",
      // Versions that go with the code are of no use without them.
      completes: true,
    }));
  },
};

interface VariableChange extends Pick<Proposal, "changes"> {
  readonly shown: string;
  readonly places: readonly (Place & { readonly name: string })[];
}

/** What is shown, gone by and changed where those of some variables are set that are not yet; nothing where all are. */
function withVariables(
  variables: readonly DeclaredVariable[],
  { adjustments, requested }: Case,
): readonly VariableChange[] {
  const found = variables.filter(
    ({ name }) => !Object.hasOwn(adjustments.variables, name) && !Object.hasOwn(requested.env ?? {}, name),
  );
  if (found.length === 0) return [];
  const set = Object.fromEntries(found.map(({ name, value }) => [name, value]));
  return [
    {
      shown: found.map(({ name, value }) => `${name}=${value}`).join(", "),
      places: found.map(({ name, place }) => ({ name, ...place })),
      changes: { variables: { ...adjustments.variables, ...set } },
    },
  ];
}

/** Django's settings by a variable, with pytest's plug-in for them. */
export const useDjangoSettings: Rule = {
  answers: ["wants_settings", "no_tests"],
  propose: ([sign], { project, adjustments }) =>
    adjustments.added.includes("pytest-django")
      ? []
      : findSettings(project.files).map(({ module, place, isConfigured }) => ({
          what: `with pytest-django and the settings ${module}`,
          sign,
          goesBy: [{ ...place, says: "names Django's settings" }],
          // Versions that go with the code are of no use without them.
          completes: true,
          changes: {
            added: [...adjustments.added, "pytest-django"],
            ...(isConfigured
              ? {}
              : { variables: { ...adjustments.variables, DJANGO_SETTINGS_MODULE: module } }),
          },
        })),
};

/** True where pytest runs the tests, and may be given options beside those that it has. */
function mayBeTold({ requested, adjustments: { run } }: Case): boolean {
  return requested.test_command === undefined && (run === undefined || run.kind === "pytest");
}

/** Asynchronous fixtures of pytest's own as they were taken before pytest-asyncio 0.19, which leaves them alone unless it is told otherwise. */
export const awaitFixtures: Rule = {
  answers: ["unawaited_fixture"],
  propose([sign], given) {
    const { trouble } = given;
    const words = given.adjustments.run?.words ?? [];
    const mention = mentionOf("pytest-asyncio", given);
    if (!mayBeTold(given) || mention === undefined || !/^pytest-asyncio==/mu.test(trouble.lock)) return [];
    if (words.some((word) => word.startsWith("--asyncio-mode"))) return [];
    return [
      {
        what: "with asynchronous fixtures awaited",
        sign,
        goesBy: mentionItems("pytest-asyncio", given),
        changes: { run: { kind: "pytest", words: [...words, "--asyncio-mode=auto"], ...mention.place } },
        changesInstallation: false,
      },
    ];
  },
};

/** Without the tests of other projects that lie in folders of the repository and cannot be collected here: what they need is told there. */
export const passOverOtherProjects: Rule = {
  answers: ["collection_failed"],
  propose([sign], given) {
    const { project, trouble } = given;
    const { run } = given.adjustments;
    if (!mayBeTold(given)) return [];
    const broken = new Set(Array.from(trouble.log.matchAll(NOT_COLLECTED), ([, path = ""]) => path));
    const others = [...broken].map((path) => findOtherProject(path, project.files));
    const folders = [...new Set(others)].filter((folder) => folder !== undefined).toSorted();
    const isWithin = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
    const own = project.testFiles.filter((path) => !isWithin(path));
    const submodules = submodulesOf(project.files);
    const areSubmodules = folders.every((folder) => submodules.includes(folder));
    const fewest = areSubmodules ? 1 : project.testFiles.length / 2;
    if (folders.length === 0 || own.length < fewest) return [];
    const words = [...(run?.words ?? []), ...folders.map((folder) => `--ignore=${folder}`)];
    const places = folders.flatMap((folder) => whatSeparates(folder, project.files) ?? []);
    return places.slice(0, 1).map((path) => ({
      what: `without the tests of ${folders.join(", ")}`,
      sign,
      goesBy: places.map((path) => ({ path, line: 1, says: "makes a project of its own of its folder" })),
      changes: { run: { kind: "pytest", words, path, line: 1 } },
      changesInstallation: false,
    }));
  },
};

/** Without a folder, as of benchmarks, whose conftest answers a plug-in that nothing declares for tests. */
export const passOverUnknownHooks: Rule = {
  answers: ["collection_failed"],
  propose([sign], given) {
    const { project, trouble } = given;
    const { run } = given.adjustments;
    if (!mayBeTold(given)) return [];
    const [, hook, folder] = UNKNOWN_HOOK.exec(trouble.log) ?? [];
    const hasOthers = project.testFiles.some((path) => !path.startsWith(`${folder}/`));
    if (folder === undefined || !hasOthers) return [];
    const place = { path: `${folder}/conftest.py`, line: 1 };
    return [
      {
        what: `without the tests of ${folder}`,
        sign,
        goesBy: [{ ...place, says: `answers ${hook} of a plug-in that is not there` }],
        changes: { run: { kind: "pytest", words: [...(run?.words ?? []), `--ignore=${folder}`], ...place } },
        changesInstallation: false,
        // What stood before it may have been passed over as well.
        completes: true,
      },
    ];
  },
};

const UNKNOWN_HOOK =
  /unknown hook '(\w+)' in plugin <module '[\w.]*conftest' from '\/diorama\/tree\/(\S+)\/conftest\.py'>/;

/** Without files whose tests look for a server that nobody started, where they are no more than half of all: the others tell what they tell without one. */
export const passOverServers: Rule = {
  answers: ["wants_network"],
  propose([sign], given) {
    const { project, trouble, adjustments } = given;
    if (!mayBeTold(given) || trouble.tests.passed === 0) return [];
    const files = [...filesWithoutServer(trouble.log)];
    const others = project.testFiles.filter((path) => !files.includes(path));
    const [first] = files;
    if (first === undefined || others.length < project.testFiles.length / 2) return [];
    const words = [...(adjustments.run?.words ?? []), ...files.map((path) => `--ignore=${path}`)];
    const goesBy = files.map((path) => ({ path, line: 1, says: "looks for a server" }));
    return [
      {
        what: `without the tests of ${files.join(", ")}`,
        sign,
        goesBy: goesBy.slice(0, MOST_SHOWN),
        changes: { run: { kind: "pytest", words, path: first, line: 1 } },
        changesInstallation: false,
      },
    ];
  },
};

const MOST_SHOWN = 3;

/** Files of tests that failed for nothing listened where they looked for a server. */
function filesWithoutServer(log: string): ReadonlySet<RepositoryPath> {
  const told = log.split(/^(?=pytest:\S+?\.py::)/mu);
  return new Set(
    told.flatMap((text) => {
      const path = /^pytest:(\S+?\.py)::/u.exec(text)?.[1];
      return path !== undefined && tellsOfNoServer(text) ? [path] : [];
    }),
  );
}

/** The folders that git brings from other repositories. */
function submodulesOf(files: RepositoryFiles): readonly RepositoryPath[] {
  return parseGitmodules(files.text(GITMODULES) ?? "").map(({ path }) => path);
}

const GITMODULES = ".gitmodules";

/** Files that pytest names at its end for what broke before a test began; where it came to no end, those that its report names. */
const NOT_COLLECTED = /^(?:ERROR )?(\S+\.py)(?:(?<=^ERROR .*)(?= - |$)| could not be collected:)/gmu;

const PROJECT_FILES = ["pyproject.toml", "setup.py", "setup.cfg", "tox.ini"];

/** The outermost folder below the root that a file lies in and that is a project of its own. */
function findOtherProject(path: string, files: RepositoryFiles): string | undefined {
  const parts = path.split("/");
  const around = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
  return around.find((folder) => whatSeparates(folder, files) !== undefined);
}

/** The file that says that a folder holds a project of its own. */
function whatSeparates(folder: string, files: RepositoryFiles): RepositoryPath | undefined {
  if (submodulesOf(files).includes(folder)) return GITMODULES;
  const names = PROJECT_FILES.map((name) => `${folder}/${name}`);
  return files.paths.find((path) => names.includes(path));
}

/** As the repository's own files run its tests. */
export const runAsDeclared: Rule = {
  answers: ["tests_failed", "collection_failed", "no_tests", "wants_network"],
  propose([sign], { project, requested, adjustments, trouble }) {
    if (requested.test_command !== undefined) return [];
    const runs = findRuns(project.files).filter(
      (run) => run.kind !== "pytest" || withoutLeftOut(run.words).length > 0,
    );
    const [ofUnittest] = project.testFiles.filter((path) =>
      /TestCase\b/.test(project.files.text(path) ?? ""),
    );
    const discovery =
      ofUnittest === undefined
        ? []
        : [{ kind: "script", words: ["-m", "unittest", "discover"], path: ofUnittest, line: 1 } as const];
    const now = adjustments.run === undefined ? undefined : describeRun(adjustments.run);
    const isNoseHere = /^pynose==/m.test(trouble.lock);
    const found = [...runs, ...discovery]
      .filter((run) => describeRun(run) !== now)
      .map((run) => ({
        what: `tests run by ${describeRun(run)}`,
        sign,
        goesBy: [{ path: run.path, line: run.line, says: "runs tests so" }],
        changes: { run },
        changesInstallation: (run.kind === "nose" && !isNoseHere) || run.words[0] === SETUP_SCRIPT,
      }));
    if (adjustments.run === undefined || adjustments.run.kind === "pytest") return found;
    const byPytest = { what: "tests found by pytest", sign, goesBy: [], changes: { run: undefined } };
    return [...found, { ...byPytest, changesInstallation: false }];
  },
};
