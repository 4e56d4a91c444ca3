import type { RepositoryPath } from "../../base/index.ts";
import { splitTestId } from "../../languages/index.ts";
import type { TestRecord } from "../environment.ts";

/** Share of the files with tests that another way to run tests must find too: a part of the tests that passes says nothing of the rest. */
export const MOST_FILES = 0.9;

/** Files of the tests that are counted by what their runs gave; of all where nothing is said. */
export function filesOf(
  records: readonly TestRecord[],
  isCounted: (outcomes: TestRecord["outcomes"]) => boolean = () => true,
): ReadonlySet<RepositoryPath> {
  return new Set(records.filter(({ outcomes }) => isCounted(outcomes)).map(({ id }) => splitTestId(id).path));
}
