import type { RepositoryPath } from "../../base/index.ts";
import type { EvidenceItem, Toolchain } from "../build-system.ts";
import { isWorkflow } from "../declared-commands.ts";
import { failed, made, type Step } from "../failures.ts";
import type { RepositoryFiles } from "../repository-files.ts";

/** A release of Java that a file names. */
export interface NamedRelease extends EvidenceItem {
  readonly major: number;
}

/** What sources are written in, and what the repository's own runs use. */
export interface NamedReleases {
  readonly declared: readonly NamedRelease[];
  readonly used: readonly NamedRelease[];
}

/** An element of a pom.xml that says a release: the compiler's own, or a property that is named for one. */
const LEVEL =
  /<((?:maven\.compiler?\.)?(?:test)?(?:source|target|release)|(?:[a-z]+[._-])?(?:java|jdk|javac)(?:[._-]?(?:version|level|source|target|release|compiler)){0,3})>\s*(?:1\.)?(\d{1,2})\s*</i;

const VERSION_FILES = /^(?:\.java-version|\.sdkmanrc|\.tool-versions|system\.properties)$/;

/** Reads what build files say of the sources, and what version files and continuous integration run them with. */
export function namedReleases(files: RepositoryFiles, poms: readonly RepositoryPath[]): NamedReleases {
  const declared = poms.flatMap((path) =>
    linesWith(files, path, (line) => {
      const [, name = "", major] = LEVEL.exec(line) ?? [];
      return major === undefined ? [] : [{ major: Number(major), says: `${name} ${Number(major)}` }];
    }),
  );
  const telling = files.paths.filter((path) => isWorkflow(path) || VERSION_FILES.test(path));
  return { declared, used: telling.flatMap((path) => linesWith(files, path, usedIn)) };
}

function usedIn(line: string): { readonly major: number; readonly says: string }[] {
  if (!/java|jdk/i.test(line) || /\buses:|\brun:/.test(line)) return [];
  const named = [
    ...line.matchAll(/(?<![\w.])(?:1\.)?(\d{1,2})(?:[.+]\d[\w.+]*)?(?![\w.])|(?:open|oracle)jdk(\d{1,2})\b/g),
  ];
  const majors = named
    .map(([, number, jdk]) => Number(number ?? jdk))
    .filter((major) => major >= 5 && major < 40);
  return majors.map((major) => ({ major, says: `run with Java ${major}` }));
}

function linesWith(
  files: RepositoryFiles,
  path: RepositoryPath,
  read: (line: string) => readonly { readonly major: number; readonly says: string }[],
): NamedRelease[] {
  const lines = (files.text(path) ?? "").split("\n");
  return lines.flatMap((line, index) => read(line).map((found) => ({ path, line: index + 1, ...found })));
}

/** The first number of a release. */
export function majorOf({ release }: Pick<Toolchain, "release">): number {
  return Number(release.split(".")[0]);
}

/** The lowest release whose sources a JDK still compiles. */
export function lowestLevel(major: number): number {
  if (major >= 20) return 8;
  return major >= 12 ? 7 : 6;
}

/**
 * Of the JDKs that know every release that sources are written in, the one that the repository's own runs use, else the preferred one; for sources older
 * than Java 8 the oldest. The newest where none knows them all.
 */
export function chooseJava(known: readonly Toolchain[], { declared, used }: NamedReleases): Step<Toolchain> {
  const highest = Math.max(0, ...declared.map(({ major }) => major));
  const fromOld = known.toSorted((a, b) => majorOf(a) - majorOf(b));
  const isOld = declared.length > 0 && highest < 8;
  const fits = (isOld ? fromOld : known).filter((each) => majorOf(each) >= highest);
  const isUsed = (each: Toolchain): boolean => used.some(({ major }) => major === majorOf(each));
  const chosen = fits.find(isUsed) ?? fits[0] ?? fromOld.at(-1);
  return chosen === undefined
    ? failed("no_interpreter", "The repository needs a JDK and Maven; this machine lacks one of them.")
    : made(chosen);
}
