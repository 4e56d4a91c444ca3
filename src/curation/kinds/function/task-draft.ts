import { maskDefinitions } from "../../../analysis/index.ts";
import { digestOf, type HostPath } from "../../../base/index.ts";
import { splitOf, type TaskDraft } from "../../../datasets/index.ts";
import type { TargetInTree } from "../../../judge/index.ts";
import {
  describeExamples,
  functionOf,
  type ProofOutcome,
  type TestProofOutcome,
} from "../../../proof/index.ts";
import {
  DEFAULT_LIMITS,
  OBSERVATIONS_FORMAT,
  parseTaskRecord,
  type ComparisonPolicy,
  type ContextTest,
  type EvidenceRecord,
  type GraderRecord,
  type Observation,
  type ObservationsRecord,
  type PublicContract,
  type SuiteRecord,
  type TestsRecord,
  type VisibleExample,
} from "../../../spec/index.ts";
import { toolVersion } from "../../../store/index.ts";
import { widenedBy, type Contract } from "../../../testgen/index.ts";
import { measureDifficulty } from "./difficulty.ts";
import { checkFiles } from "./check-files.ts";
import { publicContract } from "./instruction/contract-text.ts";
import { calledInstead, writeInstruction, type InstructionParts } from "./instruction/instruction.ts";
import { readTestText } from "./instruction/test-text.ts";
import type { Mentions, PreparedSource, PreparedTarget } from "../../prepared-source.ts";
import { maskedTwins } from "../../twin-plan.ts";

/** What a proof came to, by what grades the task. */
export type ProvenBy =
  | {
      readonly kind: "observed";
      readonly proof: Extract<ProofOutcome, { status: "proven" }>;
      readonly contract: Contract;
    }
  | { readonly kind: "tests"; readonly proof: Extract<TestProofOutcome, { status: "proven" }> };

/** What a proven target's task is made from. */
interface ProvenTarget {
  readonly prepared: PreparedSource;
  readonly target: PreparedTarget;
  /** The target in its file as the repository has it. */
  readonly subject: Pick<TargetInTree, "language" | "definition" | "originalText">;
  readonly policy: ComparisonPolicy;
  readonly proven: ProvenBy;
  readonly tier: "core" | "simple";
  readonly mentions: Mentions;
  readonly contextTests: readonly ContextTest[];
  readonly seed: number;
}

/** Everything of a task's folder but its cluster, which is decided where the task is accepted. Depends on its arguments alone: no clock, no path of this machine. */
export function draftTask(given: ProvenTarget): TaskDraft {
  const { prepared, target, subject } = given;
  const { definition, originalText, language } = subject;
  const { editing } = language;
  const twins = maskedTwins(prepared.twinsOf(definition));
  const masked = maskDefinitions(editing, originalText, [definition, ...twins]);
  const [edit, ...twinEdits] = masked.edits;
  const graded = describeGraded(given);
  const { suite, expected, tests } = graded;
  const instruction = writeInstruction({
    language,
    definition,
    twins,
    placeholder: edit?.placeholder.trim() ?? "",
    contract: graded.contract,
    constants: given.proven.proof.unstated,
    ...given.mentions,
    policy: given.policy,
    limits: DEFAULT_LIMITS,
    ...graded.told,
  });
  const content = {
    kind: "function",
    target: editing.describe(definition),
    edit,
    ...(twinEdits.length === 0 ? {} : { twins: twinEdits }),
    suite,
    observations: expected,
    ...(tests === undefined ? {} : { tests }),
    environment: prepared.environmentDigest,
  };
  const { summary } = graded.evidence;
  const record = parseTaskRecord({
    format: "task/2",
    id: `${slugOf(prepared.repository.family, definition.name)}-${digestOf(content).slice("sha256:".length, "sha256:".length + 12)}`,
    kind: "function",
    language: language.name,
    tier: given.tier,
    repository: {
      ...prepared.repository,
      licence: prepared.licences.expressionFor(definition.path),
      licence_files: prepared.licences.filesFor(definition.path),
    },
    environment: prepared.environmentRecipe,
    environment_digest: prepared.environmentDigest,
    targets: [content.target],
    edits: masked.edits,
    removed: prepared.removed,
    variant_of: null,
    axes: { context: "file", specification: definition.docstring === undefined ? "header" : "docstring" },
    instruction: instruction.sections,
    contract: graded.contract,
    visible_examples: graded.examples,
    hidden_cases: { count: suite.cases.length, digest: digestOf(suite) },
    ...(given.contextTests.length === 0 ? {} : { context_tests: given.contextTests }),
    limits: DEFAULT_LIMITS,
    graders: [graded.grader],
    evidence: summary,
    difficulty: measureDifficulty(definition, { summary, ...graded.counts }, prepared.nearestTo(definition)),
    cluster: "",
    split: splitOf(prepared.repository.family),
    provenance: { tool: toolVersion(), seed: given.seed, model_calls: 0, cost_usd: 0 },
  });
  const { start, end } = definition.spans.whole;
  return {
    record,
    instruction: instruction.text,
    suite,
    expected,
    ...(tests === undefined ? {} : { tests }),
    evidence: graded.evidence,
    referenceText: Buffer.from(originalText).subarray(start, end).toString(),
    originalFileText: originalText,
    copyTree: (destination: HostPath) => prepared.copyMaskedTree(target, masked.text, destination),
    dockerfile: prepared.dockerfile,
    readLicence: (path) => prepared.licences.read(path),
    check: checkFiles(language, record),
  };
}

