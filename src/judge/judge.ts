import type { HostPath, RepositoryPath, SandboxPath } from "../base/index.ts";
import type { Trust, Variation } from "../languages/index.ts";
import type { Mount } from "../sandbox/index.ts";
import type { CaseRecipe, ComparisonPolicy, Observation, SuiteCase } from "../spec/index.ts";

import type { CaseComparison } from "./compare-case.ts";
import type { ComparisonRules } from "./comparison-rules.ts";

export type { Trust, Variation } from "../languages/index.ts";

/** Interpreter, system libraries and dependencies, as an environment provides them. */
export interface Runtime {
  readonly mounts: readonly Mount[];
  readonly interpreter: SandboxPath;
  readonly variables: Readonly<Record<string, string>>;
  /** Digest of the environment; equal digests may share workers. */
  readonly digest: string;
}

/**
 * Where one file's targets are judged: a runtime and a tree in which that one file, and where completions edit several those, are the candidate's.
 * The tree on disk never holds their original text where a candidate runs: they come with each evaluation.
 */
export interface EditableTree {
  readonly runtime: Runtime;
  /** The repository's tree, products laid over it, test code and version control left out. */
  readonly tree: HostPath;
  /** Digest of the tree; equal digests and equal `editedFile` may share workers. */
  readonly treeDigest: string;
  readonly importRoots: readonly RepositoryPath[];
  readonly editedFile: RepositoryPath;
  /** Further files that come with each evaluation; absent where there are none. */
  readonly otherFiles?: readonly RepositoryPath[];
}

/** Which callable of the edited file is called. */
export interface TargetLocator {
  /** Import name of the edited file (`package.module`). */
  readonly module: string;
  /** Qualified name. */
  readonly name: string;
  readonly kind: string;
  /** 1-based first and last line of the definition in `fileText`, decorators included. */
  readonly lines: { readonly start: number; readonly end: number };
}

/** Limits in seconds and bytes on this machine. */
export interface EvaluationLimits {
  /** CPU time of one case. The first case past it ends the evaluation. */
  readonly caseCpuSeconds: number;
  /** Time to import the edited file and find the target, in seconds. */
  readonly importSeconds: number;
  readonly memoryBytes: number;
  /** Bytes of all observations together. */
  readonly outputBytes: number;
}

/** The original of an edited file, imported before the evaluation. */
export interface LoadedOriginal {
  readonly text: string;
  /** 1-based first and last line of the definition in `text`, decorators included. */
  readonly lines: TargetLocator["lines"];
}

/** A file with a target's body hidden, as solvers see it. */
export interface MaskedFile {
  readonly text: string;
  /** 1-based first and last line of the definition in `text`, decorators included. */
  readonly lines: TargetLocator["lines"];
}

/** The texts of the files of a tree that are a candidate's. */
export interface EditedTexts {
  /** The whole edited file. */
  readonly fileText: string;
  /** The other files that may be edited, by path; absent where there are none. */
  readonly otherFiles?: Readonly<Record<RepositoryPath, string>> | undefined;
}

/** One candidate to run once over a suite. */
export interface EvaluationJob extends EditedTexts {
  readonly editableTree: EditableTree;
  readonly target: TargetLocator;
  readonly cases: readonly SuiteCase[];
  /** Order of the cases: a permutation of their indexes; absent: as given. */
  readonly order?: readonly number[];
  readonly limits: EvaluationLimits;
  readonly trust: Trust;
  /** What of the calls' output is observed. */
  readonly output: ComparisonPolicy["output"];
  /** Absent: hash seed 0, UTC, C.UTF-8. */
  readonly variation?: Variation;
  /** Report line arcs of the target's code per case (own code only). */
  readonly traceArcs?: boolean;
  /** Report arcs, and of each case which way its conditions went (own code only). */
  readonly traceConditions?: boolean;
  /**
   * Own code only: run in a parent that has imported the original file, by giving the original function the edited one's
   * code. Allowed where header and decorators are the original's and the proof saw that importing anew shows the same.
   */
  readonly resident?: LoadedOriginal;
  /** Differs from `fileText` in the target's body and in nothing else: then warm parents compile no more than the target. */
  readonly masked?: MaskedFile | undefined;
  /** What cases must show. Each for which there is something is compared as soon as it has come, outside of the process that showed it. */
  readonly expected?: ComparisonRules & { readonly observations: Readonly<Record<string, Observation>> };
  /** Whether the first case that is not as expected ends the evaluation: its process is killed, and nothing that comes after counts. Absent: all run. */
  readonly stopsAtFirst?: boolean;
}

/** One body with the cases it runs over. */
export interface SeriesRun {
  /** The body; absent: the target as the job's file has it. */
  readonly edited?: {
    /** What stands in place of these bytes of the file; header and decorators are the original's. */
    readonly start: number;
    readonly end: number;
    readonly text: string;
    /** 1-based first and last line of the definition in the edited file, decorators included. */
    readonly lines: TargetLocator["lines"];
  };
  /** Indexes of the job's cases, in the order in which they run. Of a group that stops none runs after one that differed. */
  readonly groups: readonly { readonly cases: readonly number[]; readonly stops: boolean }[];
}

/** What one case cost and showed. Arcs are `[from, to]` in lines of `fileText`, `-n` for entry and exit. */
export interface CaseResult {
  readonly id: string;
  readonly observation: Observation;
  readonly cpuSeconds: number;
  /** Absent where the job says nothing of what is expected. */
  readonly comparison?: CaseComparison;
  readonly arcs?: readonly (readonly [number, number])[];
  /** Where they are traced: which way conditions of the target's code went and how often, and which functions of its folder were called; each a name, the same for the same code under the same interpreter. Sorted. */
  readonly conditions?: readonly string[];
  /** Where arcs are traced: the case's recipe with the state of what it says how to make, as far as that can be written. */
  readonly recipe?: CaseRecipe;
}

/** How an evaluation ended. `results` holds the cases that were observed, also where it ended early. */
export type EvaluationOutcome = {
  readonly results: readonly CaseResult[];
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly durationMs: number;
  /** Digest of the target's byte code without names of files and line numbers; undefined of candidates and where it was not built. */
  readonly codeDigest: string | undefined;
} & (
  | { readonly status: "observed" }
  | { readonly status: "stopped"; readonly caseId: string }
  | { readonly status: "not-built"; readonly message: string }
  | { readonly status: "import-failed"; readonly message: string }
  | { readonly status: "timed-out"; readonly caseId: string | undefined }
  | { readonly status: "out-of-memory"; readonly caseId: string | undefined }
  | { readonly status: "output-limit"; readonly caseId: string | undefined }
  | { readonly status: "crashed"; readonly message: string; readonly caseId: string | undefined }
  | { readonly status: "malformed"; readonly message: string }
  | { readonly status: "lost-worker"; readonly message: string }
);

/**
 * Runs evaluations, warm where it can: one parent per tree, trust and variation, forked for each evaluation.
 * At most `workers` evaluations at a time; more callers wait their turn. Disposing kills every worker.
 */
export interface Evaluator extends AsyncDisposable {
  evaluate(job: EvaluationJob, signal?: AbortSignal): Promise<EvaluationOutcome>;
  /** The same contract from a freshly started interpreter that has loaded nothing beforehand. */
  evaluateCold(job: EvaluationJob, signal?: AbortSignal): Promise<EvaluationOutcome>;
  /** As `evaluate`, in a parent that is started for this evaluation and ended after it. */
  evaluateFresh(job: EvaluationJob, signal?: AbortSignal): Promise<EvaluationOutcome>;
}
