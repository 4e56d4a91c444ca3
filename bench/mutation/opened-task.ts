import { joinPath } from "../../src/base/index.ts";
import type { Services } from "../../src/curation/index.ts";
import { openProofTarget } from "../../src/curation/kinds/function/open-proof-target.ts";
import type { LoadedTask } from "../../src/datasets/index.ts";
import { restoreEnvironment } from "../../src/environments/index.ts";
import { editTarget, limitsFor, type GradedTarget, type ObservedGrader } from "../../src/judge/index.ts";
import {
  findLoadedOriginal,
  observationsOf,
  observeReference,
  type ProofTarget,
} from "../../src/proof/index.ts";
import { unifiedDiff } from "../../src/proof/unified-diff.ts";
import type { Observation, SuiteCase } from "../../src/spec/index.ts";

/** A task whose reference was observed anew. */
export interface OpenedTask {
  readonly task: LoadedTask;
  readonly proofTarget: ProofTarget;
  readonly subject: GradedTarget<ObservedGrader>;
  /** Hidden cases and examples. */
  readonly suite: readonly SuiteCase[];
  readonly expected: Readonly<Record<string, Observation>>;
  /** Of the reference. */
  readonly codeDigest: string | undefined;
}

/** Opens a task as our judge runs it. Throws where its environment cannot be restored. */
export async function openTask(services: Services, task: LoadedTask): Promise<OpenedTask> {
  const restored = await restoreEnvironment(task.record.environment, services.environmentOptions);
  if (restored.status === "failed") throw new Error(`Cannot open ${task.record.id}.`);
  const directory = joinPath(services.temporaryDirectory, `bench-${task.record.id}`);
  const plain = openProofTarget(services, task, { environment: restored.value, directory });
  const examples = task.record.visible_examples;
  const suite = [
    ...examples.map(({ id, origin, recipe }) => ({ id, origin, recipe })),
    ...task.suite().cases,
  ];
  const reference = await observeReference(plain, suite);
  const limited = { ...plain, limits: limitsFor(task.record.limits, reference) };
  const resident = await findLoadedOriginal(limited, suite, reference);
  const expected = observationsOf(reference.results);
  return {
    task,
    proofTarget: { ...limited, resident },
    suite,
    expected,
    codeDigest: reference.codeDigest,
    subject: {
      ...limited,
      grader: { kind: "observed", suite, expected, policy: limited.policy, limits: task.record.limits },
    },
  };
}

/** What a completion changes of the target's file; empty where it is none. */
export function diffOf(target: ProofTarget, completion: string): string {
  const { originalText, definition } = target;
  const edited = editTarget(target, completion);
  return edited.status === "refused" ? "" : unifiedDiff(originalText, edited.fileText, definition.path, 1);
}
