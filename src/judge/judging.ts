import { createLimit, sha256, throwIfInterrupted, unlessInterrupted } from "../base/index.ts";
import { rewardOf } from "../spec/index.ts";
import { editFile, judgeFile } from "./judge-candidate.ts";
import type { Grader } from "./graders/grader.ts";
import type { EditedTexts } from "./judge.ts";
import type { Judgement } from "./judgement.ts";
import type { JudgedTarget } from "./target.ts";

/** How much of what was to be judged is where; all counts of completions. */
export interface JudgingLoad {
  /** Waiting for their turn. */
  readonly waiting: number;
  /** Being judged: at most as many as there are workers. */
  readonly atWork: number;
  /** Judged by running them, since the beginning. */
  readonly evaluated: number;
  /** Judged without running them, because an equal answer was, since the beginning. */
  readonly duplicates: number;
}

/** Judges completions, any number of calls at once; they are served in the order of the calls. */
export interface Judging {
  /** As `judgeCandidate`. An answer that makes the same file as an earlier or a running one is given that one's judgement. */
  judge(subject: JudgedTarget, completion: string, signal?: AbortSignal): Promise<Judgement>;
  /** As it is now. */
  readonly load: JudgingLoad;
}

/** Completions that are read and spliced while all workers are busy. */
const READ_AHEAD = 1;
/** Names of answers whose judgements are remembered, two for each: of the completion and of the file. */
const MOST_KNOWN = 8_192;

/** A queue before the workers of an evaluator; `workers` as many as that has. */
export function createJudging(workers: number): Judging {
  const slots = createLimit(workers + READ_AHEAD);
  const book = new JudgementCache();
  const counts = { queued: 0, begun: 0, evaluated: 0, duplicates: 0 };

  const judgeInTurn = async (
    subject: JudgedTarget,
    own: string,
    completion: string,
    signal: AbortSignal | undefined,
  ): Promise<Judgement | undefined> => {
    throwIfInterrupted(signal);
    // An equal answer that came to it meanwhile is waited for outside: it must not take a place from others.
    if (book.find(own) !== undefined) return undefined;
    const edited = editFile(subject, completion);
    if (edited.status === "refused") return book.keep([own], Promise.resolve(edited.judgement));
    const name = book.nameOf(subject.grader, "file", textsOf(edited));
    const known = book.find(name);
    if (known !== undefined) return void book.keep([own], known);
    const judgement = await book.keep([own, name], judgeFile(subject, edited, signal).then(withoutFailure));
    counts.evaluated++;
    return judgement;
  };

  const takeTurn = (work: () => Promise<Judgement | undefined>): Promise<Judgement | undefined> => {
    counts.queued++;
    return slots(async () => {
      counts.queued--;
      counts.begun++;
      try {
        return await work();
      } finally {
        counts.begun--;
      }
    });
  };

  const shared = async (
    known: Promise<Judgement>,
    signal: AbortSignal | undefined,
  ): Promise<Judgement | undefined> => {
    const judgement = await unlessInterrupted(known, signal).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
    });
    if (judgement === undefined || !isFinal(judgement)) return undefined;
    counts.duplicates++;
    return { ...judgement, isDuplicate: true };
  };

  return {
    get load() {
      const { queued, begun, evaluated, duplicates } = counts;
      const atWork = Math.min(begun, workers);
      return { waiting: queued + begun - atWork, atWork, evaluated, duplicates };
    },
    async judge(subject, completion, signal) {
      const own = book.nameOf(subject.grader, "completion", completion);
      for (;;) {
        const known = book.find(own);
        if (known === undefined) {
          const turn = takeTurn(() => judgeInTurn(subject, own, completion, signal));
          const judgement = await unlessInterrupted(turn, signal);
          if (judgement !== undefined) return judgement;
        } else {
          // Where the other was given up or could not be judged, this one is run itself.
          const judgement = await shared(known, signal);
          if (judgement !== undefined) return judgement;
        }
      }
    },
  };
}

/** One file's text, and where there are several all of them as one. */
function textsOf({ fileText, otherFiles }: EditedTexts): string {
  return otherFiles === undefined ? fileText : JSON.stringify([fileText, otherFiles]);
}

/** What a repetition would say again. */
function isFinal({ verdict }: Judgement): boolean {
  return rewardOf(verdict) !== null;
}

/** What a candidate showed may be large. */
function withoutFailure({ failure: _, ...judgement }: Judgement): Judgement {
  return judgement;
}

/** Judgements under way and given, by names of answers; those that were not used for the longest are forgotten first. */
class JudgementCache {
  readonly #known = new Map<string, Promise<Judgement>>();
  readonly #graders = new WeakMap<Grader, number>();
  #lastGrader = 0;

  nameOf(grader: Grader, kind: "completion" | "file", text: string): string {
    const number = this.#graders.get(grader) ?? ++this.#lastGrader;
    this.#graders.set(grader, number);
    // Not as UTF-8, in which texts with lone surrogates become equal to others.
    return `${number} ${kind} ${sha256(Buffer.from(text, "utf16le"))}`;
  }

  find(name: string): Promise<Judgement> | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) this.#remember(name, known);
    return known;
  }

  /** Keeps a judgement, unless it turns out to be none. */
  keep(names: readonly string[], judgement: Promise<Judgement>): Promise<Judgement> {
    for (const name of names) this.#follow(name, judgement);
    return judgement;
  }

  #follow(name: string, judgement: Promise<Judgement>): void {
    this.#remember(name, judgement);
    const forget = (): void => {
      if (this.#known.get(name) === judgement) this.#known.delete(name);
    };
    judgement.then((given) => isFinal(given) || forget(), forget);
  }

  #remember(name: string, judgement: Promise<Judgement>): void {
    this.#known.delete(name);
    this.#known.set(name, judgement);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}