/** What of a task depends on its grader. */
interface Graded {
  readonly grader: GraderRecord;
  readonly suite: SuiteRecord;
  readonly expected: ObservationsRecord;
  readonly tests?: TestsRecord;
  readonly examples: readonly VisibleExample[];
  readonly contract: PublicContract;
  readonly evidence: EvidenceRecord;
  readonly counts: { readonly shown: number; readonly hidden: number };
  readonly told: Pick<InstructionParts, "examples" | "hiddenCases" | "leading" | "tests">;
}

function describeGraded({ proven, subject, policy }: ProvenTarget): Graded {
  if (proven.kind === "tests") return gradedByTests(proven.proof, subject.language.syntax);
  const { proof, contract } = proven;
  const suite: SuiteRecord = { format: "suite/1", cases: proof.cases.map((single) => ({ ...single })) };
  const all = [...proof.examples, ...proof.cases];
  // What other functions take and give says nothing of the target's own contract.
  const calls = all.filter(({ recipe }) => recipe.call === undefined);
  const own = calls.length > 0 ? calls : all;
  const taken = own.filter(({ id }) => proof.expected[id]?.status === "returned");
  return {
    grader: { kind: "observed", isolation: "separate", comparison: policy },
    suite,
    expected: { format: OBSERVATIONS_FORMAT, observations: pick(proof.expected, proof.cases) },
    examples: showExamples(proof),
    contract: publicContract(
      widenedBy(contract, taken),
      own,
      Object.values(pick(proof.expected, own)),
      subject.language.present,
    ),
    evidence: proof.evidence,
    counts: { shown: proof.examples.length, hidden: proof.cases.length },
    told: {
      examples: describeExamples({ ...subject, policy }, proof.examples, proof.expected),
      hiddenCases: suite.cases.length,
      leading: calledInstead(suite.cases),
    },
  };
}

function gradedByTests(
  { tests, shown, hidden, evidence }: Extract<TestProofOutcome, { status: "proven" }>,
  syntax: TargetInTree["language"]["syntax"],
): Graded {
  const text = readTestText([...new Set(shown.map(functionOf))], tests.sources.texts, syntax);
  return {
    grader: {
      kind: "tests",
      isolation: "shared",
      framework: tests.sources.framework,
      shown: [...shown],
      hidden: { count: hidden.length, digest: digestOf(tests) },
    },
    suite: { format: "suite/1", cases: [] },
    expected: { format: OBSERVATIONS_FORMAT, observations: {} },
    tests,
    examples: [],
    contract: { parameters: [], results: [], exceptions: [] },
    evidence,
    counts: { shown: shown.length, hidden: hidden.length },
    told: { examples: "", hiddenCases: 0, tests: { shown: text ?? [], hidden: hidden.length } },
  };
}

/** ASCII, at most 60 characters, from the repository's and the target's names. */
export function slugOf(family: string, name: string): string {
  const repository = family.split("/").at(-1) ?? family;
  const slug = `${repository}-${name}`
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return slug.slice(0, 60).replace(/-+$/, "").toLowerCase() || "task";
}

type Proof = Extract<ProofOutcome, { status: "proven" }>;

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
