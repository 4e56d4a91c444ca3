import type { ChildFrame } from "../child-frames.ts";
import {
  failureMessage,
  testMessage,
  testsBuiltMessage,
  testsDoneMessage,
  type RecordMessage,
} from "../protocol/child-messages.ts";
import { StrictFrames, type ReportState } from "../strict-frames.ts";
import type { AssertionRecord, AssertionSite, TestKey, TestResult } from "./test-run.ts";
import { testId } from "./test-run.ts";

/*
 * What a child says of a run of tests, read as strictly as the report of an evaluation (`report.ts`): the candidate may write
 * here too. Tests come in the order asked for, each once.
 */

/** Reads one child's frames as they come. */
export class TestReportReader {
  readonly results: TestResult[] = [];
  collected: readonly TestKey[] = [];
  plugins: readonly string[] = [];
  sharedLines: readonly number[] | undefined;
  #order: readonly TestKey[];
  readonly #sites: readonly AssertionSite[];
  readonly frames = new StrictFrames(
    (kind, content) => this.#takeFirst(kind, content),
    (kind, content) => this.#takeNext(kind, content),
  );

  /** An empty `order` takes all tests that are found (own code only). */
  constructor(order: readonly TestKey[], sites: readonly AssertionSite[]) {
    this.#order = order;
    this.#sites = sites;
  }

  get state(): ReportState {
    return this.frames.state;
  }

  /** The test that runs, or ran when the report ended. */
  get currentCase(): string | undefined {
    const key = this.#order[this.results.length];
    return this.state.status === "silent" || key === undefined ? undefined : testId(key);
  }

  /** The test that ended last. */
  get lastCase(): string | undefined {
    const last = this.results.at(-1);
    return last && testId(last);
  }

  /** The first test with a bad outcome. */
  get firstFailure(): string | undefined {
    const found = this.#failureIndex();
    const failed = found < 0 ? undefined : this.results[found];
    return failed && testId(failed);
  }

  /** The tests up to the first with a bad outcome, however far the child had got. */
  untilFailure(): readonly TestResult[] {
    const found = this.#failureIndex();
    return found < 0 ? this.results : this.results.slice(0, found + 1);
  }

  #failureIndex(): number {
    return this.results.findIndex(({ outcome }) => outcome === "failed" || outcome === "error");
  }

  #takeFirst(kind: ChildFrame["kind"], content: unknown): ReportState | string {
    if (kind === "not-built") return { status: kind, message: failureMessage.parse(content).message };
    if (kind === "out-of-memory") return { status: kind };
    if (kind !== "built") return "the first frame is of another kind";
    const { collected = [], plugins = [] } = testsBuiltMessage.parse(content);
    this.collected = numbered(collected);
    this.plugins = plugins;
    if (this.#order.length === 0) this.#order = this.collected;
    return { status: "running" };
  }

  #takeNext(kind: ChildFrame["kind"], content: unknown): ReportState | string {
    if (kind === "test") return this.#takeTest(content);
    if (kind === "over-cpu" || kind === "out-of-memory") return { status: kind };
    if (kind !== "done" || this.results.length !== this.#order.length) return "a frame is out of turn";
    this.sharedLines = testsDoneMessage.parse(content).shared_lines;
    return { status: "done" };
  }

  #takeTest(content: unknown): ReportState | string {
    const { index, outcome, message, records, lines, steps, ...rest } = testMessage.parse(content);
    const key = this.#order[this.results.length];
    if (key === undefined || index !== this.results.length) return "a test is out of turn";
    if (records.some(([site]) => site >= this.#sites.length)) return "an assertion is unknown";
    this.results.push({
      ...key,
      outcome,
      cpuSeconds: rest.cpu_seconds,
      message,
      records: records.map(readRecord),
      leftOut: rest.left_out,
      ...(lines === undefined ? {} : { lines }),
      ...(steps === undefined ? {} : { steps }),
    });
    return { status: "running" };
  }
}

function readRecord([site, operands, truth, places]: RecordMessage): AssertionRecord {
  return { site, operands, truth, places: places ?? operands.map((_, index) => index) };
}

function numbered(names: readonly string[]): TestKey[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    return { name, number };
  });
}
