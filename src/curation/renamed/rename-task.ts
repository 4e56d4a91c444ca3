/** One task under other names: its tree, its cases and what is said of it; proven anew. */
import { maskDefinitions, readSourceModules } from "../../analysis/index.ts";
import { digestOf, joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import { openTask, writeTask, type LoadedTask, type TaskDraft } from "../../datasets/index.ts";
import { containerFileFor, type Environment } from "../../environments/index.ts";
import { compareObservations } from "../../judge/index.ts";
import type { Definition, Language } from "../../languages/index.ts";
import { describeExamples, proveTask, type ProofOutcome, type Thresholds } from "../../proof/index.ts";
import {
  comparisonOf,
  OBSERVATIONS_FORMAT,
  parseTaskRecord,
  type EvidenceRecord,
  type PublicContract,
  type SuiteCase,
  type SuiteRecord,
  type TaskRecord,
  type VisibleExample,
} from "../../spec/index.ts";
import { toolVersion } from "../../store/index.ts";
import { checkFiles } from "../kinds/function/check-files.ts";
import { calledInstead, writeInstruction, visibleTextOf } from "../kinds/function/instruction/instruction.ts";
import { findHidden, openProofTarget } from "../kinds/function/open-proof-target.ts";
import { slugOf } from "../kinds/function/task-draft.ts";
import type { Mentions } from "../prepared-source.ts";
import type { Services } from "../services.ts";
import { readMentions } from "./read-mentions.ts";
import type { RenamedRepository } from "./renamed-repository.ts";
import { copyRenamedTree } from "./rename-tree.ts";
import { renameObservation, renameRecipe } from "./rename-values.ts";
import type { Renaming } from "./renaming.ts";

/** What renaming a task takes. */
export interface RenameContext {
  readonly repository: RenamedRepository;
  readonly environment: Environment;
  readonly services: Services;
  readonly thresholds: Thresholds;
  readonly seed: number;
  /** A folder for this task alone, which stays as long as the services. */
  readonly directory: HostPath;
}

/** A renamed task that proved itself, or why there is none. */
export type RenamedTask =
  | { readonly status: "proven"; readonly draft: TaskDraft }
  | { readonly status: "left_out"; readonly reason: string; readonly detail: string };

/** Renames a task and proves it as it was proven when it was made. What it showed must be what the original showed, in the new names. */
export async function renameTask(task: LoadedTask, context: RenameContext): Promise<RenamedTask> {
  const refusal = findRefusal(task, context.repository);
  if (refusal !== undefined) return refusal;
  const renamed = openRenamed(task, context);
  if (renamed === undefined)
    return leaveOut("structure_differs", "its file has other definitions under the new names");
  const first = draftRenamed(task, renamed, context, { evidence: task.evidence(), constants: [] });
  const provisional = joinPath(context.directory, "set");
  writeTask(provisional, first);
  using loaded = openTask(joinPath(provisional, "tasks", first.record.id));
  const proof = await prove(loaded, renamed, context);
  if (proof.status === "rejected") return leaveOut(proof.reason, proof.detail);
  const difference = findDifference(loaded, proof, context.services.language);
  if (difference !== undefined) return difference;
  const { evidence, unstated: constants } = proof;
  return { status: "proven", draft: draftRenamed(task, renamed, context, { evidence, constants }) };
}

function leaveOut(reason: string, detail: string): RenamedTask {
  return { status: "left_out", reason, detail };
}

function findRefusal(
  { record }: LoadedTask,
  { renaming, chosen }: RenamedRepository,
): RenamedTask | undefined {
  if (record.graders.some(({ kind }) => kind !== "observed"))
    return leaveOut("graded_by_tests", "tests of the repository grade it, under their own names");
  if (record.provenance.imported !== undefined)
    return leaveOut("imported", "it was made of a row, which is not renamed");
  const own = record.targets[0]?.name.split(".").at(-1) ?? "";
  if (renaming.name(own) === own && !/^__\w+__$/u.test(own))
    return leaveOut("name_stays", `"${own}" keeps its name: ${chosen.stay.get(own) ?? "outside"}`);
  return undefined;
}

/** A task's parts under the new names. */
interface Renamed {
  readonly path: string;
  readonly originalText: string;
  /** The target, then its twins, in that text. */
  readonly hidden: readonly [Definition, ...Definition[]];
  readonly cases: readonly SuiteCase[];
  readonly examples: readonly VisibleExample[];
  readonly mentions: Mentions;
  readonly contract: PublicContract;
}

/** Undefined where the renamed file is not made of the same definitions. */
function openRenamed(task: LoadedTask, { repository, services }: RenameContext): Renamed | undefined {
  const { language } = services;
  const { renaming } = repository;
  const old = findHidden(language, task);
  if (old === undefined) return undefined;
  const [{ path: oldPath }] = old;
  const path = renaming.path(oldPath);
  const originalText = renaming.code(oldPath, task.originalFileText());
  const before = language.syntax.parse(oldPath, task.originalFileText()).definitions;
  const after = language.syntax.parse(path, originalText).definitions;
  const [target, ...twins] = old.map(
    ({ spans }) => after[before.findIndex((one) => one.spans.whole.start === spans.whole.start)],
  );
  if (target === undefined || before.length !== after.length) return undefined;
  const mentions = readMentions(task.instruction, task.record.instruction);
  return {
    path,
    originalText,
    hidden: [target, ...twins.filter((twin) => twin !== undefined)],
    cases: task.suite().cases.map((one) => renameCase(one, renaming, path)),
    examples: task.record.visible_examples.map((one) => ({
      ...renameCase(one, renaming, path),
      observation: renameObservation(one.observation, renaming, path),
    })),
    mentions: renameMentions(mentions, renaming),
    contract: renameContract(task.record.contract, renaming),
  };
}

function renameCase(
  { id, origin, recipe, as_made: made }: SuiteCase,
  renaming: Renaming,
  path: RepositoryPath,
): SuiteCase {
  const own = { id, origin, recipe: renameRecipe(recipe, renaming, path) };
  return made === undefined ? own : { ...own, as_made: renameRecipe(made, renaming, path) };
}

function renameMentions({ callSites, foreignNames, passages }: Mentions, renaming: Renaming): Mentions {
  return {
    callSites: callSites.map((site) => ({
      ...site,
      path: renaming.path(site.path),
      caller: renaming.qualified(site.caller),
      text: renaming.code(site.path, site.text),
    })),
    foreignNames: foreignNames.map((one) => ({
      ...one,
      path: renaming.path(one.path),
      text: renaming.code(one.path, one.text),
    })),
    passages: passages.map((one) => ({
      ...one,
      path: renaming.path(one.path),
      text: renaming.prose(one.text),
    })),
  };
}

function renameContract(contract: PublicContract, renaming: Renaming): PublicContract {
  const types = (all: readonly string[]): string[] =>
    all.map((type) => type.replaceAll(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) => renaming.name(word)));
  return {
    parameters: contract.parameters.map((one) => ({
      ...one,
      name: renaming.name(one.name),
      types: types(one.types),
    })),
    results: types(contract.results),
    exceptions: types(contract.exceptions),
  };
}

