import { asSandboxPath, DioramaError } from "../base/index.ts";
import type { CompiledPattern } from "../languages/index.ts";
import type { TargetLocator } from "./judge.ts";
import type { Preload } from "./parent-setup.ts";
import { arcFindings, patternFindings, preloadFindings } from "./protocol/child-messages.ts";
import type { Question } from "./protocol/jobs.ts";
import { ReportReader } from "./report.ts";
import type { Worker } from "./worker.ts";

/*
 * Jobs that are no evaluations: they ask a fresh parent something about our own text of a file.
 */

const frame = {
  memoryBytes: 2 ** 31,
  outputBytes: 16 * 1024 * 1024,
  importMs: 60_000,
  caseMs: 60_000,
  idleMs: 20_000,
  wallMs: 300_000,
};

/** What answering a question about a file loads that does not depend on the file; undefined where it fails. */
export async function findPreload(
  worker: Worker,
  fileText: string,
  question: Question,
): Promise<Preload | undefined> {
  const found = await ask(worker, fileText, question);
  if (found === undefined) return undefined;
  const { preload, compile } = preloadFindings.parse(found);
  return { modules: preload, compile: compile.map(asSandboxPath) };
}

/** The regular expressions that a definition and what it calls work with once its file is imported; none where that fails. */
export async function findPatterns(
  worker: Worker,
  fileText: string,
  question: Question,
): Promise<readonly CompiledPattern[]> {
  const found = await ask(worker, fileText, question);
  return found === undefined ? [] : patternFindings.parse(found);
}

/** The arcs that a definition can take. */
export interface PossibleArcs {
  /** `[from, to]` in lines, `-n` for the outside of the code object whose first line is n. */
  readonly arcs: readonly (readonly [number, number])[];
  /** Lines with more than one way out. */
  readonly branchLines: ReadonlySet<number>;
  /** Lines that hold a statement of the body. */
  readonly lines: readonly number[];
  /** Lines inside a statement of several lines, each with the line that stands for it. */
  readonly firstLines: ReadonlyMap<number, number>;
  /** Executed arcs that stand for others (leaving `with`), or for none: key `from,to`. */
  readonly jumps: ReadonlyMap<string, readonly [number, number] | undefined>;
}

/** Throws `coverage-failed` where the environment has nothing that can tell, or it does not understand the file. */
export async function findPossibleArcs(
  worker: Worker,
  fileText: string,
  lines: TargetLocator["lines"],
): Promise<PossibleArcs> {
  const found = await ask(worker, fileText, { kind: "coverage", lines });
  if (found === undefined) {
    throw new DioramaError(
      "coverage-failed",
      "Cannot find the possible branches of a definition: what finds them in the environment failed.",
    );
  }
  return readPossibleArcs(found);
}

/** What `possible_arcs` of the guest found. Throws where it is something else. */
export function readPossibleArcs(found: unknown): PossibleArcs {
  const { arcs, branch_lines, lines: statements, first_lines, jumps } = arcFindings.parse(found);
  return {
    arcs,
    branchLines: new Set(branch_lines),
    lines: statements,
    firstLines: new Map(first_lines.map(({ line, first }) => [line, first])),
    jumps: new Map(jumps.map(({ arc, stands_for }) => [arc.join(), stands_for ?? undefined])),
  };
}

/** What a fresh parent's child finds out; undefined where it says nothing that can be believed. */
export async function ask(worker: Worker, fileText: string, question: Question): Promise<unknown> {
  const report = new ReportReader([], (result) => result);
  await worker.run({
    frame,
    file: Buffer.from(fileText),
    rest: Buffer.from(JSON.stringify(question)),
    onBytes: report.frames.listen(frame),
  });
  return report.state.status === "findings" ? report.state.findings : undefined;
}
