import { itemsOf } from "../evidence-lines.ts";
import type { EvidenceItem } from "../build-system.ts";
import { describeRun, findRuns } from "./clues/runs.ts";
import { findVariables } from "./clues/variables.ts";
import type { DeclaredProject } from "./declared.ts";

/** Files that say how a tree is built, installed or tested. */
const DECLARING =
  /^(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|Pipfile|[\w.-]*requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+|[\w.-]*environment[\w.-]*\.ya?ml|manage\.py|run_?tests\.py)$/;

/** The files that say how it is packaged, what it needs, and how its tests are run. */
export function evidenceItems({ files, requiresPython, testFiles, locked }: DeclaredProject): EvidenceItem[] {
  const declaring = files.paths.filter((path) => DECLARING.test(path));
  const requires = declaring.flatMap((path) =>
    itemsOf(
      files,
      path,
      /requires-python|python_requires/,
      `runs on Python ${requiresPython ?? "as computed"}`,
    ),
  );
  const told = [
    ...findRuns(files).map((run) => ({
      path: run.path,
      line: run.line,
      says: `tests: ${describeRun(run)}`,
    })),
    ...findVariables(files).map(({ name, value, place }) => ({ ...place, says: `sets ${name}=${value}` })),
  ];
  return [
    ...declaring.map((path) => ({ path, line: 1, says: "how it is built, installed or tested" })),
    ...(locked === undefined
      ? []
      : [{ path: locked.path, line: 1, says: `locks ${locked.pins.length} versions` }]),
    ...requires,
    ...told,
    ...testFiles.slice(0, 1).map((path) => ({ path, line: 1, says: "looks like a test" })),
  ];
}
