const TASK = `You are an expert programmer who writes one missing definition of an existing repository.
You are told what it has to do, and shown code around it. Write it so that it behaves exactly as described, errors and edge cases included, and fits the code it stands in.`;

const FORM = `holds the whole definition, header and body, ready to be put in its place. Imports and helpers that it needs may stand before it in the same block. Do not repeat other code of the file.`;

/** What a model is told before the task, by how it is to come to its answer: what is expected of it, and in what form. */
export const systemMessages = {
  /** At once. */
  direct: `${TASK}
Answer with one Markdown code block that ${FORM}`,
  /** Chain of thought: Wei et al. 2022, "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models". */
  steps: `${TASK}
Think step by step first: say in your own words what is asked, list the cases and edge cases, and outline the code. Write no code block while you think.
Then end your answer with one Markdown code block that ${FORM}`,
} satisfies Record<string, string>;

/** A name in the registry. */
export type AnswerName = keyof typeof systemMessages;
