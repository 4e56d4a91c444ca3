/**
 * The request for a task: a system message, then one user message with the specification and the context. It depends on the task's
 * visible part (instruction and masked tree) and the options alone, so that equal runs ask equal questions.
 */
import { readFileSync } from "node:fs";

import { contexts, findMaskedTarget, type ContextName, type PromptContext } from "../../analysis/index.ts";
import { DioramaError, joinPath, fence } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import type { Definition, Language } from "../../languages/index.ts";
import { openPrompts, type ChatMessage, type Prompts } from "../../models/index.ts";
import { specifications, type SpecificationName } from "./specification.ts";
import { openTaskRepository } from "./task-repository.ts";

/** How a model is to come to its answer, each a prompt: at once, or by a chain of thought (Wei et al. 2022, "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models"). */
export type AnswerName = "direct" | "steps";

/** What a prompt holds. */
export interface PromptOptions {
  readonly context: ContextName;
  /** Most tokens of the context, by `estimateTokens`. */
  readonly contextTokens: number;
  readonly specification: SpecificationName;
  /** How the model is to come to its answer. Default: `direct`. */
  readonly answer?: AnswerName | undefined;
}

/** A prompt, and what of the file it shows. */
export interface TaskPrompt {
  readonly messages: readonly ChatMessage[];
  readonly context: Pick<PromptContext, "tokens" | "leftOut">;
  /** True where the context was made with the hidden body: it tells which names the answer uses. */
  readonly readsAnswer: boolean;
}

/** Writes the prompt of a task. Throws `corrupt-record` where the target is not in the masked file. */
export function writePrompt(
  task: LoadedTask,
  language: Language,
  { prompts = openPrompts(), ...options }: PromptOptions & { readonly prompts?: Prompts | undefined },
): TaskPrompt {
  const { text, definition } = readMaskedTarget(task, language);
  const context = contexts[options.context]({
    text,
    outline: language.syntax.outline(text),
    target: definition.lines,
    budgetTokens: options.contextTokens,
    repository: () => openTaskRepository(task, language, definition),
  });
  const specification = specifications[options.specification](task, definition, language);
  const parts = { task: specification, context: describeContext(task, options.context, context) };
  return {
    messages: prompts.read(`evaluation/${options.answer ?? "direct"}`, parts),
    context,
    readsAnswer: options.context === "slice:oracle",
  };
}

/** The target's file as a candidate finds it. */
function readMaskedTarget(task: LoadedTask, language: Language): { text: string; definition: Definition } {
  const { targets, edits, id } = task.record;
  const [target] = targets;
  const decoded = target && language.files.decode(readFileSync(joinPath(task.maskedTree, target.path)));
  if (target !== undefined && decoded?.status === "decoded") {
    const parsed = language.syntax.parse(target.path, decoded.text);
    const definition = findMaskedTarget(parsed, target, edits);
    if (definition !== undefined) return { text: decoded.text, definition };
  }
  throw new DioramaError("corrupt-record", `Cannot find the target of task ${id} in its masked file.`);
}

function describeContext(task: LoadedTask, name: ContextName, context: PromptContext): string {
  if (name === "none") return "";
  const { language, targets, edits } = task.record;
  const path = targets[0]?.path ?? "";
  const [edit, ...others] = edits;
  const placeholder = (edit?.placeholder ?? "").replace(/^[\s;]+/, "");
  const what = {
    file: `The file \`${path}\`, with the body to write replaced by \`${placeholder}\`${others.length > 0 ? ", as are the bodies of functions that are nearly the same" : ""}.`,
    types: `Headers, types, class attributes and imports of the file \`${path}\`.`,
    files: "Other files of the repository.",
    "slice:visible": `What the definition needs as far as its header, documentation and neighbours tell, by files; its body is to be written.`,
    "slice:oracle": `What the original body needs, by files; the body itself is to be written.`,
    callers: "Functions that call it.",
    tests: "Tests that reach it.",
    similar: "Definitions of the repository that share words with it.",
  }[name];
  const code = context.text === "" ? [] : [fence(language, context.text)];
  const told = [what, describeLeftOut(context)].filter((one) => one !== "").join(" ");
  return ["## Context", told, ...code].join("\n\n");
}

function describeLeftOut({ text, leftOut }: PromptContext): string {
  if (leftOut.lines === 0) return text === "" ? "There is nothing to show." : "";
  const amount = `${leftOut.lines} ${leftOut.lines === 1 ? "line" : "lines"} (about ${leftOut.tokens} tokens)`;
  if (text === "") return `It is too long to be shown: ${amount} are left out.`;
  return `It is too long to be shown whole: ${amount} are left out, with a comment in their place.`;
}
