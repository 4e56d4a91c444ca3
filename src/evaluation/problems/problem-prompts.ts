import { fence } from "../../base/index.ts";
import { completeProblem, type Problem } from "../../datasets/index.ts";
import type { AskedPrompts, AskingOptions } from "../asked-models.ts";

/** The prompts of public problems, and how answers are read. */
export function createProblemPrompts({ prompt, prompts }: AskingOptions): AskedPrompts<Problem> {
  const { answer = "direct" } = prompt;
  return {
    identity: answer === "direct" ? {} : { prompt: { answer } },
    write: (problem) => ({
      taskId: problem.id,
      messages: prompts.read(`problems/${answer}`, { problem: describe(problem) }),
      components: {},
      examples: new Map(),
    }),
    readReply: readSolution,
  };
}

function describe({ prompt, isContinued, language }: Problem): string {
  return isContinued ? `Complete this program.\n\n${fence(language, prompt.trimEnd())}` : prompt.trimEnd();
}

const CODE_BLOCK = /^(?<fence>`{3,}|~{3,})[^\n`]*\n(?<code>.*?)^\k<fence>[ \t]*$/gms;

/**
 * The program that an answer stands for: the last code block, or all of it where there is none. A block that is indented goes on where the prompt ends; another stands
 * below the prompt, whose imports and helpers it may use.
 */
export function readSolution(problem: Problem, reply: string): string {
  const code = [...reply.matchAll(CODE_BLOCK)].at(-1)?.groups?.["code"] ?? reply;
  if (code.trim() === "") return "";
  const isBody = /^(?:[ \t]*\n)*[ \t]/.test(code);
  return completeProblem(problem, isBody || !problem.isContinued ? code : `\n${code}`);
}