type Proven = Extract<ProofOutcome, { status: "proven" }>;

async function prove(
  task: LoadedTask,
  { cases, examples, originalText, hidden: [definition, ...twins], mentions }: Renamed,
  { services, environment, thresholds, directory }: RenameContext,
): Promise<ProofOutcome> {
  const { language } = services;
  const target = openProofTarget(services, task, { environment, directory });
  const outcome = await proveTask(
    target,
    { suite: cases, examples },
    {
      limits: task.record.limits,
      thresholds,
      leaks: await services.leakSearch.open(task.maskedTree, environment),
      visibleText: visibleTextOf({ language, definition, ...mentions }),
      modules: readSourceModules(task.maskedTree, language, task.record.environment.import_roots),
      whole: twins.length === 0 ? undefined : { text: originalText, definition },
    },
  );
  return outcome;
}

/** Where the renamed reference does not show what the original showed. */
function findDifference(task: LoadedTask, proof: Proven, language: Language): RenamedTask | undefined {
  const { cases } = task.suite();
  const examples = task.record.visible_examples;
  const lost = cases.length + examples.length - proof.cases.length - proof.examples.length;
  if (lost > 0) return leaveOut("unstable", `${lost} of its cases are not stable`);
  const stored = new Map([
    ...Object.entries(task.expected().observations),
    ...examples.map(({ id, observation }) => [id, observation] as const),
  ]);
  for (const [id, expected] of stored) {
    const seen = proof.expected[id];
    if (seen === undefined) return leaveOut("observation_differs", `${id} shows nothing`);
    const difference = compareObservations(id, expected, seen, {
      language,
      policy: comparisonOf(task.record),
    });
    if (difference !== undefined)
      return leaveOut("observation_differs", `${id}: ${difference.path}: ${difference.message}`);
  }
  return undefined;
}

