import { maskDefinitions } from "../analysis/index.ts";
import { digestOf, type HostPath } from "../base/index.ts";
import { splitOf, type TaskDraft } from "../datasets/index.ts";
import { describeExamples, type ProofOutcome, type ProofTarget } from "../proof/index.ts";
import {
  DEFAULT_LIMITS,
  parseTaskRecord,
  type Observation,
  type SuiteRecord,
  type VisibleExample,
} from "../spec/index.ts";
import { toolVersion } from "../store/index.ts";
import type { Contract } from "../testgen/index.ts";
import { measureDifficulty } from "./difficulty.ts";
import { checkFiles } from "./check-files.ts";
import { publicContract } from "./instruction/contract-text.ts";
import { writeInstruction } from "./instruction/instruction.ts";
import type { Mentions, Site, SiteTarget } from "./site.ts";
import { maskedTwins } from "./twin-plan.ts";

/** What a proven target's task is made from. */
interface ProvenTarget {
  readonly site: Site;
  readonly target: SiteTarget;
  readonly proofTarget: ProofTarget;
  readonly proof: Extract<ProofOutcome, { status: "proven" }>;
  readonly tier: "core" | "simple";
  readonly contract: Contract;
  readonly mentions: Mentions;
  readonly seed: number;
}

/** Everything of a task's folder but its cluster, which is decided where the task is accepted. Depends on its arguments alone: no clock, no path of this machine. */
export function draftTask(proven: ProvenTarget): TaskDraft {
  const { site, target, proofTarget, proof } = proven;
  const { definition, originalText } = proofTarget;
  const { editing } = proofTarget.language;
  const twins = maskedTwins(site.twinsOf(definition));
  const masked = maskDefinitions(editing, originalText, [definition, ...twins]);
  const [edit, ...twinEdits] = masked.edits;
  const suite: SuiteRecord = { format: "suite/1", cases: proof.cases.map((single) => ({ ...single })) };
  const expected = { format: "observations/2" as const, observations: pick(proof.expected, proof.cases) };
  const examples = showExamples(proof);
  const given = [...proof.examples, ...proof.cases];
  const contract = publicContract(proven.contract, given, Object.values(proof.expected));
  const instruction = writeInstruction({
    language: proofTarget.language,
    definition,
    twins,
    placeholder: edit?.placeholder.trim() ?? "",
    contract,
    examples: describeExamples(proofTarget, proof.examples, proof.expected),
    constants: proof.unstated,
    ...proven.mentions,
    hiddenCases: suite.cases.length,
    output: proofTarget.policy.output,
    limits: DEFAULT_LIMITS,
  });
  const content = {
    kind: "function",
    target: editing.describe(definition),
    edit,
    ...(twinEdits.length === 0 ? {} : { twins: twinEdits }),
    suite,
    observations: expected,
    environment: site.environmentDigest,
  };
  const record = parseTaskRecord({
    format: "task/1",
    id: `${slugOf(site.repository.family, definition.name)}-${digestOf(content).slice("sha256:".length, "sha256:".length + 12)}`,
    kind: "function",
    language: proofTarget.language.name,
    tier: proven.tier,
    repository: {
      ...site.repository,
      licence: site.licences.expressionFor(definition.path),
      licence_files: site.licences.filesFor(definition.path),
    },
    environment: site.environmentRecipe,
    environment_digest: site.environmentDigest,
    targets: [content.target],
    edits: masked.edits,
    removed: site.removed,
    variant_of: null,
    axes: { context: "file", specification: definition.docstring === undefined ? "header" : "docstring" },
    instruction: instruction.sections,
    contract,
    visible_examples: examples,
    hidden_cases: { count: suite.cases.length, digest: digestOf(suite) },
    limits: DEFAULT_LIMITS,
    grader: { kind: "observed", isolation: "separate", comparison: proofTarget.policy },
    evidence: proof.evidence.summary,
    difficulty: measureDifficulty(definition, proof, site.nearestTo(definition)),
    cluster: "",
    split: splitOf(site.repository.family),
    provenance: { tool: toolVersion(), seed: proven.seed, model_calls: 0, cost_usd: 0 },
  });
  const { start, end } = definition.spans.whole;
  return {
    record,
    instruction: instruction.text,
    suite,
    expected,
    evidence: proof.evidence,
    referenceText: Buffer.from(originalText).subarray(start, end).toString(),
    originalFileText: originalText,
    copyTree: (destination: HostPath) => site.copyMaskedTree(target, masked.text, destination),
    dockerfile: site.dockerfile,
    readLicence: (path) => site.licences.read(path),
    check: checkFiles(proofTarget.language, record),
  };
}

/** ASCII, at most 60 characters, from the repository's and the target's names. */
function slugOf(family: string, name: string): string {
  const repository = family.split("/").at(-1) ?? family;
  const slug = `${repository}-${name}`
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return slug.slice(0, 60).replace(/-+$/, "").toLowerCase() || "task";
}

type Proof = ProvenTarget["proof"];

function showExamples({ examples, expected }: Proof): VisibleExample[] {
  return examples.flatMap((example) => {
    const observation = expected[example.id];
    return observation === undefined ? [] : [{ ...example, observation }];
  });
}

function pick(
  observations: Proof["expected"],
  cases: readonly { readonly id: string }[],
): Record<string, Observation> {
  return Object.fromEntries(
    cases.flatMap(({ id }) => {
      const observation = observations[id];
      return observation === undefined ? [] : [[id, observation]];
    }),
  );
}
