import { posix } from "node:path";

import type { RepositoryPath } from "../../../base/index.ts";
import { isStandardModule } from "../../../languages/index.ts";
import { normalizePackageName } from "../../../sources/index.ts";
import type { EvidenceItem } from "../../build-system.ts";
import type { RepositoryFiles } from "../../repository-files.ts";
import { isOfInterpreter } from "../advice/distributions.ts";
import { isRemoved, removedIn } from "../advice/removed-names.ts";
import { findMentions, type Mention } from "../clues/mentioned.ts";
import { findUse } from "../clues/uses.ts";
import { knownDistribution } from "../import-map.ts";
import { findImportRoots, modulesIn } from "../import-roots.ts";
import { parseRequirement } from "../requirement.ts";
import { BY_FIXTURE } from "../undeclared.ts";
import { compareReleases } from "../version-specifier.ts";
import { installedItem, type Case, type Proposal, type Rule } from "./remedy.ts";
import type { Symptom } from "./symptoms.ts";

/** Installs what has the modules that were missed: what the repository itself names somewhere, else what the map knows. */
export const addMissing: Rule = {
  answers: ["missing_module", "missing_fixture", "unknown_option", "async_tests"],
  propose(signs, given) {
    const wanted = signs
      .flatMap((sign) => findWanted(sign, given) ?? [])
      .filter(({ text }) => !given.adjustments.added.includes(text));
    const unique = [...new Map(wanted.map((each) => [each.text, each])).values()];
    const inAnyVersion = unique.map((each) => ({ ...each, text: withoutVersion(each.text) }));
    const isBound = unique.some(({ text }, index) => text !== inAnyVersion[index]?.text);
    return [...propose(unique, given), ...(isBound ? propose(inAnyVersion, given) : [])];
  },
};

/** Puts a folder on the import path in which files import each other as programs that are started there do. */
export const importBesideTests: Rule = {
  answers: ["missing_module"],
  propose(signs, { project: { files, testFiles }, adjustments, trouble }) {
    const roots = trouble.importRoots ?? adjustments.roots ?? findImportRoots(files, []);
    const found = signs.flatMap((sign) => {
      const [top = ""] = sign.subject.split(".");
      const folders = files.paths.flatMap((path) =>
        path.endsWith(`/${top}.py`) || path.endsWith(`/${top}/__init__.py`)
          ? [path.slice(0, path.lastIndexOf(`/${top}`))]
          : [],
      );
      const distinct = [...new Set(folders)].filter(
        (folder) => !hidesStandardModule(files, folder, trouble.release),
      );
      return distinct.flatMap((folder) => {
        const beside = files.paths.filter((path) => posix.dirname(path) === folder);
        // What starts the tests of a folder may put that folder on the path for those in folders below it, and the only one that has such a module for all.
        const below =
          distinct.length === 1 ? testFiles : testFiles.filter((path) => path.startsWith(`${folder}/`));
        const use = findUse(files, top, undefined, beside) ?? findUse(files, top, undefined, below);
        return use === undefined || roots.includes(folder) ? [] : [{ sign, folder, use }];
      });
    });
    const folders = [...new Map(found.map((each) => [each.folder, each])).values()];
    const isOneOfEach = new Set(folders.map(({ sign }) => sign)).size === folders.length;
    const together = folders.length > 1 && isOneOfEach ? [folders] : [];
    return [...together, ...folders.map((each) => [each])].flatMap((taken): Proposal[] => {
      const names = taken.map(({ folder }) => folder);
      return taken.slice(0, 1).map(({ sign }) => ({
        what: `with ${names.join(", ")} on the import path`,
        sign,
        goesBy: taken.map(({ use }) => use),
        changes: { roots: [...roots, ...names] },
      }));
    });
  },
};

/** True where a module in a folder is called as one of the standard library is: all programs would get it in the place of that. */
function hidesStandardModule(
  files: RepositoryFiles,
  folder: RepositoryPath,
  release: string | undefined,
): boolean {
  return modulesIn(files, folder).some(
    (name) => isStandardModule(name) && !name.startsWith("_") && !isRemoved(removedIn(name), release ?? "3"),
  );
}

/** A requirement that would help. */
export interface Wanted {
  readonly text: string;
  readonly sign: Symptom;
  readonly goesBy: readonly EvidenceItem[];
}

