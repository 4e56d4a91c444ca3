import { isCoreShape } from "../analysis/index.ts";
import type { TaskDraft } from "../datasets/index.ts";
import { proveTask, type ProofOutcome } from "../proof/index.ts";
import { DEFAULT_LIMITS, type RejectionReason } from "../spec/index.ts";
import { growSuite, type Contract } from "../testgen/index.ts";
import type { BuildOptions } from "./curation.ts";
import { visibleTextOf } from "./instruction/instruction.ts";
import type { Bench, Mentions, Site, SiteTarget } from "./site.ts";
import { draftTask } from "./task-draft.ts";
import { maskedTwins } from "./twin-plan.ts";

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

/** Makes a suite for a screened target, proves it, and drafts the task. */
export async function makeTask(site: Site, target: SiteTarget, options: BuildOptions): Promise<TaskOutcome> {
  const bench = site.openBench(target);
  const plain = await growAndProve(bench, site, target, options, false);
  const wasTrivial = plain.status === "rejected" && plain.reason === "trivial";
  const made = wasTrivial ? await growAndProve(bench, site, target, options, true) : plain;
  if (made.status === "rejected") return reject(bench.evaluations(), made.reason, made.detail);
  const { proof, contract, mentions } = made;

  const isCore = isCoreShape(target.definition, site.definedNames);
  const tier = isCore && proof.evidence.summary.distinct_outcomes >= FEWEST_CORE_OUTCOMES ? "core" : "simple";
  if (tier === "simple" && options.tier === "core")
    return reject(bench.evaluations(), "tier", "it shows fewer than three distinct outcomes");
  const draft = draftTask({
    site,
    target,
    specimen: { ...bench.specimen, policy: proof.policy },
    proof,
    tier,
    contract,
    mentions,
    seed: options.seed,
  });
  return { status: "accepted", draft, evaluations: bench.evaluations() };
}

type Made =
  | {
      readonly status: "proven";
      readonly proof: Extract<ProofOutcome, { status: "proven" }>;
      readonly contract: Contract;
      readonly mentions: Mentions;
    }
  | { readonly status: "rejected"; readonly reason: RejectionReason; readonly detail: string };

async function growAndProve(
  { specimen }: Bench,
  site: Site,
  target: SiteTarget,
  { seed, thresholds, growth: budget }: BuildOptions,
  guardsTrivialBodies: boolean,
): Promise<Made> {
  const leastScore = thresholds.mutationScore;
  const gradesUnshown = thresholds.takesAsChosen === true;
  const growth = {
    seed,
    guardsTrivialBodies,
    leastScore,
    gradesUnshown,
    ...(budget === undefined ? {} : { budget }),
  };
  const grown = await growSuite(specimen, target.context, growth);
  if (grown.status === "rejected") return grown;
  if (grown.status === "weak") {
    const detail = `${grown.bestMutationScore.toFixed(3)} < ${leastScore}`;
    return { status: "rejected", reason: "weak_mutation_score", detail };
  }
  const { leaks, modules } = site;
  const mentions = site.mentionsOf(target);
  const visibleText = visibleTextOf({ definition: target.definition, ...mentions });
  const twins = maskedTwins(site.twinsOf(target.definition));
  const options = { limits: DEFAULT_LIMITS, thresholds, leaks, visibleText, modules, twins };
  const proof = await proveTask(specimen, grown, options);
  return proof.status === "rejected"
    ? proof
    : { status: "proven", proof, contract: grown.contract, mentions };
}

function reject(evaluations: number, reason: RejectionReason, detail: string): TaskOutcome {
  return { status: "rejected", reason, detail, evaluations };
}
