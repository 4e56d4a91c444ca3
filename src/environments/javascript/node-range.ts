import { compareNumbers } from "../releases.ts";

/** True where a release (`20.11.1`) lies in a range as `engines` have it (`^18.18 || >=20`). A range that cannot be read holds every release. */
export function isInRange(release: string, range: string): boolean {
  const alternatives = range.split("||").map((each) => readBounds(each.trim()));
  return alternatives.some((bounds) => bounds.every((isWithin) => isWithin(release)));
}

type Bound = (release: string) => boolean;

function readBounds(text: string): Bound[] {
  const hyphen = /^v?([\d.]+)\s+-\s+v?([\d.]+)$/.exec(text);
  if (hyphen !== null) return [atLeast(hyphen[1] ?? "0"), below(after(partsOf(hyphen[2] ?? "0")))];
  return [...text.matchAll(/(\^|~>?|[<>]=?|=)?\s*v?(\d[\d.]*)(?:\.[xX*])*(?:-[\w.]+)?/g)].flatMap(
    ([, operator = "", version = ""]) => boundsOf(operator, version.replace(/\.$/, "")),
  );
}

function boundsOf(operator: string, version: string): Bound[] {
  const parts = partsOf(version);
  switch (operator) {
    case "^":
      return [atLeast(version), below(after(parts.slice(0, parts[0] === 0 ? 2 : 1)))];
    case "~":
    case "~>":
      return [atLeast(version), below(after(parts.slice(0, 2)))];
    case ">=":
      return [atLeast(version)];
    case ">":
      return [atLeast(parts.length < 3 ? after(parts) : `${version}.1`)];
    case "<":
      return [below(version)];
    case "<=":
      return [below(after(parts))];
    default:
      return [atLeast(version), below(after(parts))];
  }
}

function partsOf(version: string): number[] {
  return version.split(".").map(Number);
}

/** The first release behind all that begin with these numbers. */
function after(parts: readonly number[]): string {
  return [...parts.slice(0, -1), (parts.at(-1) ?? 0) + 1].join(".");
}

function atLeast(version: string): Bound {
  return (release) => compareNumbers(release, version) >= 0;
}

function below(version: string): Bound {
  return (release) => compareNumbers(release, version) < 0;
}