function propose(wanted: readonly Wanted[], { adjustments }: Case): Proposal[] {
  const [first] = wanted;
  if (first === undefined) return [];
  const names = new Set(wanted.map(({ text }) => parseRequirement(text)?.name));
  return [
    {
      what: `with ${wanted.map(({ text }) => text).join(", ")}`,
      sign: first.sign,
      goesBy: wanted.flatMap(({ goesBy }) => goesBy),
      changes: {
        added: [...adjustments.added, ...wanted.map(({ text }) => text)],
        without: adjustments.without.filter((name) => !names.has(name)),
      },
    },
  ];
}

/** As old pins fit no newer interpreter; what must not be newer for another reason (`setuptools<81`) keeps its bound. */
function withoutVersion(text: string): string {
  const parsed = parseRequirement(text);
  return parsed === undefined || parsed.name === "setuptools" ? text : parsed.name;
}

/** Plug-ins of pytest by an option of theirs that pytest does not know. */
const BY_OPTION: Readonly<Record<string, string>> = {
  "--asyncio-mode": "pytest-asyncio",
  "--create-db": "pytest-django",
  "--doctest-plus": "pytest-doctestplus",
  "--ds": "pytest-django",
  "--mpl": "pytest-mpl",
  "--nbval": "nbval",
  "--no-migrations": "pytest-django",
  "--nomigrations": "pytest-django",
  "--remote-data": "pytest-remotedata",
  "--reuse-db": "pytest-django",
  "--snapshot": "syrupy",
};

function findWanted(sign: Symptom, given: Case): Wanted | undefined {
  if (sign.kind === "missing_module") return findDistribution(sign, given);
  const plugin = pluginOf(sign);
  if (plugin === undefined) return undefined;
  const mention = mentionOf(plugin, given);
  return mention === undefined
    ? { text: plugin, sign, goesBy: [] }
    : { text: mention.requirement.text, sign, goesBy: [asItem(mention)] };
}

function pluginOf({ kind, subject }: Symptom): string | undefined {
  if (kind === "async_tests") return "pytest-asyncio";
  const table = kind === "missing_fixture" ? BY_FIXTURE : BY_OPTION;
  return Object.hasOwn(table, subject) ? table[subject] : undefined;
}

/** What has a module that is not the repository's own, as a requirement; undefined where neither the repository nor the map tells. */
export function findDistribution(sign: Symptom, given: Case): Wanted | undefined {
  const { project, trouble } = given;
  const { subject: module } = sign;
  const [top = module] = module.split(".");
  if (isOfInterpreter(top)) return undefined;
  const limit = removedIn(top);
  // A module of the standard library that is gone comes back with an older interpreter.
  if (limit !== undefined && trouble.toolchains.some(({ release }) => compareReleases(release, limit) < 0))
    return undefined;
  const known = knownDistribution(module);
  const mention = mentionOf(known ?? top, given);
  // A folder of tests may be called as what they are for: `tests/django`.
  const isNamed =
    mention !== undefined && mention.requirement.name !== normalizePackageName(project.name ?? "");
  if (isOwn(top, project) && !isNamed) return undefined;
  const use = findUse(project.files, module);
  const uses = use === undefined ? installedItem(sign, `needs ${module}`) : [use];
  if (mention !== undefined)
    return { text: mention.requirement.text, sign, goesBy: [asItem(mention), ...uses] };
  return known === undefined ? undefined : { text: known, sign, goesBy: uses };
}

function asItem({ requirement, place }: Mention): EvidenceItem {
  return { ...place, says: `names ${requirement.text}` };
}

/** Where the repository names a distribution. */
export function mentionOf(text: string, { project }: Case): Mention | undefined {
  const name = normalizePackageName(text.replace(/[<>=!~[;].*$/, ""));
  return findMentions(project.files).find(({ requirement }) => requirement.name === name);
}

/** The same as evidence. */
export function mentionItems(text: string, given: Case): readonly EvidenceItem[] {
  const mention = mentionOf(text, given);
  return mention === undefined ? [] : [asItem(mention)];
}

function isOwn(top: string, { files }: Case["project"]): boolean {
  return files.paths.some(
    (path) =>
      path.endsWith(".py") &&
      (path === `${top}.py` || path.endsWith(`/${top}.py`) || path.split("/").slice(0, -1).includes(top)),
  );
}
