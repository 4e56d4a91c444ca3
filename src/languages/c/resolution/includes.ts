import { folderOf, type RepositoryPath } from "../../../base/index.ts";
import type { BuildEvidence } from "./build-evidence.ts";
import { nearest, normalise } from "./repository-paths.ts";
import type { Include, SourceUnit } from "./source-unit.ts";

/** Which files include which, by number. */
export interface IncludeGraph {
  /** Files that this one includes itself, in order. */
  readonly included: readonly (readonly number[])[];
  /** Files that include this one themselves. */
  readonly including: readonly (readonly number[])[];
  /** What a file sees: itself and all that it includes. */
  closureOf(unit: number): ReadonlySet<number>;
  /** The lines on which one file includes another itself. */
  linesOf(unit: number, target: number): readonly number[];
  /** What a file has seen of others above a line. */
  closureAbove(unit: number, line: number): ReadonlySet<number>;
  /** What a file sees where it is included: the closures of the first few files that it ends up in; empty for one that nothing includes or that stands alone. */
  surroundingsOf(unit: number): ReadonlySet<number>;
}

/** So many of the files that a header ends up in are looked at for what it does not say itself. */
const MAX_INCLUDERS = 12;

/** So many sets of seen files are kept at a time. */
const MAX_REMEMBERED = 128;

/** Headers of the C library and POSIX: between angle brackets they mean the system's, whatever the repository has of that name. */
const SYSTEM_HEADERS = new Set(
  (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio " +
    "stdlib stdnoreturn string tgmath threads time uchar wchar wctype dirent fcntl unistd poll pthread regex semaphore strings syslog termios " +
    "netdb pwd grp glob dlfcn getopt iconv memory malloc alloca sched search spawn utime wordexp windows io direct process"
  )
    .split(" ")
    .map((name) => `${name}.h`),
);

/** Finds out which file each `#include` means: beside the file, below a folder that the build names, else the nearest whose path ends so. Only includes for which `isRead` counts. */
export function linkIncludes(
  units: readonly SourceUnit[],
  build: BuildEvidence,
  isRead: (include: Include) => boolean = () => true,
): IncludeGraph {
  const byPath = new Map(units.map((unit) => [unit.path, unit.index]));
  const byName = groupByName(units);
  const read = units.map((unit) =>
    unit.includes.filter(isRead).flatMap((include) => {
      const target = find(include, unit);
      return target === undefined ? [] : [{ target, line: include.line }];
    }),
  );
  const included = read.map((each) => [...new Set(each.map(({ target }) => target))]);
  const including: number[][] = units.map(() => []);
  included.forEach((targets, from) => targets.forEach((target) => including[target]?.push(from)));

  function find({ target, isAngled }: Include, { path, index }: SourceUnit): number | undefined {
    const folder = folderOf(path);
    const folders = isAngled ? build.includeFolders : [folder, ...build.includeFolders];
    for (const candidate of folders) {
      const found = byPath.get(normalise(candidate === "" ? target : `${candidate}/${target}`) ?? "");
      if (found !== undefined && found !== index) return found;
    }
    if (isAngled && SYSTEM_HEADERS.has(target)) return undefined;
    return findNearest(target, path);
  }
  function findNearest(target: string, path: RepositoryPath): number | undefined {
    const ending = target.replace(/^(?:\.{1,2}\/)+/, "");
    const candidates = (byName.get(lastWord(ending)) ?? []).filter(
      (unit) => (unit.path === ending || unit.path.endsWith(`/${ending}`)) && unit.path !== path,
    );
    return nearest(candidates, path)?.index;
  }

  const reach = (start: readonly number[], next: readonly (readonly number[])[]): Set<number> => {
    const seen = new Set(start);
    for (const unit of seen) for (const each of next[unit] ?? []) seen.add(each);
    return seen;
  };
  const linesOf = (unit: number, target: number): readonly number[] =>
    (read[unit] ?? []).filter((each) => each.target === target).map(({ line }) => line);
  const closureOf = remember((unit) => reach([unit], included));
  const closureAbove = (unit: number, line: number): ReadonlySet<number> => {
    const all = read[unit] ?? [];
    const above = all.filter((each) => each.line < line);
    if (above.length === all.length) return closureOf(unit);
    const seen = new Set([unit]);
    for (const { target } of above) for (const each of closureOf(target)) seen.add(each);
    return seen;
  };
  const surroundingsOf = remember((unit) => {
    if (standsAlone(units[unit])) return new Set<number>();
    const around = [...reach([unit], including)].filter((each) => each !== unit);
    const outermost = around.filter((each) => including[each]?.length === 0);
    return reach((outermost.length > 0 ? outermost : around).slice(0, MAX_INCLUDERS), included);
  });
  return { included, including, linesOf, closureOf, closureAbove, surroundingsOf };
}

/** True for a source file that includes what it needs: what other files say around it does not matter, though one may include it. */
function standsAlone(unit: SourceUnit | undefined): boolean {
  return unit !== undefined && unit.path.endsWith(".c") && unit.includes.length > 0;
}

function groupByName(units: readonly SourceUnit[]): Map<string, SourceUnit[]> {
  const groups = new Map<string, SourceUnit[]>();
  for (const unit of units) {
    const name = lastWord(unit.path);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(unit);
  }
  return groups;
}

function lastWord(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function remember<Value>(make: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, found);
    return found;
  };
}
