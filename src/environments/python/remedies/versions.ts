import { normalizePackageName } from "../../../sources/index.ts";
import { itemsOf, lineAt } from "../../evidence-lines.ts";
import { findUse } from "../clues/uses.ts";
import { daysAfter, readyFor } from "../dates.ts";
import { floorOf } from "../declared-floors.ts";
import { parseRequirement, type Requirement } from "../requirement.ts";
import { knownDistribution } from "../import-map.ts";
import { mentionItems } from "./missing-modules.ts";
import { installedItem, type Rule } from "./remedy.ts";
import type { Symptom } from "./symptoms.ts";

const NOSE_STYLE = /^\s+def (?:setup|teardown)\(self\)/;

/** Releases of pytest with which something ended that tests or plug-ins are written for. */
const PYTEST_STEPS = [9, 8, 7, 6, 5, 4];

const DECLARING = ["setup.py", "setup.cfg", "pyproject.toml"];

/** The newest pytest, where the one that the repository's lists pin does not begin at all. */
export const useNewerPytest: Rule = {
  answers: ["broken_pytest"],
  propose([sign], given) {
    const { project, adjustments, requested } = given;
    const isPinned = project.tests.requirements.some(
      ({ name, text }) => name === "pytest" && /==|<|~=/.test(text),
    );
    const isAsked = [...adjustments.added, ...(requested.with ?? [])].some((text) =>
      /^pytest\b(?!-)/.test(text),
    );
    if (!isPinned || isAsked) return [];
    return [
      {
        what: "with pytest in any version",
        sign,
        goesBy: mentionItems("pytest", given),
        changes: { added: [...adjustments.added, "pytest"] },
      },
    ];
  },
};

/** What tests alone need in any version, where the one that their lists pin does not go with this interpreter: its own lines met the sign. */
export const unpinBroken: Rule = {
  answers: ["lost_name", "other_interpreter"],
  propose(signs, given) {
    const { project, adjustments } = given;
    const pinned = project.tests.requirements.filter(({ text }) => /==|<|~=/.test(text));
    const met = signs.flatMap((sign) => {
      const folder = /^site-packages\/(\w+)(?:\/|\.py$)/.exec(sign.installed?.path ?? "")?.[1] ?? "";
      const found = pinned.find(({ name }) => name === normalizePackageName(folder));
      return found === undefined || adjustments.added.includes(found.name)
        ? []
        : [{ sign, name: found.name }];
    });
    return met.slice(0, 1).map(({ sign, name }) => ({
      what: `with ${name} in any version`,
      sign,
      goesBy: [...mentionItems(name, given), ...installedItem(sign, "does not go with this interpreter")],
      changes: { added: [...adjustments.added, name] },
    }));
  },
};

/** Older ones of pytest, one after the other, where the tests or their plug-ins were written for one. */
export const useOlderPytest: Rule = {
  answers: ["old_pytest", "attribute_error", "tests_failed", "collection_failed"],
  propose(signs, given) {
    const { trouble, project, adjustments, requested } = given;
    const version = Number(/^pytest==(\d+)\./m.exec(trouble.lock)?.[1] ?? 0);
    const isAsked = requested.with?.some((text) => /^pytest\b(?!-)/.test(text)) === true;
    const { files, testFiles } = project;
    const written = testFiles.flatMap((path) => itemsOf(files, path, NOSE_STYLE, "is written for nose"));
    const plugin = DECLARING.flatMap((path) => itemsOf(files, path, /pytest11/, "is a plug-in of pytest"));
    const toldOf = ({ kind }: Symptom) => (kind === "attribute_error" ? written : plugin);
    const sign = signs.find((each) => each.kind === "old_pytest" || toldOf(each).length > 0);
    if (isAsked || sign === undefined) return [];
    const newest = sign.kind === "attribute_error" ? 8 : version;
    const others = adjustments.bounds.filter((text) => !text.startsWith("pytest<"));
    const goesBy = [
      ...toldOf(sign).slice(0, 1),
      ...mentionItems("pytest", given),
      ...installedItem(sign, "is written for an older pytest"),
    ];
    return PYTEST_STEPS.filter((step) => step <= version && step <= newest).map((step) => ({
      what: `with pytest<${step}`,
      sign,
      goesBy,
      changes: { bounds: [...others, `pytest<${step}`] },
      // pytest is none of what a day decides: it has to go with the interpreter first.
      completes: adjustments.versions !== undefined && sign.kind === "old_pytest",
    }));
  },
};

/** Of versions of a day, newer ones of what cannot be built for the interpreter: those of the time when it could. */
export const useNewerThanDay: Rule = {
  answers: ["unbuildable"],
  propose(signs, given) {
    const { versions } = given.adjustments;
    const day = readyFor(given.trouble.release ?? "");
    if (versions === undefined || day === undefined || day <= versions.date) return [];
    return signs
      .map((sign) => ({ sign, name: normalizePackageName(sign.subject) }))
      .filter(({ name }) => versions.except[name] === undefined)
      .map(({ sign, name }) => ({
        what: `with ${name} up to ${day}`,
        sign,
        goesBy: mentionItems(name, given),
        changes: { versions: { ...versions, except: { ...versions.except, [name]: day } } },
        completes: true,
      }));
  },
};

