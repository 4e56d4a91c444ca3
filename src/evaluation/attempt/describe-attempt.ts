import type { LoadedTask } from "../../datasets/index.ts";
import { describeCase, rulesOf, type Difference, type Judgement } from "../../judge/index.ts";
import { findReasonWords } from "../../spec/index.ts";
import type { Attempt } from "./attempt.ts";

/**
 * An attempt in words for the one who made it. Of visible examples the whole first difference is told; of hidden cases how many
 * passed and of what sort the first difference is, never an input or an expected value.
 */
export async function describeAttempt(task: LoadedTask, attempt: Attempt): Promise<string> {
  if (attempt.status === "not-judged") return `Could not be judged: ${attempt.message}`;
  if (attempt.status === "refused") return `Not judged as code: ${attempt.message}`;
  const { visible, hidden } = attempt;
  const built = visible ?? hidden;
  if (!built.isBuilt && built.reason !== undefined)
    return [
      `${wordsOf(built.reason)}.`,
      ...(built.detail === undefined ? [] : [built.detail.trimEnd()]),
    ].join("\n");
  const shown = visible === undefined ? [] : await describeVisible(task, visible);
  return [...shown, describeHidden(hidden)].join("\n");
}

async function describeVisible(task: LoadedTask, judgement: Judgement): Promise<string[]> {
  const { difference, reason, verdict } = judgement;
  if (verdict === "resolved") return [`Visible examples: ${countPassed(judgement)} agree.`];
  const summary = `Visible examples: ${countPassed(judgement)} agree.`;
  if (difference === undefined) return [summary, `${wordsOf(reason ?? verdict)}.`];
  return [summary, "", ...(await describeExample(task, difference)), ""];
}

async function describeExample({ record }: LoadedTask, { caseId, message }: Difference): Promise<string[]> {
  const [target] = record.targets;
  const example = record.visible_examples.find(({ id }) => id === caseId);
  if (target === undefined || example === undefined) return [`${caseId}: yours ${message}`];
  const session = describeCase(target, example, example.observation, await rulesOf(record));
  return [
    `The original, in ${caseId}:`,
    ...session.split("\n").map((line) => `    ${line}`),
    `Yours ${message}.`,
  ];
}

function describeHidden(judgement: Judgement): string {
  const { difference, reason, verdict } = judgement;
  const passed = `Hidden cases: ${countPassed(judgement)} pass.`;
  if (verdict === "resolved") return passed;
  if (verdict !== "unresolved") return `Hidden cases could not be judged: ${reason ?? verdict}.`;
  const sort = difference === undefined ? wordsOf(reason ?? verdict) : sortOf(difference);
  return `${passed} In the first that does not, ${sort.charAt(0).toLowerCase()}${sort.slice(1)}.`;
}

function countPassed({ outcomes }: Judgement): string {
  const all = Object.values(outcomes);
  return `${all.filter((outcome) => outcome === "passed").length} of ${all.length}`;
}

/** What part of an observation differs; `path` begins with it. */
const sorts: readonly (readonly [prefix: string, words: string])[] = [
  ["status", "it returned where the original raises, or raised where the original returns"],
  ["exception.message", "the exception's message is another one"],
  ["exception", "an exception of another class was raised"],
  ["value", "another value was returned"],
  ["arguments", "an argument was left in another state"],
  ["receiver", "the object it was called on was left in another state"],
  ["files", "a file was left in another state"],
];

function sortOf({ path }: Difference): string {
  return sorts.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "something else was observed";
}

function wordsOf(reason: string): string {
  return findReasonWords(reason)?.means ?? reason.replaceAll("_", " ");
}
