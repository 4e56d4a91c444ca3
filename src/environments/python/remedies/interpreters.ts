import type { EvidenceItem, Toolchain } from "../../build-system.ts";
import { linesOf } from "../../evidence-lines.ts";
import { removedIn } from "../advice/removed-names.ts";
import { findMentions } from "../clues/mentioned.ts";
import { findUse } from "../clues/uses.ts";
import { daysAfter, minorOf, versionsOf, wasOut } from "../dates.ts";
import { compareReleases, satisfiesPython } from "../version-specifier.ts";
import { installedItem, type Case, type Proposal, type Rule } from "./remedy.ts";
import type { Symptom } from "./symptoms.ts";

/** An older interpreter, where the standard library has lost what the code uses. */
export const useOlderInterpreter: Rule = {
  answers: ["lost_name", "missing_module", "missing_build_module"],
  propose(signs, given) {
    const { release } = given.trouble;
    const [lost] = signs
      .map((sign) => ({ sign, limit: removedIn(sign.subject, sign.name) }))
      .flatMap(({ sign, limit }) =>
        limit !== undefined && release !== undefined && compareReleases(release, limit) >= 0
          ? [{ sign, limit }]
          : [],
      )
      .toSorted((a, b) => compareReleases(a.limit, b.limit));
    if (lost === undefined) return [];
    const older = usable(given).find((each) => compareReleases(each.release, lost.limit) < 0);
    if (older === undefined) return [];
    const { subject, name } = lost.sign;
    const use = findUse(given.project.files, subject, name);
    const goesBy = use === undefined ? installedItem(lost.sign, `uses ${subject}`) : [use];
    const why = `what the standard library lost in ${lost.limit} is used`;
    return [change(older, why, { sign: lost.sign, goesBy })];
  },
};

/** Another interpreter, where code or a build is not for this one: those that the repository names first, then near ones. */
export const useOtherInterpreter: Rule = {
  answers: [
    "other_interpreter",
    "import_failed",
    "collection_failed",
    "build_failed",
    "install_failed",
    "resolution_failed",
  ],
  propose(signs, given) {
    const [sign] = signs;
    const declared = declaredReleases(given);
    const known = usable(given);
    const named = known.flatMap((each) => {
      const item = declared.get(minorOf(each.release));
      return item === undefined ? [] : [{ each, item }];
    });
    const told = signs.find(({ kind }) => kind === "other_interpreter");
    return [
      ...named
        .slice(0, 1)
        .map(({ each, item }) =>
          change(each, "the newest other that the repository names", { sign, goesBy: [item] }),
        ),
      ...(told === undefined ? [] : known.slice(0, 3)).map((each) =>
        change(each, "this one does not take the code", {
          sign: told ?? sign,
          goesBy: installedItem(told ?? sign, "is for another release"),
        }),
      ),
    ];
  },
};

/** Versions of the day of the commit, with an interpreter of that time. */
export const goBackToCommit: Rule = {
  answers: [
    "tests_failed",
    "collection_failed",
    "import_failed",
    "build_failed",
    "install_failed",
    "resolution_failed",
  ],
  propose([sign], given) {
    const { date, adjustments, trouble } = given;
    if (date === null || adjustments.versions !== undefined) return [];
    const day = date.slice(0, 10);
    const known = trouble.toolchains
      .filter(({ release }) => satisfiesPython(release, given.project.requiresPython))
      .toSorted((a, b) => compareReleases(b.release, a.release));
    // The newest that was out, for it is what the author had; of older code the oldest that there is.
    const chosen =
      known.find(({ release }) => wasOut(release, daysAfter(day, -TAKEN_UP_DAYS))) ?? known.at(-1);
    if (chosen === undefined) return [];
    const isAsked = typeof given.requested["python"] === "string";
    const release = isAsked ? (trouble.release ?? chosen.release) : chosen.release;
    return [
      {
        what: `with versions up to the commit's day ${day}, on Python ${release}`,
        sign,
        goesBy: openItems(given),
        changes: { versions: versionsOf(day, release), ...(isAsked ? {} : { release }) },
      },
    ];
  },
};

/** A release is taken up some time after it is out. */
const TAKEN_UP_DAYS = 90;

/** Requirements that leave open how new the versions are, and so mean those of their day: the first three. */
function openItems({ project }: Case): readonly EvidenceItem[] {
  return findMentions(project.files)
    .filter(({ requirement }) => !/==|<|~=/.test(requirement.text))
    .slice(0, 3)
    .map(({ requirement, place }) => ({ ...place, says: `leaves open how new ${requirement.name} is` }));
}

/** Those that the repository takes, newest first, without the one in use. */
function usable({ project, trouble, requested }: Case): readonly Toolchain[] {
  if (typeof requested["python"] === "string") return [];
  return trouble.toolchains
    .filter(({ release }) => release !== trouble.release && satisfiesPython(release, project.requiresPython))
    .toSorted((a, b) => compareReleases(b.release, a.release));
}

function change(
  { release }: Toolchain,
  why: string,
  by: { readonly sign: Symptom; readonly goesBy: readonly EvidenceItem[] },
): Proposal {
  return { what: `on Python ${release} (${why})`, ...by, changes: { release } };
}

/** Minor releases that classifiers and tox name, and where. */
function declaredReleases({ project: { files } }: Case): ReadonlyMap<string, EvidenceItem> {
  const found = new Map<string, EvidenceItem>();
  for (const path of ["pyproject.toml", "setup.cfg", "setup.py", "tox.ini"]) {
    const text = files.text(path) ?? "";
    const pattern = path === "tox.ini" ? /\bpy3(\d+)\b/ : /Programming Language :: Python :: 3\.(\d+)/;
    for (const line of linesOf(text, pattern))
      for (const [, minor = ""] of (text.split("\n")[line - 1] ?? "").matchAll(new RegExp(pattern, "g")))
        if (!found.has(`3.${minor}`))
          found.set(`3.${minor}`, { path, line, says: `names Python 3.${minor}` });
  }
  return found;
}
