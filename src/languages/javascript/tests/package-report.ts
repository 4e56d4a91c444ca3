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

/** A test as a framework told it. */
export interface ReadTest {
  /** Of its file, as seen from the tree. */
  readonly path: string;
  /** Of what it stands in, then its own. */
  readonly names: readonly string[];
  readonly outcome: FinishedTest["outcome"];
  readonly message: string;
}

/** What the tests of one package gave. */
export interface PackageReport {
  readonly tests: readonly ReadTest[];
  readonly collectionErrors?: readonly CollectionError[];
  /** Begun last and never finished: the test that ended the process. */
  readonly interrupted?: Pick<ReadTest, "path" | "names"> | undefined;
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
  const name = createTestIds();
  const idOf = ({ path, names }: Pick<ReadTest, "path" | "names">): string =>
    name([`${framework}:${path}`, ...names].join("::"));
  const finished = new Map<string, FinishedTest>();
  const collectionErrors: CollectionError[] = [];
  let interrupted: string | undefined;
  let isWhole = exit !== undefined;
  for (const { text: told, rest: folder } of partsOf(parts, kind)) {
    const found = read({ text: told, root, folder, exit });
    if (found === undefined || found.interrupted !== undefined) isWhole = false;
    for (const test of found?.tests ?? [])
      finished.set(idOf(test), { outcome: test.outcome, message: test.message.slice(0, MAX_MESSAGE) });
    collectionErrors.push(...(found?.collectionErrors ?? []));
    if (found?.interrupted !== undefined) interrupted = idOf(found.interrupted);
  }
  const isEmpty = finished.size === 0 && collectionErrors.length === 0;
  const ended = isEmpty && exit === 0 ? NO_TESTS : exit;
  return reportOfOutcomes({ finished, collectionErrors, interrupted, exit: isWhole ? ended : undefined });
}
