import { readFileSync, rmSync } from "node:fs";

import { digestOf, joinPath, type HostPath } from "../../base/index.ts";
import { openTask, writeVariant, type LoadedTask } from "../../datasets/index.ts";
import type { Language } from "../../languages/index.ts";
import { withSpending, type Model, type ModelFailure, type Spending } from "../../models/index.ts";
import { reword, type WordedTask } from "../../pipelines/index.ts";
import { parseTaskRecord, type TaskRecord } from "../../spec/index.ts";
import { toolVersion } from "../../store/index.ts";
import { callLines } from "../call-lines.ts";
import { slugOf } from "../kinds/function/task-draft.ts";
import type { Verifier } from "../verify.ts";
import type { WritingRequest } from "../writing-request.ts";
import { checkWording } from "./check-wording.ts";
import { documentationOf, readSections, withDocumentation } from "./reworded-instruction.ts";
import type { RewordedRecord } from "./reworded-record.ts";

/** What writing the documentation of a set's tasks takes. */
export interface Rewording {
  readonly model: Model;
  readonly request: Pick<WritingRequest, "settings" | "prompts">;
  readonly verifier: Verifier;
  readonly languageOf: (task: LoadedTask) => Language;
  /** The set that variants are written to. */
  readonly taskSet: HostPath;
  readonly signal: AbortSignal | undefined;
}

/** Writes the variant of a task whose documentation a model wrote, and proves it with that instruction; the failure where it has no answer for now. Throws `InterruptedError`. */
export async function rewordTask(
  task: LoadedTask,
  { model, request, verifier, languageOf, taskSet, signal }: Rewording,
): Promise<RewordedRecord | ModelFailure> {
  const { record } = task;
  const account = withSpending(model);
  const asked = describeTask(task, languageOf(task));
  const answer = await reword(account.model, asked, request, signal);
  if (answer.status === "unanswered") return answer.failure;
  const complaints = answer.complaints.length === 0 ? {} : { complaints: [...answer.complaints] };
  const leaveOut = (reason: string, detail: string): RewordedRecord => {
    return { reworded_from: record.id, status: "left_out", reason, detail, ...complaints };
  };
  if (answer.status === "refused") return leaveOut(answer.reason, answer.detail);
  const instruction = withDocumentation(readSections(task), answer.text);
  const variant = describeVariant(record, instruction, account.spending());
  const digest = writeVariant(taskSet, task, { record: variant, instruction: instruction.text });
  const directory = joinPath(taskSet, "tasks", variant.id);
  using written = openTask(directory);
  const shortfall = await verifier.verify(written);
  if (shortfall === undefined)
    return {
      reworded_from: record.id,
      status: "accepted",
      task_id: variant.id,
      digest,
      answers: answer.answers,
      ...complaints,
    };
  rmSync(directory, { recursive: true, force: true });
  return leaveOut(shortfall.reason, shortfall.detail);
}

function describeTask(task: LoadedTask, { name, present }: Language): WordedTask {
  const { record, instruction } = task;
  const [target] = record.targets;
  const hiddenCalls =
    target === undefined
      ? []
      : task.suite().cases.map(({ recipe }) => callLines(present, target, recipe).at(-1) ?? "");
  const material = {
    visible: instruction,
    file: target === undefined ? "" : readFileSync(joinPath(task.maskedTree, target.path), "utf8"),
    documentation: documentationOf(readSections(task)),
    reference: task.referenceText(),
    hiddenCalls: hiddenCalls.map((call) => call.replace(/^(?:>>>|\.\.\.) /, "")),
  };
  return {
    id: record.id,
    name: target?.name ?? "",
    language: name,
    instruction,
    reference: material.reference,
    check: (text) => checkWording(text, material),
  };
}

function describeVariant(
  old: TaskRecord,
  instruction: ReturnType<typeof withDocumentation>,
  { calls, costUsd }: Spending,
): TaskRecord {
  const { provenance, repository, targets } = old;
  const digits = digestOf({ variant_of: old.id, instruction: instruction.text }).slice("sha256:".length);
  return parseTaskRecord({
    ...old,
    id: `${slugOf(repository.family, targets[0]?.name ?? "")}-${digits.slice(0, 12)}`,
    variant_of: old.id,
    axes: { ...old.axes, specification: "reworded" },
    instruction: instruction.sections,
    provenance: {
      ...provenance,
      tool: toolVersion(),
      model_calls: provenance.model_calls + calls,
      cost_usd: costUsd === null || provenance.cost_usd === null ? null : provenance.cost_usd + costUsd,
    },
  });
}
