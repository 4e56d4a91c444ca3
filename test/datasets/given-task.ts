import { parseTaskRecord, type TaskRecord } from "../../src/spec/index.ts";
import { givenSummary } from "./given-evidence.ts";

/** What tests vary of a task's record. */
export interface GivenTask {
  readonly id?: string;
  readonly source?: string;
  readonly family?: string;
  readonly licence?: string | null;
  /** Kinds of rewrite that were tried, and one that was not. */
  readonly rewrites?: readonly string[];
  readonly licenceFiles?: readonly string[];
  readonly path?: string;
  readonly kind?: string;
  readonly className?: string | null;
  readonly tier?: "core" | "simple";
  readonly split?: string;
  readonly cluster?: string;
  readonly specification?: "docstring" | "header";
  readonly statements?: number;
  readonly determinacy?: number | null;
}

/** A valid record of a task that hides `pick` of an orchard. */
export function givenRecord(task: GivenTask = {}): TaskRecord {
  const { path = "orchard/tree.py", kind = "function", className = null } = task;
  const { licence = "MIT", determinacy = 1 } = task;
  return parseTaskRecord({
    format: "task/2",
    id: task.id ?? "orchard-pick-000000000001",
    kind: "function",
    language: "python",
    tier: task.tier ?? "core",
    repository: {
      source: task.source ?? "pypi:orchard@1",
      family: task.family ?? "orchard",
      commit: null,
      version: "1",
      date: null,
      licence,
      licence_files: task.licenceFiles ?? [],
    },
    environment: {
      format: "environment/1",
      language: "python",
      interpreter: "cpython 3.12.0",
      platform: "linux",
      lock: "",
      import_roots: ["."],
      products: {},
      variables: {},
    },
    environment_digest: "sha256:0",
    targets: [
      {
        path,
        name: className === null ? "pick" : `${className}.pick`,
        kind,
        signature: "def pick(tree):",
        parameters: ["tree"],
        is_method: className !== null,
        is_async: false,
        is_generator: false,
        class_name: className,
        return_annotation: null,
      },
    ],
    edits: [{ path, span: { start: 0, end: 1 }, placeholder: "..." }],
    removed: [],
    variant_of: null,
    axes: { specification: task.specification ?? "docstring" },
    instruction: [],
    contract: { parameters: [], results: [], exceptions: [] },
    visible_examples: [],
    hidden_cases: { count: 0, digest: "" },
    limits: { cpu_factor: 20, cpu_floor_seconds: 0.1, memory_factor: 4, memory_floor_bytes: 1 },
    graders: [{ kind: "observed", isolation: "separate", comparison: {} }],
    evidence: {
      ...givenSummary,
      rewrites: { ...givenSummary.rewrites, ...describeRewrites(task) },
      determinacy: { ...givenSummary.determinacy, score: determinacy },
    },
    difficulty: {
      features: { statements: task.statements ?? 4 },
      predicted: { version: 1, solve_rate: 0.5 },
    },
    cluster: task.cluster ?? "c-000000000001",
    split: task.split ?? "train",
    provenance: { tool: "diorama", seed: 0, model_calls: 0, cost_usd: 0 },
  });
}

function describeRewrites({ rewrites }: GivenTask): { kinds?: string[]; without_occasion?: string[] } {
  return rewrites === undefined ? {} : { kinds: [...rewrites], without_occasion: ["while-true"] };
}
