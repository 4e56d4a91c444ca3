import { fence } from "../../base/index.ts";
import type { Model, Prompts } from "../../models/index.ts";
import type { ResultRow } from "../../spec/index.ts";
import { failureClasses, type FailureClass } from "./failure-class.ts";

/** A wrong answer, as a model is shown it. */
export interface WrongAnswer {
  readonly row: ResultRow;
  readonly instruction: string;
  readonly completion: string;
}

const CLASSES = Object.entries(failureClasses)
  .map(([name, meaning]) => `- ${name}: ${meaning}`)
  .join("\n");

/** Characters of a completion that are shown. */
const MOST_SHOWN = 12_000;

/** The class that a model gives; undefined where it gave no answer, or none of the words. */
export async function classifyWithModel(
  { model, prompts }: { readonly model: Model; readonly prompts: Prompts },
  { row, instruction, completion }: WrongAnswer,
  signal: AbortSignal | undefined,
): Promise<FailureClass | undefined> {
  const found = row.feedback.map(({ text }) => text).join("\n");
  const outcome = await model.ask(
    {
      messages: prompts.read("failures/classify", {
        classes: CLASSES,
        task: instruction.trimEnd(),
        answer: fence("", completion.slice(0, MOST_SHOWN)),
        found: [
          `${row.reason ?? ""}; ${row.tests_passed} of ${row.tests_total} cases passed.`,
          ...(found === "" ? [] : [fence("", found)]),
        ].join("\n\n"),
      }),
      settings: { temperature: 0, max_tokens: null },
      sample: 0,
      label: `why sample ${row.sample} of task ${row.task_id} is wrong`,
    },
    signal,
  );
  return outcome.status === "replied" ? readClass(outcome.reply.text) : undefined;
}

/** The class that is named last in an answer. */
export function readClass(text: string): FailureClass | undefined {
  const names = Object.keys(failureClasses) as FailureClass[];
  const words = text.toLowerCase().match(/[a-z_]+/g) ?? [];
  return words.map((word) => names.find((name) => name === word)).findLast((name) => name !== undefined);
}
