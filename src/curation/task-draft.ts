import { digestOf, type HostPath } from "../base/index.ts";
import type { TaskDraft } from "../datasets/index.ts";
import type { ProofOutcome, Specimen } from "../proof/index.ts";
import { DEFAULT_LIMITS, taskRecord, type SuiteRecord, type TaskRecord } from "../spec/index.ts";
import { toolVersion } from "../store/index.ts";
import type { Contract } from "../testgen/index.ts";
import { writeInstruction } from "./instruction.ts";
import type { Site, SiteTarget } from "./site.ts";

/** What a proven target's task is made from. */
interface ProvenTarget {
  readonly site: Site;
  readonly target: SiteTarget;
  readonly specimen: Specimen;
  readonly proof: Extract<ProofOutcome, { status: "proven" }>;
  readonly tier: "core" | "simple";
  readonly contract: Contract;
  readonly seed: number;
}

/** Everything of a task's folder. Depends on its arguments alone: no clock, no path of this machine. */
export function draftTask(proven: ProvenTarget): TaskDraft {
  const { site, target, specimen, proof } = proven;
  const { definition, originalText } = specimen;
  const masked = specimen.language.editing.mask(originalText, definition);
  const suite: SuiteRecord = { format: "suite/1", cases: proof.cases.map((single) => ({ ...single })) };
  const expected = { format: "observations/1" as const, observations: { ...proof.expected } };
  const instruction = writeInstruction(specimen.language, definition, masked.text);
  const content = {
    kind: "function",
    target: specimen.language.editing.describe(definition),
    edit: masked.edit,
    suite,
    observations: expected,
    environment: site.environmentDigest,
  };
  const record: TaskRecord = taskRecord.parse({
    format: "task/1",
    id: `${slugOf(site.repository.family, definition.name)}-${digestOf(content).slice("sha256:".length, "sha256:".length + 12)}`,
    kind: "function",
    language: specimen.language.name,
    tier: proven.tier,
    repository: { ...site.repository, licence: site.licenceFor(definition.path) },
    environment: site.environmentRecipe,
    environment_digest: site.environmentDigest,
    targets: [content.target],
    edits: [masked.edit],
    removed: site.removed,
    variant_of: null,
    axes: { context: "file", specification: definition.docstring === undefined ? "header" : "docstring" },
    instruction: instruction.sections,
    contract: publicContract(proven.contract),
    visible_examples: [],
    hidden_cases: { count: suite.cases.length, digest: digestOf(suite) },
    limits: DEFAULT_LIMITS,
    grader: { kind: "observed", isolation: "separate", comparison: specimen.policy },
    evidence: proof.evidence.summary,
    difficulty: {
      statements: definition.facts.statements,
      branches: definition.facts.branches,
      code_lines: definition.facts.codeLines,
    },
    cluster: null,
    split: null,
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

function publicContract({ parameters, exceptions }: Contract): Record<string, unknown> {
  return {
    parameters: parameters.map(({ name, types, isNeverEmpty, isNeverNegative, keys }) => ({
      name,
      types: [...types].toSorted(),
      never_empty: isNeverEmpty,
      never_negative: isNeverNegative,
      ...(keys === undefined ? {} : { keys: [...keys].toSorted() }),
    })),
    exceptions: [...exceptions].toSorted(),
  };
}
