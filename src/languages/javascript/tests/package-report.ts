import { exitOfParts, partsOf, readParts } from "../../report-parts.ts";
import { createTestIds } from "../../test-names.ts";
import {
  MAX_MESSAGE,
  NO_TESTS,
  reportOfOutcomes,
  type CollectionError,
  type FinishedTest,
  type TestReport,
} from "../../test-report.ts";
import { withoutClock } from "./clock-names.ts";

/** A test as a framework names it. */
export interface NamedTest {
  /** Of its file, as seen from the tree. */
  readonly path: string;
  /** Of what it stands in, then its own. */
  readonly names: readonly string[];
  /** Which of the collected ones it is, where it is one. */
  readonly index?: number | undefined;
}

/** A test and what it gave. */
export interface ReadTest extends NamedTest {
  readonly outcome: FinishedTest["outcome"];
  readonly message: string;
}

/** What the tests of one package gave. */
export interface PackageReport {
  readonly tests: readonly ReadTest[];
  /** All that there are, where the framework says it first. */
  readonly collected?: readonly NamedTest[];
  readonly collectionErrors?: readonly CollectionError[];
  /** Begun last and never finished: the test that ended the process. */
  readonly interrupted?: NamedTest | undefined;
}

/** What reading one package's part of a report needs to know of the run. */
export interface PackagePart {
  readonly text: string;
  /** The tree's folder as the run saw it. */
  readonly root: string;
  /** The package's folder below it. */
  readonly folder: string;
  /** How the run ended, all packages together; undefined where it did not. */
  readonly exit: number | undefined;
}

/** Reads a report of `guest/run-tests.sh` with parts of one kind. A package without a report of its own was not collected. */
export function readPackageReports(
  text: string,
  framework: string,
  kind: string,
  read: (part: PackagePart) => PackageReport | undefined,
): TestReport {
  const parts = readParts(text);
  const root = partsOf(parts, "root")[0]?.rest ?? "";
  const exit = exitOfParts(parts);
  const packages = partsOf(parts, kind);
  const reports = packages.map((part) => read({ text: part.text, root, folder: part.rest, exit }));
  const named = { collecting: createTestIds(), naming: createTestIds() };
  const told = reports.flatMap((report) =>
    report === undefined ? [] : [nameTests(report, framework, named)],
  );
  const finished = new Map(told.flatMap((each) => each.finished));
  const collected = told.flatMap((each) => each.collected);
  // Where others tell of tests, a package that does not is one whose tests could not be run.
  const silent = told.length === 0 ? [] : packages.filter((_, index) => reports[index] === undefined);
  const collectionErrors = [
    ...reports.flatMap((report) => report?.collectionErrors ?? []),
    ...silent.map(({ rest }) => ({
      path: manifestOf(rest),
      message: "The command of this package told of no test.",
    })),
  ];
  const interrupted = told.map((each) => each.interrupted).find((id) => id !== undefined);
  const isEmpty = finished.size === 0 && collectionErrors.length === 0;
  const isWhole = interrupted === undefined && told.length === reports.length;
  return reportOfOutcomes({
    finished,
    collectionErrors,
    ...(collected.length === 0 ? {} : { collected }),
    interrupted,
    exit: !isWhole ? undefined : isEmpty && exit === 0 ? NO_TESTS : exit,
  });
}

/** The manifest of a package's folder, `.` for the root's, which stands for the whole package. */
export function manifestOf(folder: string): string {
  return folder === "." ? "package.json" : `${folder}/package.json`;
}

/** Puts ids in the place of names. A test that was collected has the id that it got there. */
function nameTests(
  { tests, collected = [], interrupted }: PackageReport,
  framework: string,
  { collecting, naming }: Readonly<Record<"collecting" | "naming", (id: string) => string>>,
): { finished: [string, FinishedTest][]; collected: string[]; interrupted: string | undefined } {
  const describe = ({ path, names }: NamedTest): string =>
    withoutClock([`${framework}:${path}`, ...names].join("::"));
  const known = collected.map((test) => collecting(describe(test)));
  const idOf = (test: NamedTest): string => known[test.index ?? -1] ?? naming(describe(test));
  return {
    finished: tests.map(({ outcome, message, ...test }) => [
      idOf(test),
      { outcome, message: message.slice(0, MAX_MESSAGE) },
    ]),
    collected: known,
    interrupted: interrupted === undefined ? undefined : idOf(interrupted),
  };
}