/** What a draft takes of a proof. */
interface Told {
  readonly evidence: EvidenceRecord;
  readonly constants: readonly string[];
}

function draftRenamed(
  task: LoadedTask,
  renamed: Renamed,
  context: RenameContext,
  { evidence, constants }: Told,
): TaskDraft {
  const { record: old } = task;
  const {
    repository,
    services: { language },
    seed,
  } = context;
  const { renaming } = repository;
  const { hidden, originalText, cases, examples, path } = renamed;
  const [definition, ...twins] = hidden;
  const masked = maskDefinitions(language.editing, originalText, hidden);
  const policy = renamePolicy(old, renaming);
  const observations = Object.fromEntries(
    Object.entries(task.expected().observations).map(([id, one]) => [
      id,
      renameObservation(one, renaming, path),
    ]),
  );
  const suite: SuiteRecord = { format: "suite/1", cases: [...cases] };
  const { products: _, requested: __, ...recipe } = old.environment;
  const environment = {
    ...recipe,
    products: {},
    import_roots: recipe.import_roots.map((root) => renaming.path(root)),
  };
  const shown = Object.fromEntries(examples.map(({ id, observation }) => [id, observation]));
  const instruction = writeInstruction({
    language,
    definition,
    twins,
    placeholder: masked.edits[0]?.placeholder.trim() ?? "",
    contract: renamed.contract,
    examples: describeExamples({ language, definition, policy }, examples, shown),
    constants,
    ...renamed.mentions,
    hiddenCases: cases.length,
    leading: calledInstead(cases),
    policy,
    limits: old.limits,
  });
  const content = {
    variant_of: old.id,
    target: language.editing.describe(definition),
    edits: masked.edits,
    suite,
    observations,
  };
  const digits = digestOf(content).slice("sha256:".length, "sha256:".length + 12);
  const record = parseTaskRecord({
    ...old,
    id: `${slugOf(renaming.newTitle, definition.name)}-${digits}`,
    environment,
    environment_digest: digestOf(environment),
    targets: [content.target],
    edits: masked.edits,
    removed: [],
    variant_of: old.id,
    axes: { ...old.axes, renamed: `seed-${seed}` },
    instruction: instruction.sections,
    contract: renamed.contract,
    visible_examples: examples,
    hidden_cases: { count: cases.length, digest: digestOf(suite) },
    context_tests: old.context_tests?.map((one) => ({
      ...one,
      path: renaming.path(one.path),
      text: renaming.code(one.path, one.text),
    })),
    graders: [{ kind: "observed", isolation: "separate", comparison: policy }],
    evidence: evidence.summary,
    provenance: { ...old.provenance, tool: toolVersion(), seed },
  });
  const { start, end } = definition.spans.whole;
  return {
    record,
    instruction: instruction.text,
    suite,
    expected: { format: OBSERVATIONS_FORMAT, observations },
    evidence,
    referenceText: Buffer.from(originalText).toString("utf8", start, end),
    originalFileText: originalText,
    copyTree: (to) => copyRenamedTree(task.maskedTree, to, repository, { path, text: masked.text }),
    dockerfile: containerFileFor(environment),
    readLicence: (licence) => task.licence(licence),
    check: checkFiles(language, record),
  };
}

function renamePolicy(record: TaskRecord, renaming: Renaming): ReturnType<typeof comparisonOf> {
  const policy = comparisonOf(record);
  return {
    ...policy,
    private_attributes: policy.private_attributes.map((name) => renaming.name(name)).sort(),
    counters: policy.counters.map((name) => renaming.name(name)).sort(),
  };
}
