import { fence } from "../../base/index.ts";
import { completeProblem, type Problem } from "../../datasets/index.ts";
import type { AskedPrompts } from "../asked-models.ts";
import type { AnswerName } from "../prompts/system-message.ts";

/** What a model is told before the problem, by how it is to come to its answer. */
const SYSTEM: Readonly<Record<AnswerName, string>> = {
  direct:
    "You are an expert programmer. Solve the problem, and answer with one Markdown code block that holds the whole program: imports, helpers, and the function that is asked for.",
  steps:
    "You are an expert programmer. Think step by step about the problem first, without a code block. Then end your answer with one Markdown code block that holds the whole program: imports, helpers, and the function that is asked for.",
};

/** The prompts of public problems, and how answers are read. */
export function createProblemPrompts(answer: AnswerName = "direct"): AskedPrompts<Problem> {
  return {
    identity: answer === "direct" ? {} : { prompt: { answer } },
    write: (problem) => ({
      taskId: problem.id,
      messages: [
        { role: "system", content: SYSTEM[answer] },
        { role: "user", content: `${describe(problem)}\n` },
      ],
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
