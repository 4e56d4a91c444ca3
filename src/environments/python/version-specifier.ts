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
      .every((clause) => satisfiesClause(parseRelease(release), clause)),
  );
}

/** True for what `satisfiesPython` reads as a user would type it: a release or the start of one, or clauses joined by commas. */
export function isPythonRequest(text: string): boolean {
  return /^\d+(?:\.\d+){1,2}$/.test(text) || text.split(",").every((clause) => CLAUSE.test(clause));
}

const CLAUSE = /^\s*(?:~=|==|!=|<=|>=|<|>)\s*\d+(?:\.\d+){0,2}(?:\.\*)?\s*$/;

/** Compares two releases number by number: negative, zero or positive. */
export function compareReleases(a: string, b: string): number {
  return compare(parseRelease(a), parseRelease(b));
}

function satisfiesClause(release: readonly number[], clause: string): boolean {
  const match = /^(~=|===?|!=|<=|>=|<|>|\^|~)?\s*v?(\d+(?:\.\d+)*)(\.\*)?/.exec(clause);
  if (match?.[2] === undefined) return true;
  const bound = parseRelease(match[2]);
  const isPrefix = match[3] !== undefined;
  const startsWithBound = bound.every((part, index) => (release[index] ?? 0) === part);
  switch (match[1]) {
    case ">=":
      return compare(release, bound) >= 0;
    case "<=":
      return isPrefix ? compare(release, bound) <= 0 || startsWithBound : compare(release, bound) <= 0;
    case "<":
      return compare(release, bound) < 0;
    case ">":
      return compare(release, bound) > 0;
    case "!=":
      return isPrefix ? !startsWithBound : compare(release, bound) !== 0;
    case "~=":
      return compare(release, bound) >= 0 && hasPrefix(release, bound.slice(0, -1));
    case "^":
      return compare(release, bound) >= 0 && hasPrefix(release, bound.slice(0, 1));
    case "~":
      return compare(release, bound) >= 0 && hasPrefix(release, bound.slice(0, 2));
    default:
      return isPrefix || match[1] === undefined ? startsWithBound : compare(release, bound) === 0;
  }
}

function hasPrefix(release: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((part, index) => (release[index] ?? 0) === part);
}

function parseRelease(text: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
