import { fence } from "../../base/index.ts";
import type { Judgement } from "../../judge/index.ts";
import type { ChatMessage, Prompts } from "../../models/index.ts";
import { reasonsBeforeRunning, rewardOf } from "../../spec/index.ts";

/**
 * What a model is told of a wrong answer. `none`: only that it is wrong, which tells it of hidden cases too: one bit a round. `error`: why nothing of it could be
 * run, or that an example fails. `examples`: also the first example that fails, with what it should have shown. The last two go by what a solver may see alone.
 */
export type FeedbackKind = "none" | "error" | "examples";

/** How often a model may answer one question, and what it is told between. */
export interface Debugging {
  /** Answers at most; 1: no second try. */
  readonly rounds: number;
  readonly feedback: FeedbackKind;
}

/** One answer. */
export const DIRECT: Debugging = { rounds: 1, feedback: "none" };

/** Examples that a solver sees, by the ids of their cases, each with how it is written for people. */
export type ShownExamples = ReadonlyMap<string, () => string>;

/** Characters of a message about an answer that are shown. */
const MOST_SHOWN = 2_000;

/** The next question after an answer; undefined where there is nothing to be told: it is right as far as that may be known, or was not judged. */
export function writeFeedback(
  judgement: Judgement,
  { kind, examples, prompts }: FeedbackOptions,
): readonly ChatMessage[] | undefined {
  if (rewardOf(judgement.verdict) !== 0) return undefined;
  const found = kind === "none" ? "It is not right." : describeVisible(judgement, kind, examples);
  return found === undefined ? undefined : prompts.read("evaluation/correct", { found });
}

interface FeedbackOptions {
  readonly kind: FeedbackKind;
  readonly examples: ShownExamples;
  readonly prompts: Prompts;
}

function describeVisible(
  { reason, detail, difference, outcomes }: Judgement,
  kind: FeedbackKind,
  examples: ShownExamples,
): string | undefined {
  if (reasonsBeforeRunning.has(reason ?? "") || reason === "import_failed")
    return [`It could not be run (${(reason ?? "").replaceAll("_", " ")}).`, ...quote(detail)].join("\n\n");
  const [failed] = [...examples].filter(([id]) => outcomes[id] === "failed");
  if (failed === undefined) return undefined;
  const [id, write] = failed;
  if (kind === "error") return "It fails at least one of the examples that you were shown.";
  const found = difference?.caseId === id ? [`At ${difference.path}:`, ...quote(difference.message)] : [];
  return ["It fails this example that you were shown:", ...quote(write()), ...found].join("\n\n");
}

function quote(text: string | undefined): string[] {
  return text === undefined ? [] : [fence("", text.slice(0, MOST_SHOWN))];
}
