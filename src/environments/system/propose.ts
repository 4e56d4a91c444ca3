import type { RemedyReason, Trouble } from "../build-system.ts";
import { findAllMissing, findMissingOfException, type MissingFromSystem } from "./missing.ts";

/** A package that may help, and why. */
export interface WantedPackage {
  /** Debian's. */
  readonly name: string;
  readonly reason: RemedyReason;
}

/** What of a trouble may tell what the system lacks. */
export type Told = Pick<Trouble, "failure" | "log" | "failedBuilds">;

/** The package of the first thing that the system lacks and that the map has a package of; nothing where that is laid out already. */
export function proposeSystemPackage(trouble: Told, had: readonly string[]): readonly WantedPackage[] {
  return findLacking(trouble)
    .flatMap(({ package: name, kind, line }) =>
      name === undefined || had.includes(name) ? [] : { name, kind, line },
    )
    .slice(0, 1)
    .map(({ name, line }) => ({
      name,
      reason: {
        what: `with the system's package ${name} laid over its files`,
        failure: "needs_system_package",
        sign: line.slice(0, 300),
        goesBy: [],
      },
    }));
}

/** Failures of programs that build or install: all that they print may tell. So may what tests print whose framework tells no exception. */
const OF_BUILDING: readonly unknown[] = [
  "needs_system_package",
  "build_failed",
  "install_failed",
  "collection_failed",
];

function findLacking({
  failure,
  log,
  failedBuilds,
}: Told): readonly (MissingFromSystem & { readonly line: string })[] {
  if (failure === undefined) return [];
  const { cause, category } = failure;
  const asked = cause === undefined ? undefined : findMissingOfException(cause.text);
  const told = asked === undefined || cause === undefined ? [] : [{ ...asked, line: cause.text }];
  const isOfPrograms = category === "tests_failed" && cause === undefined;
  const printed =
    isOfPrograms || OF_BUILDING.includes(category) ? findAllMissing(`${failure.message}\n${log}`) : [];
  const ofBuild = findMissingOfException(failedBuilds);
  const builds = ofBuild === undefined ? [] : [{ ...ofBuild, line: `${ofBuild.name} is not there` }];
  return [...told, ...printed, ...builds, ...findAllMissing(failedBuilds)];
}
