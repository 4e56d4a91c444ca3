import type { Observation } from "../spec/index.ts";
import type { EvaluationJob } from "./judge.ts";

/** A case's frame as drivers write it, up to what the case showed. What is written otherwise is read in full. */
const HEAD = /^\{"id": "([\w-]{1,100})", "cpu_seconds": (\d+(?:\.\d+)?(?:e-?\d+)?), "observation": /u;

/** A frame whose observation stands in the very signs of one that was as expected. */
export interface RecalledCase {
  readonly id: string;
  readonly cpuSeconds: number;
  readonly observation: Observation;
}

/**
 * How the observations of a task's cases were written where they were as expected: most candidates write most of them so, and the same text shows the
 * same. What is compared otherwise is looked at in full, so nothing depends on what is known.
 */
export class KnownTexts {
  readonly #known = new Map<string, { readonly text: string; readonly observation: Observation }>();

  /** What a case's frame says, where all of it is known. */
  recall(frame: string): RecalledCase | undefined {
    const [head = "", id = "", cpuSeconds = ""] = HEAD.exec(frame) ?? [];
    const known = this.#known.get(id);
    if (known?.text.length !== frame.length - head.length || !frame.endsWith(known.text)) return undefined;
    return { id, cpuSeconds: Number(cpuSeconds), observation: known.observation };
  }

  /** Notes how a case that was as expected is written. */
  learn(frame: string, id: string, observation: Observation): void {
    const [head] = HEAD.exec(frame) ?? [];
    if (head !== undefined && !this.#known.has(id))
      this.#known.set(id, { text: frame.slice(head.length), observation });
  }
}

type Expected = NonNullable<EvaluationJob["expected"]>;

const texts = new WeakMap<Expected["observations"], WeakMap<Expected["policy"], KnownTexts>>();

/** What is known of the cases of a task, by what is expected of them and how it is compared; nothing of jobs that compare nothing. */
export function knownTextsOf({
  expected,
  traceArcs,
  traceConditions,
}: EvaluationJob): KnownTexts | undefined {
  if (expected === undefined || traceArcs === true || traceConditions === true) return undefined;
  const { observations, policy } = expected;
  const byPolicy = texts.get(observations) ?? new WeakMap<Expected["policy"], KnownTexts>();
  const known = byPolicy.get(policy) ?? new KnownTexts();
  texts.set(observations, byPolicy.set(policy, known));
  return known;
}
