import { isCoreShape } from "../analysis/index.ts";
import type { TaskDraft } from "../datasets/index.ts";
import { proveTask } from "../proof/index.ts";
import { DEFAULT_LIMITS, type RejectionReason } from "../spec/index.ts";
import { growSuite } from "../testgen/index.ts";
import type { BuildOptions } from "./curation.ts";
import type { Site, SiteTarget } from "./site.ts";
import { draftTask } from "./task-draft.ts";

/** A task ready to be written, or why the target is none. `evaluations` is what it cost. */
export type TaskOutcome =
  | { readonly status: "accepted"; readonly draft: TaskDraft; readonly evaluations: number }
  | {
      readonly status: "rejected";
      readonly reason: RejectionReason;
      readonly detail: string;
      readonly evaluations: number;
    };

/** Distinct outcomes that a core task's suite shows at least. */
const FEWEST_CORE_OUTCOMES = 3;

/** Makes a suite for a target, proves it, and drafts the task. */
export async function makeTask(site: Site, target: SiteTarget, options: BuildOptions): Promise<TaskOutcome> {
  if (target.module === "")
    return reject(
      0,
      "import_failed",
      "no import reaches its file: it is outside the import path, or a dot stands in its name",
    );
  const isCore = isCoreShape(target.definition, site.definedNames);
  if (!isCore && options.tier === "core")
    return reject(
      0,
      "tier",
      "its shape is simple: fewer than three statements, or neither a branch nor calls that build on each other",
    );

  const bench = site.openBench(target);
  const grown = await growSuite(bench.specimen, target.context, options.seed);
  if (grown.status === "rejected") return reject(bench.evaluations(), grown.reason, grown.detail);

  const proof = await proveTask(bench.specimen, grown.suite, {
    limits: DEFAULT_LIMITS,
    thresholds: options.thresholds,
    leaks: site.leaks,
  });
  if (proof.status === "rejected") return reject(bench.evaluations(), proof.reason, proof.detail);

  const tier = isCore && proof.evidence.summary.distinct_outcomes >= FEWEST_CORE_OUTCOMES ? "core" : "simple";
  if (tier === "simple" && options.tier === "core")
    return reject(bench.evaluations(), "tier", "it shows fewer than three distinct outcomes");
  const draft = draftTask({
    site,
    target,
    specimen: bench.specimen,
    proof,
    tier,
    contract: grown.contract,
    seed: options.seed,
  });
  return { status: "accepted", draft, evaluations: bench.evaluations() };
}

function reject(evaluations: number, reason: RejectionReason, detail: string): TaskOutcome {
  return { status: "rejected", reason, detail, evaluations };
}
