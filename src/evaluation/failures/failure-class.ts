import { reasonsBeforeRunning, type ResultRow } from "../../spec/index.ts";

/** Why answers are wrong, in the classes that authors and reviewers of RepoST name, and what each means; told to the model that is asked where no rule decides. */
export const failureClasses = {
  format:
    "the answer is no code that can be put in place: no code block, cut off, not parsable, or rebinding other names",
  wrong_function: "the answer defines or does something else than what was asked for",
  version_mismatch:
    "the answer needs a package, a module or an interface that the environment does not have in this version",
  boundary_case:
    "the answer is right in general and wrong at an edge: empty input, a limit, a rare type or error",
  wrong_logic: "the answer is the right function with a wrong implementation",
  unclear_instruction:
    "the instruction does not say what the failing cases ask for; a careful engineer could not have known",
} as const;
export type FailureClass = keyof typeof failureClasses;

/** Of cases that ran, the share up to which failing is failing at the edges. */
const MOST_AT_EDGES = 0.2;
/** Of cases that ran, the share from which failing is failing throughout. */
const LEAST_THROUGHOUT = 0.5;
/** Different answers to a task that must fail alike before that is laid to the instruction. */
const FEWEST_ALIKE = 3;

const ofAnother = new Set<string>(["wrong_definition", "wrong_kind"]);

/**
 * The class of an unresolved row as far as rules tell; `undecided` where they do not, undefined for rows that are resolved, were not judged or have no prediction. `others` are
 * all rows of the same task, this one among them.
 */
export function classifyByRules(
  row: ResultRow,
  others: readonly ResultRow[],
): FailureClass | "undecided" | undefined {
  const { reward, reason } = row;
  if (reward !== 0 || reason === null || reason === "no_prediction") return undefined;
  if (ofAnother.has(reason)) return "wrong_function";
  if (reasonsBeforeRunning.has(reason)) return "format";
  if (reason === "import_failed") return "version_mismatch";
  if (reason !== "wrong_observation") return "wrong_logic";
  if (areAllWrongAlike(others)) return "unclear_instruction";
  const isWhole = row.tests_run === row.tests_total;
  if (!isWhole || row.tests_total === 0) return "undecided";
  const failed = 1 - row.tests_passed / row.tests_total;
  if (failed <= MOST_AT_EDGES) return "boundary_case";
  return failed >= LEAST_THROUGHOUT ? "wrong_logic" : "undecided";
}

/** True where several different answers do all that is shown, and fail the same hidden cases: what is hidden is then not determined by what is visible. */
function areAllWrongAlike(rows: readonly ResultRow[]): boolean {
  const distinct = [...new Map(rows.map((row) => [row.completion_digest, row])).values()];
  const isShownRight = ({ components }: ResultRow): boolean => components["visible"] === 1;
  const failing = new Set(distinct.map(({ tests }) => failedIn(tests)));
  return (
    distinct.length >= FEWEST_ALIKE &&
    distinct.every(({ reward }) => reward === 0) &&
    distinct.every(isShownRight) &&
    failing.size === 1 &&
    !failing.has("")
  );
}

function failedIn(tests: ResultRow["tests"]): string {
  const failed = Object.entries(tests).filter(([, outcome]) => outcome === "failed");
  return failed
    .map(([id]) => id)
    .sort()
    .join(" ");
}
