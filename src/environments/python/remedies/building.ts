import { normalizePackageName } from "../../../sources/index.ts";
import { readToml, stringsOf, tableAt } from "../../repository-files.ts";
import { findDistribution } from "./missing-modules.ts";
import type { Case, Proposal, Rule } from "./remedy.ts";

/** What builds of old source distributions tell, and the bound that helps. */
const OLD_TOOLS: readonly (readonly [RegExp, string])[] = [
  [/Feature|use_2to3|setup command: use_2to3/, "setuptools<46"],
  [/No module named 'pkg_resources'/, "setuptools<81"],
  [/License classifiers have been superseded|Invalid dash-separated|tests_require|test_suite/, "setuptools<77"],
  [/Cython\.Compiler|cython_sources|Cython error|\.pyx:\d+/, "cython<3"],
];

/** Older tools to build with, where a source distribution or the repository itself does not go with new ones. */
export const useOlderTools: Rule = ({ trouble, adjustments }) => {
  if (!isOfBuilding(trouble.failure?.category)) return [];
  return OLD_TOOLS.flatMap(([pattern, bound]) =>
    !pattern.test(trouble.log) || adjustments.builtWith.includes(bound)
      ? []
      : [
          {
            what: `built with ${bound}`,
            changes: { builtWith: [...adjustments.builtWith, bound] },
            changesInstallation: true,
          },
        ],
  );
};

const MISSING = /No module named ['"]?([A-Za-z_][\w.]*)['"]?|Unable to import ['"]?([A-Za-z_]\w*)|(?:needs|requires|install) (Cython|cython|numpy)\b/g;

const UNTRANSLATED = /([\w./-]+)\.c['"]?:? (?:No such file|does not exist|not found)/g;

/** Builds beside what the build needs, where it misses a module that its backend did not ask for. */
export const buildBesideNeeds: Rule = (given) => {
  const { trouble, adjustments, project } = given;
  if (trouble.failure?.category !== "build_failed" || !project.isPackaged) return [];
  const modules = [...trouble.log.matchAll(MISSING)].map((found) => found.slice(1).find((each) => each !== undefined) ?? "");
  const translated = [...trouble.log.matchAll(UNTRANSLATED)]
    .map(([, stem = ""]) => `${stem.replace(/^\.\//, "")}.pyx`)
    .filter((path) => project.files.has(path));
  if (translated.length > 0) modules.push("Cython");
  const needs = [...new Set(modules)].flatMap((module) => findDistribution(module, given) ?? []);
  const wanted = needs.filter(({ text }) => !adjustments.buildNeeds.includes(text));
  if (wanted.length === 0) return [];
  const asked = stringsOf(tableAt(readToml(project.files, "pyproject.toml"), "build-system")["requires"]);
  const before = adjustments.buildNeeds.length > 0 ? adjustments.buildNeeds : ["setuptools", "wheel", ...asked];
  return [
    {
      what: `${translated.length === 0 ? "" : `with ${translated.join(", ")} translated, `}built beside ${wanted.map(({ text, why }) => `${text} (${why})`).join(", ")}`,
      changes: {
        buildNeeds: [...before, ...wanted.map(({ text }) => text)],
        translated: [...new Set([...adjustments.translated, ...translated])],
      },
      changesInstallation: true,
    },
  ];
};

function isOfBuilding(category: string | undefined): boolean {
  return ["build_failed", "install_failed", "resolution_failed"].includes(category ?? "");
}

/** Runs from the checkout, where the build itself is what fails and there is nothing to compile. */
export const runFromCheckout: Rule = ({ trouble, adjustments, project }) => {
  if (adjustments.isUnbuilt || !project.isPackaged || project.name === undefined) return [];
  if (!isOfBuilding(trouble.failure?.category)) return [];
  return [
    { what: "from the checkout, by what it declares, without its own build", changes: { isUnbuilt: true }, changesInstallation: true },
  ];
};

const FAILED_BUILD = /(?:Failed to (?:download and )?build|Failed to prepare distributions for) `([\w.-]+)==/g;

/** Without a distribution that tests alone may need and that cannot be built here. */
export const leaveOut: Rule = (given) => {
  const { trouble, adjustments } = given;
  if (!isOfBuilding(trouble.failure?.category)) return [];
  const names = [...trouble.log.matchAll(FAILED_BUILD)].map(([, name = ""]) => normalizePackageName(name));
  return [...new Set(names)]
    .filter((name) => isOptional(name, given) && !adjustments.without.includes(name))
    .map(
      (name): Proposal => ({
        what: `without ${name}, which cannot be built here`,
        changes: { without: [...adjustments.without, name] },
        changesInstallation: true,
      }),
    );
};

/** The lists of the tests name it, and so it is no need of the code itself. */
function isOptional(name: string, { project, adjustments }: Case): boolean {
  const listed = [...project.tests.requirements.map((each) => each.name), ...project.undeclared, ...adjustments.added];
  return listed.includes(name);
}
