import { removedIn } from "../advice/removed-names.ts";
import { minorOf, versionsOf, wasOut } from "../dates.ts";
import { compareReleases, satisfiesPython } from "../version-specifier.ts";
import type { Toolchain } from "../../build-system.ts";
import type { Case, Proposal, Rule } from "./remedy.ts";

const REMOVED_NAME =
  /cannot import name '(?<imported>\w+)' from '(?<from>[\w.]+)'|module '(?<module>[\w.]+)' has no attribute '(?<attribute>\w+)'/g;
const REMOVED_MODULE = /No module named ['"]?([A-Za-z_][\w.]*)['"]?/g;

/** An older interpreter, where the standard library has lost what the code uses. */
export const useOlderInterpreter: Rule = (given) => {
  const { log, release } = given.trouble;
  const names = [...log.matchAll(REMOVED_NAME)].map(({ groups = {} }) =>
    removedIn(groups["from"] ?? groups["module"] ?? "", groups["imported"] ?? groups["attribute"]),
  );
  const modules = [...log.matchAll(REMOVED_MODULE)].map(([, module = ""]) => removedIn(module));
  const [limit] = [...names, ...modules]
    .filter((each) => each !== undefined)
    .filter((each) => release !== undefined && compareReleases(release, each) >= 0)
    .toSorted(compareReleases);
  if (limit === undefined) return [];
  const older = usable(given).find((each) => compareReleases(each.release, limit) < 0);
  return older === undefined ? [] : [change(older, `what the standard library lost in ${limit} is used`)];
};

const SYNTAX = /SyntaxError|IndentationError/;
const OF_INTERPRETER =
  /required field "?'?(?:lineno|posonlyargs|type_ignores)"?'?|metaclass conflict|code\(\) (?:takes|argument)|_PyUnicode|PyFrameObject|'_io\.\w+' object|pyconfig|longintrepr\.h|Py_UNICODE|tstate|ob_digit/;

/** Another interpreter, where code or a build is not for this one: those that the repository names first, then near ones. */
export const useOtherInterpreter: Rule = (given) => {
  const { log, failure } = given.trouble;
  const isFailing = ["import_failed", "collection_failed", "build_failed", "install_failed", "resolution_failed"].includes(
    failure?.category ?? "",
  );
  const isTold = SYNTAX.test(log) || OF_INTERPRETER.test(log) || /requires-python|Requires-Python|Python>=?\d/.test(log);
  if (!isTold && !isFailing) return [];
  const declared = declaredReleases(given);
  const known = usable(given);
  const named = known.filter(({ release }) => declared.has(minorOf(release)));
  return [
    ...named.slice(0, 1).map((each) => change(each, "the newest that the repository names")),
    ...(isTold ? known.slice(0, 3).map((each) => change(each, "this one does not take the code")) : []),
  ];
};

/** Versions of the day of the commit, with an interpreter of that time. */
export const goBackToCommit: Rule = (given) => {
  const { date, adjustments, trouble } = given;
  if (date === null || adjustments.versions !== undefined || !canBeOld(given)) return [];
  const day = date.slice(0, 10);
  const known = [
    ...trouble.toolchains.filter(({ release }) => satisfiesPython(release, given.project.requiresPython)),
  ].toSorted((a, b) => compareReleases(b.release, a.release));
  // The newest that was out, for it is what the author had; of older code the oldest that there is.
  const chosen = known.find(({ release }) => wasOut(release, monthsBefore(day))) ?? known.at(-1);
  if (chosen === undefined) return [];
  const isAsked = typeof given.requested["python"] === "string";
  const release = isAsked ? (trouble.release ?? chosen.release) : chosen.release;
  return [
    {
      what: `with versions up to the commit's day ${day}, on Python ${release}`,
      changes: {
        versions: versionsOf(day, release),
        ...(isAsked ? {} : { release }),
      },
      changesInstallation: true,
    },
  ];
};

/** A release is taken up some time after it is out. */
function monthsBefore(day: string): string {
  return new Date(Date.parse(day) - 90 * 86_400_000).toISOString().slice(0, 10);
}

/** What fails is no sign of age where only the system, a file or a variable is missing. */
function canBeOld({ trouble: { failure } }: Case): boolean {
  return failure !== undefined && !["timed_out", "registry_unreachable", "no_interpreter", "needs_system_package"].includes(failure.category);
}

/** Those that the repository takes, newest first, without the one in use. */
function usable({ project, trouble, requested }: Case): readonly Toolchain[] {
  if (typeof requested["python"] === "string") return [];
  return trouble.toolchains
    .filter(({ release }) => release !== trouble.release && satisfiesPython(release, project.requiresPython))
    .toSorted((a, b) => compareReleases(b.release, a.release));
}

function change({ release }: Toolchain, why: string): Proposal {
  return { what: `on Python ${release} (${why})`, changes: { release }, changesInstallation: true };
}

/** Minor releases that classifiers and tox name. */
function declaredReleases({ project: { files } }: Case): ReadonlySet<string> {
  const text = ["pyproject.toml", "setup.cfg", "setup.py"].map((path) => files.text(path) ?? "").join("\n");
  const classified = [...text.matchAll(/Programming Language :: Python :: (3\.\d+)/g)].map(([, each = ""]) => each);
  const tox = [...(files.text("tox.ini") ?? "").matchAll(/\bpy3(\d+)\b/g)].map(([, minor = ""]) => `3.${minor}`);
  return new Set([...classified, ...tox]);
}
