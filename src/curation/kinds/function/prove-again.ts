/** A function task proven again from its folder: every proof anew, what the reference shows compared with what is stored. */
import { readFileSync } from "node:fs";

import { maskDefinitions, readSourceModules } from "../../../analysis/index.ts";
import { canonicalJson, joinPath } from "../../../base/index.ts";
import type { LoadedTask } from "../../../datasets/index.ts";
import { compareObservations, learnTests, sourcesOf, testId } from "../../../judge/index.ts";
import type { Definition, Language } from "../../../languages/index.ts";
import {
  proveByTests,
  proveTask,
  type ProofOptions,
  type ProofTarget,
  type TaskCases,
} from "../../../proof/index.ts";
import {
  PROOF_VERSION,
  shownIds,
  type CaseRecipe,
  type EvidenceSummary,
  type SuiteCase,
  type TestsRecord,
} from "../../../spec/index.ts";
import { TEST_LIMITS } from "../../test-sources.ts";
import type { ProvingAgain, Shortfall, TaskPlace } from "../kind.ts";
import { createTestReader } from "./instruction/test-text.ts";
import { findHidden, openProofTarget } from "./open-proof-target.ts";

/** Why a task does not prove itself again; undefined where it does. Nothing of it is written. */
export async function proveAgain(
  task: LoadedTask,
  place: TaskPlace,
  { services, thresholds, leaks }: ProvingAgain,
): Promise<Shortfall> {
  const hidden = findHidden(services.language, task);
  if (hidden === undefined) return { reason: "damaged", detail: "the target is not in its original file" };
  if (!isMaskedAlike(services.language, task, hidden))
    return { reason: "damaged", detail: "the masked file is not the original with its body cut out" };
  const target = openProofTarget(services, task, place);
  const [definition, ...twins] = hidden;
  const options = {
    limits: task.record.limits,
    thresholds,
    leaks,
    visibleText: task.instruction,
    modules: readSourceModules(task.maskedTree, target.language, place.environment.recipe.import_roots),
    whole: twins.length === 0 ? undefined : { text: task.originalFileText(), definition },
  };
  const tests = task.tests();
  return tests === undefined
    ? proveCases(task, target, options)
    : proveTests(task, { ...target, evaluator: services.evaluator }, { ...options, tests });
}

async function proveCases(task: LoadedTask, target: ProofTarget, options: ProofOptions): Promise<Shortfall> {
  const { cases } = task.suite();
  const { observations } = task.expected();
  const examples = task.record.visible_examples;
  const proof = await proveTask(target, { suite: cases, examples, ...knownMistakes(task) }, options);
  if (proof.status === "rejected") return { reason: proof.reason, detail: proof.detail };
  const lost = cases.length + examples.length - proof.cases.length - proof.examples.length;
  if (lost > 0) return { reason: "unstable", detail: `${lost} of its cases are not stable` };
  const isSameVersion = task.record.evidence.proof_version === PROOF_VERSION;
  if (isSameVersion && proof.unstated.length > 0)
    return { reason: "unstated_constant", detail: `nothing visible has ${proof.unstated.join(", ")}` };
  const shown = new Map(examples.map(({ id, observation }) => [id, observation]));
  for (const { id } of [...cases, ...examples]) {
    const [stored, seen] = [observations[id] ?? shown.get(id), proof.expected[id]];
    if (stored === undefined || seen === undefined)
      return { reason: "damaged", detail: `case ${id} has no expected observation` };
    const difference = compareObservations(id, stored, seen, target);
    if (difference !== undefined)
      return { reason: "observation_differs", detail: `${id}: ${difference.path}: ${difference.message}` };
  }
  return findOtherEvidence(task, proof.evidence.summary);
}

/** The inputs that tell the mistakes which survived, and those that nothing tells: of all others the cases decide. */
function knownMistakes(task: LoadedTask): Pick<TaskCases, "witnesses" | "untold"> {
  const { survivors = [], untold = [] } = task.evidence().mistakes ?? {};
  const witnesses = new Map(
    survivors.map(({ id, input }): [string, SuiteCase] => [
      id,
      { id, origin: "grown", recipe: input as CaseRecipe },
    ]),
  );
  return { witnesses, untold: new Set(untold) };
}

async function proveTests(
  task: LoadedTask,
  target: ProofTarget & Pick<Parameters<typeof learnTests>[0], "evaluator">,
  { tests, ...options }: ProofOptions & { readonly tests: TestsRecord },
): Promise<Shortfall> {
  const sources = sourcesOf(tests);
  const tested = { ...target, sources, limits: TEST_LIMITS };
  const learnt = await learnTests(tested, tests.tests);
  if (learnt.status === "failed")
    return { reason: "unstable", detail: `its tests end as ${learnt.run.status}` };
  const ids = new Set(tests.tests.map(testId));
  const shown = shownIds(task.record);
  const textOf = createTestReader(sources.texts, target.language.syntax);
  const proof = await proveByTests(
    tested,
    learnt,
    { ...options, textOf, seeksTellers: false },
    { ids, shown },
  );
  if (proof.status === "rejected") return { reason: proof.reason, detail: proof.detail };
  if (canonicalJson(proof.tests) !== canonicalJson(tests))
    return { reason: "observation_differs", detail: "its tests see other values with the original" };
  return findOtherEvidence(task, proof.evidence.summary);
}

/** Figures of the proof that are not those of the task, where they are of the same version of the proof. */
function findOtherEvidence({ record }: LoadedTask, now: EvidenceSummary): Shortfall {
  const before = record.evidence;
  if (before.proof_version !== PROOF_VERSION) return undefined;
  if (canonicalJson(before.mistakes ?? null) !== canonicalJson(now.mistakes ?? null)) {
    const told = ({ mistakes }: EvidenceSummary): string =>
      `${mistakes?.told ?? 0} of ${mistakes?.tried ?? 0}`;
    return {
      reason: "evidence_differs",
      detail: `mistakes told: ${told(before)} stored, ${told(now)} found`,
    };
  }
  for (const part of ["mutation", "determinacy"] as const) {
    if (canonicalJson(before[part]) === canonicalJson(now[part])) continue;
    const detail = `${part} ${String(before[part].score)} stored, ${String(now[part].score)} found`;
    return { reason: "evidence_differs", detail };
  }
  return undefined;
}

function isMaskedAlike(
  { editing }: Language,
  task: LoadedTask,
  hidden: readonly [Definition, ...Definition[]],
): boolean {
  const masked = maskDefinitions(editing, task.originalFileText(), hidden);
  const found = readFileSync(joinPath(task.maskedTree, hidden[0].path), "utf8");
  return found === masked.text && canonicalJson(task.record.edits) === canonicalJson(masked.edits);
}
