import { normalizePackageName } from "../../../sources/index.ts";
import type { EvidenceItem } from "../../build-system.ts";
import { itemsOf } from "../../evidence-lines.ts";
import type { RepositoryFiles } from "../../repository-files.ts";
import { askedOfBuild } from "../declared-floors.ts";
import { needsCompiler } from "../products.ts";
import { findBuiltFromSource } from "../clues/from-source.ts";
import { findDistribution, mentionItems } from "./missing-modules.ts";
import { installedItem, type Case, type Rule } from "./remedy.ts";

/** Older tools to build with, where a source distribution or the repository itself does not go with new ones. */
export const useOlderTools: Rule = {
  answers: ["old_tools"],
  propose: (signs, { adjustments, project }) =>
    signs
      .filter(({ subject }) => !adjustments.builtWith.includes(subject))
      .map((sign) => ({
        what: `built with ${sign.subject}`,
        sign,
        goesBy: [...installedItem(sign, "is built so"), ...buildItems(project.files)].slice(0, 1),
        changes: { builtWith: [...adjustments.builtWith, sign.subject] },
      })),
};

/** Builds beside what the build needs, where it misses a module that its backend did not ask for. */
export const buildBesideNeeds: Rule = {
  answers: ["missing_build_module", "untranslated"],
  propose(signs, given) {
    const { trouble, adjustments, project } = given;
    if (trouble.failure?.category !== "build_failed" || !project.isPackaged) return [];
    const sources = signs
      .filter(({ kind }) => kind === "untranslated")
      .map((sign) => ({ sign, path: `${sign.subject.replace(/^\.\//, "")}.pyx` }))
      .filter(({ path }) => project.files.has(path));
    const modules = [
      ...signs.filter(({ kind }) => kind === "missing_build_module"),
      ...sources.slice(0, 1).map(({ sign }) => ({ ...sign, subject: "Cython" })),
    ];
    const wanted = modules
      .flatMap((sign) => findDistribution(sign, given) ?? [])
      .filter(({ text }) => !adjustments.buildNeeds.includes(text));
    const [first] = wanted;
    if (first === undefined) return [];
    const needs = [...new Set(wanted.map(({ text }) => text))];
    const asked = askedOfBuild(project.files).map(({ text }) => text);
    const before =
      adjustments.buildNeeds.length > 0 ? adjustments.buildNeeds : ["setuptools", "wheel", ...asked];
    const translated = sources.map(({ path }) => path);
    const isTranslated = translated.length === 0 ? "" : `with ${translated.join(", ")} translated, `;
    return [
      {
        what: `${isTranslated}built beside ${needs.join(", ")}`,
        sign: first.sign,
        goesBy: [
          ...wanted.flatMap(({ goesBy }) => goesBy),
          ...translated.map((path) => ({ path, line: 1, says: "is a source of Cython's" })),
        ],
        changes: {
          buildNeeds: [...before, ...needs],
          translated: [...new Set([...adjustments.translated, ...translated])],
        },
      },
    ];
  },
};

/** Builds from its sources what the repository's own commands build so: the compiled parts of several distributions must go together. */
export const buildFromSource: Rule = {
  answers: ["collection_failed", "import_failed", "tests_failed"],
  propose([sign], { adjustments, project }) {
    const { fromSource } = adjustments;
    const own = normalizePackageName(project.name ?? "");
    const found = findBuiltFromSource(project.files).filter(
      ({ name }) => name !== own && !fromSource.includes(name),
    );
    if (found.length === 0) return [];
    const names = [...new Set(found.map(({ name }) => name))];
    return [
      {
        what: `with ${names.join(", ")} built from source`,
        sign,
        goesBy: names.flatMap((name) => found.find((each) => each.name === name)?.item ?? []),
        changes: { fromSource: [...fromSource, ...names] },
      },
    ];
  },
};

/** Runs from the checkout, where the build itself is what fails and there is nothing to compile. */
export const runFromCheckout: Rule = {
  answers: ["build_failed", "install_failed", "resolution_failed"],
  propose([sign], { adjustments, project }) {
    const { isPackaged, name } = project;
    if (adjustments.isUnbuilt || !isPackaged || name === undefined || needsCompiler(project)) return [];
    return [
      {
        what: "from the checkout, by what it declares, without its own build",
        sign,
        goesBy: buildItems(project.files).slice(0, 1),
        changes: { isUnbuilt: true },
      },
    ];
  },
};

/** Without a distribution that tests alone may need and that cannot be built here. */
export const leaveOut: Rule = {
  answers: ["unbuildable"],
  propose(signs, given) {
    const { adjustments } = given;
    return signs
      .map((sign) => ({ sign, name: normalizePackageName(sign.subject) }))
      .filter(({ name }) => isOptional(name, given) && !adjustments.without.includes(name))
      .map(({ sign, name }) => ({
        what: `without ${name}, which cannot be built here`,
        sign,
        goesBy: mentionItems(name, given),
        changes: { without: [...adjustments.without, name] },
      }));
  },
};

/** The lists of the tests name it, and so it is no need of the code itself. */
function isOptional(name: string, { project, adjustments }: Case): boolean {
  const listed = [
    ...project.tests.requirements.map((each) => each.name),
    ...project.undeclared,
    ...adjustments.added,
  ];
  return listed.includes(name);
}

/** Where files say how the repository is built. */
function buildItems(files: RepositoryFiles): EvidenceItem[] {
  return [
    ["pyproject.toml", /^\[build-system\]/] as const,
    ["setup.py", /\bsetup\s*\(/] as const,
    ["setup.cfg", /^\[metadata\]/] as const,
    ["pyproject.toml", /^\[project\]/] as const,
  ].flatMap(([path, pattern]) => itemsOf(files, path, pattern, "builds it"));
}
