import { existsSync, globSync, readFileSync, statSync } from "node:fs";

import { z } from "zod";

import { joinPath, readGivenLines, UsageError, type HostPath } from "../../../base/index.ts";
import { mbppId } from "./mbpp.ts";
import { completeProblem, type Problem } from "./problem.ts";

/** A sample of a problem: a whole program. */
export interface ProblemSample {
  readonly sample: number;
  readonly solution: string;
}

const line = z.looseObject({
  task_id: z.union([z.string(), z.int()]),
  /** A whole program; it holds where both are given. */
  solution: z.string().optional(),
  /** What follows the prompt; where the prompt is no program, a whole one. */
  completion: z.string().optional(),
});

const FORM = '{"task_id": text, "solution": text} or {"task_id": text, "completion": text}';

/**
 * Reads samples in EvalPlus' forms: JSON Lines, or a folder with files like `HumanEval_0/0.py`. By problem, numbered in the order in which they stand. Throws
 * `UsageError`: `unreadable-predictions`, `bad-prediction`, `no-predictions` where none is of a problem of the file.
 */
export function readSamples(
  path: HostPath,
  problems: readonly Problem[],
): ReadonlyMap<string, readonly ProblemSample[]> {
  const known = new Map(problems.map((problem) => [problem.id, problem]));
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const given = isFolder ? readFolder(path) : readLines(path);
  const samples = new Map<string, ProblemSample[]>();
  for (const { id, solution, completion } of given) {
    const problem = known.get(id) ?? known.get(mbppId(id));
    if (problem === undefined) continue;
    const own = samples.get(problem.id) ?? [];
    samples.set(problem.id, own);
    own.push({ sample: own.length, solution: solution ?? completeProblem(problem, completion ?? "") });
  }
  if (samples.size > 0) return samples;
  throw new UsageError(
    "no-predictions",
    `Cannot judge ${path}: none of its ${given.length} samples is of one of the ${problems.length} problems, such as ${problems[0]?.id ?? ""}.`,
    { hint: `Each line is one object: ${FORM}` },
  );
}

interface GivenSample {
  readonly id: string;
  readonly solution?: string | undefined;
  readonly completion?: string | undefined;
}

function readLines(file: HostPath): GivenSample[] {
  const lines = readGivenLines({
    file,
    what: "samples",
    form: FORM,
    schema: line,
    codes: { file: "unreadable-predictions", line: "bad-prediction" },
  });
  return lines.map(({ number, value: { task_id, solution, completion } }) => {
    if (solution === undefined && completion === undefined)
      throw new UsageError(
        "bad-prediction",
        `Cannot read line ${number} of ${file}: it has neither "solution" nor "completion".`,
        { hint: `Each line is one object: ${FORM}` },
      );
    return { id: String(task_id), solution, completion };
  });
}

function readFolder(folder: HostPath): GivenSample[] {
  const paths = globSync("*/*.py", { cwd: folder });
  const numberOf = (path: string): number => Number(/(\d+)\.py$/.exec(path)?.[1] ?? 0);
  return paths
    .toSorted((a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1))
    .map((path) => ({
      id: (path.split("/")[0] ?? "").replace(/_(\d+)$/, "/$1"),
      solution: readFileSync(joinPath(folder, path), "utf8"),
    }));
}
