import { nameOf, type Place } from "../clues/clue.ts";
import { findSettings } from "../clues/django.ts";
import { findRuns, type DeclaredRun } from "../clues/runs.ts";
import { findVariables } from "../clues/variables.ts";
import type { Proposal, Rule } from "./remedy.ts";

/** Variables that the repository's own files set for its tests. */
export const setVariables: Rule = ({ project, adjustments, requested }) => {
  const found = findVariables(project.files).filter(
    ({ name }) => !Object.hasOwn(adjustments.variables, name) && !Object.hasOwn(requested.env ?? {}, name),
  );
  if (found.length === 0) return [];
  const told = found.map(({ name, value, place }) => `${name}=${value} (${nameOf(place)})`);
  return [
    {
      what: `with ${told.join(", ")}`,
      changes: { variables: { ...adjustments.variables, ...Object.fromEntries(found.map(({ name, value }) => [name, value])) } },
      changesInstallation: true,
    },
  ];
};

const WANTS_SETTINGS =
  /DJANGO_SETTINGS_MODULE|settings are not configured|AppRegistryNotReady|Apps aren't loaded yet|Database access not allowed|No module named '(?:django|pytest_django)|ImproperlyConfigured|no such table/;

/** Django's settings by a variable, with pytest's plug-in for them; where that does not do, the program with which the repository runs its tests itself. */
export const useDjangoSettings: Rule = (given) => {
  const { project, adjustments, trouble } = given;
  if (!WANTS_SETTINGS.test(trouble.log) && trouble.failure !== undefined) return [];
  if (adjustments.added.includes("pytest-django")) return [];
  return findSettings(project.files).map(({ module, place, isConfigured }) => ({
    what: `with pytest-django and the settings ${module} (${nameOf(place)})`,
    changes: {
      added: [...adjustments.added, "pytest-django"],
      ...(isConfigured
        ? {}
        : { variables: { ...adjustments.variables, DJANGO_SETTINGS_MODULE: module } }),
    },
    changesInstallation: true,
  }));
};

/** As the repository's own files run its tests. */
export const runAsDeclared: Rule = (given) => {
  const { project, requested, adjustments, trouble } = given;
  if (requested.test_command !== undefined || isOfInstalling(trouble.failure?.category)) return [];
  const runs = findRuns(project.files).filter((run) => run.kind === "script" || run.words.length > 0);
  const discovery = project.testFiles.some((path) => /TestCase\b/.test(project.files.text(path) ?? ""))
    ? [{ kind: "script", words: ["-m", "unittest", "discover"], place: { path: project.testFiles[0] ?? "", line: 1 } } as const]
    : [];
  return [...runs, ...discovery]
    .filter((run) => keyOf(run) !== keyOf(adjustments.run))
    .map((run): Proposal => ({ what: describeRun(run, run.place), changes: { run }, changesInstallation: false }));
};

function isOfInstalling(category: string | undefined): boolean {
  return ["build_failed", "install_failed", "resolution_failed", "no_interpreter", "import_failed"].includes(category ?? "");
}

function keyOf(run: DeclaredRun | undefined): string {
  return run === undefined ? "" : [run.kind, ...run.words].join(" ");
}

function describeRun({ kind, words }: DeclaredRun, place: Place): string {
  return `tests run by ${[kind === "pytest" ? "pytest" : "python", ...words].join(" ")} (${nameOf(place)})`;
}