/** Of what cannot be built in its newest release the ones that the repository's requirement begins with: they go with the libraries of their time. */
export const useFirstReleases: Rule = {
  answers: ["unbuildable"],
  propose: (signs, given) =>
    signs.flatMap((sign) => {
      const { project, adjustments } = given;
      const name = normalizePackageName(sign.subject);
      const asked = [...project.dependencies, ...project.tests.requirements];
      const [first] = asked.flatMap((each) => (each.name === name ? (lineOf(each) ?? []) : []));
      const isBound = adjustments.bounds.some((text) => parseRequirement(text)?.name === name);
      if (first === undefined || isBound || sign.line.includes(`==${first}.`)) return [];
      return {
        what: `with ${name}==${first}.*`,
        sign,
        goesBy: mentionItems(name, given),
        changes: { bounds: [...adjustments.bounds, `${name}==${first}.*`] },
      };
    }),
};

/** The line of releases that a requirement with an open end begins with: `3.50` of `>=3.50.1`. */
function lineOf(requirement: Requirement): string | undefined {
  if (/~=|==/.test(requirement.text)) return undefined;
  return floorOf(requirement)?.split(".").slice(0, 2).join(".");
}

/** What is taken from where it is developed: `git+https://…/NAME.git@…#egg=NAME`. */
const FROM_GIT =
  /\bgit\+\w+:\/\/[^\s"'#]+\/(?<repository>[\w.-]+?)(?:\.git)?(?:@[^\s"'#]+)?(?:#egg=(?<egg>[\w.-]+)|(?=["'\s]|$))/u;
/** Files that say what tests are run with. */
const TELLING =
  /(?:^|\/)(?:tox\.ini|setup\.(?:py|cfg)|pyproject\.toml|Makefile|Dockerfile|[^/]*require[^/]*\.txt|[^/]*\.ya?ml)$/iu;
/** Days after a commit in which what it took from a development branch was released. */
const RELEASE_DAYS = 90;

/** Of versions of a day, the next ones of what the repository takes from where it is developed: so it was at that day. */
export const useNextReleases: Rule = {
  answers: ["tests_failed", "collection_failed", "import_failed", "lost_name", "attribute_error"],
  propose([sign], { project: { files }, adjustments: { versions }, trouble }) {
    if (versions === undefined) return [];
    const until = daysAfter(versions.date, RELEASE_DAYS);
    const items = files.paths
      .filter((path) => TELLING.test(path))
      .flatMap((path) => itemsOf(files, path, FROM_GIT, "takes from git"));
    const found = items.flatMap((item) => {
      const { repository = "", egg } =
        FROM_GIT.exec(lineAt(files.text(item.path) ?? "", item.line))?.groups ?? {};
      const name = normalizePackageName(egg ?? repository);
      const isThere = new RegExp(`^${RegExp.escape(name)}==`, "mu").test(trouble.lock);
      return isThere && (versions.except[name] ?? "") < until ? [{ name, item }] : [];
    });
    const names = [...new Set(found.map(({ name }) => name))];
    if (names.length === 0) return [];
    const later = Object.fromEntries(names.map((name) => [name, until]));
    return [
      {
        what: `with ${names.join(", ")} up to ${until}`,
        sign,
        goesBy: found.map(({ name, item }) => ({ ...item, says: `takes ${name} from git` })),
        changes: { versions: { ...versions, except: { ...versions.except, ...later } } },
      },
    ];
  },
};

/** An older version of what has lost a name, or a module of its own, that the code uses. */
export const useOlderVersion: Rule = {
  answers: ["lost_name", "missing_module"],
  propose: (signs, given) =>
    signs.flatMap((sign) => {
      if (sign.kind === "missing_module" && !sign.subject.includes(".")) return [];
      const { trouble, adjustments, project } = given;
      const [top = sign.subject] = sign.subject.split(".");
      // Nothing is installed by a name that is only like the module's: the lock has it already.
      const name = knownDistribution(top)?.replace(/[<>=].*$/, "") ?? normalizePackageName(top);
      const version = new RegExp(`^${RegExp.escape(name)}==(\\d+)(?:\\.(\\d+))?`, "m").exec(trouble.lock);
      if (name === "pytest" || version?.[1] === undefined) return [];
      const bound = `${name}<${version[1] === "0" ? `0.${version[2] ?? "1"}` : version[1]}`;
      const others = adjustments.bounds.filter((text) => !text.startsWith(`${name}<`));
      const use = findUse(project.files, sign.subject, sign.name);
      return [
        {
          what: `with ${bound}`,
          sign,
          goesBy: [
            ...(use === undefined ? installedItem(sign, "uses it") : [use]),
            ...mentionItems(name, given),
          ],
          changes: { bounds: [...others, bound] },
        },
      ];
    }),
};
