import type { LoadedTask } from "../../datasets/index.ts";
import { describeCase } from "../../judge/index.ts";
import type { Language } from "../../languages/index.ts";
import type { Prompts } from "../../models/index.ts";
import { comparisonOf } from "../../spec/index.ts";
import type { AskedPrompts } from "../asked-models.ts";
import type { ShownExamples } from "./feedback.ts";
import { writePrompt, type PromptOptions } from "./prompt.ts";

/** The prompts of the tasks of a set. */
export function createTaskPrompts(
  languageOf: (task: LoadedTask) => Language,
  options: PromptOptions,
  prompts: Prompts,
): AskedPrompts<LoadedTask> {
  const { answer = "direct", ...form } = options;
  return {
    identity: { prompt: answer === "direct" ? form : { ...form, answer } },
    write(task) {
      const language = languageOf(task);
      const { messages, context, readsAnswer } = writePrompt(task, language, { ...options, prompts });
      return {
        taskId: task.record.id,
        messages,
        components: {
          context_tokens: context.tokens,
          context_left_out_tokens: context.leftOut.tokens,
          ...(readsAnswer ? { context_reads_answer: 1 } : {}),
        },
        examples: examplesOf(task, language),
      };
    },
  };
}

function examplesOf({ record }: LoadedTask, language: Language): ShownExamples {
  const [target] = record.targets;
  if (target === undefined) return new Map();
  const rules = { policy: comparisonOf(record), language };
  return new Map(
    record.visible_examples.map((example) => [
      example.id,
      () => describeCase(target, example, example.observation, rules),
    ]),
  );
}
