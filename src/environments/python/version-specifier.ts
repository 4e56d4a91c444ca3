import { comparePythonVersions, parsePythonVersion, type PythonVersion } from "../../sources/index.ts";

/**
 * True when a release (`3.11.7`) satisfies a `requires-python` text: PEP 440 clauses joined by commas, and Poetry's
 * `^`, `~`, `*` and `||`. Pre-release parts are ignored, for interpreters are compared by release only. A text that
 * cannot be read is taken as satisfied: the installer will say so in its own words.
 */
export function satisfiesPython(release: string, specifier: string | undefined): boolean {
  if (specifier === undefined || specifier.trim() === "") return true;
  return specifier.split("||").some((alternative) =>
    alternative
      .replaceAll(/([<>=!~^])\s+/g, "$1")
      .split(/[,\s]+(?=[<>=!~^*\d])|,/)
      .map((clause) => clause.trim())
      .filter((clause) => clause !== "")
      .every((clause) => satisfiesClause(releaseOf(release), clause)),
  );
}

/** True for what `satisfiesPython` reads as a user would type it: a release or the start of one, or clauses joined by commas. */
export function isPythonRequest(text: string): boolean {
  return /^\d+(?:\.\d+){1,2}$/.test(text) || text.split(",").every((clause) => CLAUSE.test(clause));
}

const CLAUSE = /^\s*(?:~=|==|!=|<=|>=|<|>)\s*\d+(?:\.\d+){0,2}(?:\.\*)?\s*$/;

/** Compares two releases number by number: negative, zero or positive. */
export function compareReleases(a: string, b: string): number {
  return comparePythonVersions(releaseOf(a), releaseOf(b));
}

function satisfiesClause(version: PythonVersion, clause: string): boolean {
  const match = /^(~=|===?|!=|<=|>=|<|>|\^|~)?\s*v?(\d+(?:\.\d+)*)(\.\*)?/.exec(clause);
  if (match?.[2] === undefined) return true;
  const bound = releaseOf(match[2]);
  const difference = comparePythonVersions(version, bound);
  const isPrefix = match[3] !== undefined;
  const startsWithBound = hasPrefix(version, bound.release);
  switch (match[1]) {
    case ">=":
      return difference >= 0;
    case "<=":
      return isPrefix ? difference <= 0 || startsWithBound : difference <= 0;
    case "<":
      return difference < 0;
    case ">":
      return difference > 0;
    case "!=":
      return isPrefix ? !startsWithBound : difference !== 0;
    case "~=":
      return difference >= 0 && hasPrefix(version, bound.release.slice(0, -1));
    case "^":
      return difference >= 0 && hasPrefix(version, bound.release.slice(0, 1));
    case "~":
      return difference >= 0 && hasPrefix(version, bound.release.slice(0, 2));
    default:
      return isPrefix || match[1] === undefined ? startsWithBound : difference === 0;
  }
}

function hasPrefix({ release }: PythonVersion, prefix: readonly number[]): boolean {
  return prefix.every((part, index) => (release[index] ?? 0) === part);
}

/** The release that a text begins with; 0 where it begins with none. */
function releaseOf(text: string): PythonVersion {
  const version = parsePythonVersion(/^\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0");
  if (version === undefined) throw new Error(`"${text}" begins with no release.`);
  return version;
}
