import type { ChildFrame } from "./child-frames.ts";
import type { CaseResult } from "./judge.ts";
import type { KnownTexts } from "./known-texts.ts";
import type { CaseRecipe } from "../spec/index.ts";
import { builtMessage, caseMessage, failureMessage } from "./protocol/child-messages.ts";
import { StrictFrames, type ReportState } from "./strict-frames.ts";

/*
 * What a child says of its own evaluation. The candidate shares the child's process and may write here too, so nothing is
 * believed: an unknown kind, a second or late frame, a case out of turn, or text that is not the agreed JSON makes the
 * whole evaluation `malformed`, and only plain data comes out.
 */

/** Reads one child's frames as they come. */
export class ReportReader {
  codeDigest: string | undefined;
  readonly results: CaseResult[] = [];
  readonly frames = new StrictFrames(
    (kind, content) => this.#takeFirst(kind, content),
    (kind, content) => this.#takeNext(kind, content),
    (kind, text) => this.#recall(kind, text),
  );
  readonly #expectedIds: readonly string[];
  readonly #onCase: (result: CaseResult) => CaseResult;
  readonly #known: KnownTexts | undefined;
  /** The text of the frame that is read. */
  #text = "";

  /**
   * `expectedIds` are the cases in the order in which they run; what `onCase` makes of a result is kept. What is `known` is as expected without being
   * read and compared again.
   */
  constructor(
    expectedIds: readonly string[],
    onCase: (result: CaseResult) => CaseResult,
    known?: KnownTexts,
  ) {
    this.#expectedIds = expectedIds;
    this.#onCase = onCase;
    this.#known = known;
  }

  get state(): ReportState {
    return this.frames.state;
  }

  /** The case that runs, or ran when the report ended; undefined before the first and after the last. */
  get currentCase(): string | undefined {
    return this.state.status === "silent" ? undefined : this.#expectedIds[this.results.length];
  }

  /** The case that ended last. */
  get lastCase(): string | undefined {
    return this.results.at(-1)?.id;
  }

  #takeFirst(kind: ChildFrame["kind"], content: unknown): ReportState | string {
    if (kind === "not-built" || kind === "import-failed" || kind === "unfit")
      return { status: kind, message: failureMessage.parse(content).message };
    if (kind === "built") {
      this.codeDigest = builtMessage.parse(content).code_digest ?? undefined;
      return { status: "running" };
    }
    if (kind === "findings") return { status: "findings", findings: content };
    return kind === "out-of-memory" ? { status: kind } : "the first frame is of another kind";
  }

  #takeNext(kind: ChildFrame["kind"], content: unknown): ReportState | string {
    if (kind === "case") return this.#takeCase(content);
    if (kind === "over-cpu" || kind === "out-of-memory") return { status: kind };
    const isDone = kind === "done" && this.results.length === this.#expectedIds.length;
    return isDone ? { status: "done" } : "a frame is out of turn";
  }

  #recall(kind: ChildFrame["kind"], text: string): ReportState | undefined {
    this.#text = text;
    const found = kind === "case" ? this.#known?.recall(text) : undefined;
    if (found === undefined || found.id !== this.#expectedIds[this.results.length]) return undefined;
    this.results.push({ ...found, comparison: "as expected" });
    return { status: "running" };
  }

  #takeCase(content: unknown): ReportState | string {
    const {
      id,
      cpu_seconds: cpuSeconds,
      arcs,
      conditions,
      recipe,
      observation: seen,
    } = caseMessage.parse(content);
    if (id !== this.#expectedIds[this.results.length]) return `case ${id.slice(0, 40)} is out of turn`;
    const result: CaseResult = {
      id,
      observation: seen,
      cpuSeconds,
      ...(arcs === undefined ? {} : { arcs }),
      ...(conditions === undefined ? {} : { conditions }),
      ...(recipe === undefined ? {} : { recipe: recipe as CaseRecipe }),
    };
    const compared = this.#onCase(result);
    if (compared.comparison === "as expected") this.#known?.learn(this.#text, id, seen);
    this.results.push(compared);
    return { status: "running" };
  }
}
